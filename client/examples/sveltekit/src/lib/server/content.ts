// SvelteKit refuses to bundle what is in lib/server/ for a browser, so none gets the key.
import { type Asset, createClient, type RichTextBlock } from '@frontlist/client'
import { imageUrl } from '@frontlist/client/image'
import { FRONTLIST_KEY, FRONTLIST_URL } from '$app/env/private'
import type { BooksEntry, Model } from '../frontlist.ts'

/** A client with the `fetch` of a request, which follows SvelteKit's hooks. */
export function createContent(fetch: typeof globalThis.fetch) {
  return createClient<Model>({ url: FRONTLIST_URL, key: FRONTLIST_KEY, fetch })
}

/** What the pages show of a book. */
export function toBook({ slug, data }: BooksEntry<1>) {
  const { title, subtitle, blurb, description, cover } = data
  return {
    ...{ slug, title, subtitle, blurb },
    description: description?.map(toShownBlock) ?? null,
    author: data.author?.data.name ?? null,
    series: data.series?.data.name ?? null,
    cover: cover && { url: toImageUrl(cover, coverSize), title: cover.alt ?? cover.title ?? '' },
  }
}

/** A block of rich text as the pages show it: a picture has its address and size. */
function toShownBlock(block: RichTextBlock): RichTextBlock {
  if (block._type !== 'image' || block.asset === null) return block
  return { ...block, asset: { ...block.asset, url: toImageUrl(block.asset, { w: 1200 }) } }
}

/** A cover is shown at 2:3, 400 pixels wide: this asks for twice that width. */
const coverSize = { w: 800, ar: '2:3' } as const

/** Addresses a picture in a size. An address that is only a path gets Frontlist's origin. */
function toImageUrl(asset: Asset, size: { w: number; ar?: '2:3' }): string {
  return new URL(imageUrl(asset, { ...size, fm: 'auto' }), FRONTLIST_URL).href
}
