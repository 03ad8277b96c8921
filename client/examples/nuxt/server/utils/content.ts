// Code in server/ reaches no browser, and so the key does not either.
import { type Asset, createClient } from '@frontlist/client'
import { imageUrl } from '@frontlist/client/image'
import type { BooksEntry, Model } from '../frontlist'

const { FRONTLIST_URL = 'http://localhost:3000', FRONTLIST_KEY = '' } = process.env

export const content = createClient<Model>({ url: FRONTLIST_URL, key: FRONTLIST_KEY })

/** What the pages show of a book. */
export function toBook({ slug, data }: BooksEntry<1>) {
  const { title, subtitle, blurb, cover } = data
  return {
    ...{ slug, title, subtitle, blurb },
    author: data.author?.data.name ?? null,
    series: data.series?.data.name ?? null,
    cover: cover && { url: toImageUrl(cover), title: cover.alt ?? cover.title ?? '' },
  }
}

/** A stored picture, cut to 2:3 at twice the width that is shown. The demo's pictures are no stored ones and stay. */
function toImageUrl(asset: Asset): string {
  const url = imageUrl(asset, { w: 800, ar: '2:3', fm: 'auto' })
  return new URL(url, FRONTLIST_URL).href
}
