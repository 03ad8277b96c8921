// SvelteKit refuses to bundle what is in lib/server/ for a browser, so none gets the key.
import { type Asset, createClient } from '@frontlist/client'
import { imageUrl } from '@frontlist/client/image'
import { FRONTLIST_KEY, FRONTLIST_URL } from '$app/env/private'
import type { BooksEntry, Model } from '../frontlist.ts'

/** A client with the `fetch` of a request, which follows SvelteKit's hooks. */
export function createContent(fetch: typeof globalThis.fetch) {
  return createClient<Model>({ url: FRONTLIST_URL, key: FRONTLIST_KEY, fetch })
}

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
