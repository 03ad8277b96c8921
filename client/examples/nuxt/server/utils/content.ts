// Code in server/ reaches no browser, and so the key does not either.
import { createClient } from '@frontlist/client'
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
    // The demo's pictures have addresses on its own server.
    cover: cover && { url: new URL(cover.url, FRONTLIST_URL).href, title: cover.title ?? '' },
  }
}
