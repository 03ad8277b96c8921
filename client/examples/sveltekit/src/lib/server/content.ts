// SvelteKit refuses to bundle what is in lib/server/ for a browser, so none gets the key.
import { createClient } from '@frontlist/client'
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
    // The demo's pictures have addresses on its own server.
    cover: cover && { url: new URL(cover.url, FRONTLIST_URL).href, title: cover.title ?? '' },
  }
}
