// Next.js refuses to bundle this module for a browser, so none gets the key.
import 'server-only'
import { type Asset, createClient } from '@frontlist/client'
import { imageUrl } from '@frontlist/client/image'
import type { BooksEntry, Model } from './frontlist'

const { FRONTLIST_URL = 'http://localhost:3000', FRONTLIST_KEY = '', REVALIDATE_SECONDS = '60' } = process.env

// Next.js caches the responses, so the client does not.
const client = createClient<Model>({ url: FRONTLIST_URL, key: FRONTLIST_KEY, cache: false })

const init: RequestInit = { next: { revalidate: Number(REVALIDATE_SECONDS) } }

export async function listBooks(): Promise<BooksEntry<1>[]> {
  const { list } = await client.list('books', { depth: 1, sort: 'title', perPage: 100, init })
  return list
}

export function findBook(slug: string): Promise<BooksEntry<1> | null> {
  return client.find('books', slug, { depth: 1, init })
}

/** Addresses a picture, in a size if one is given. An address that is only a path gets Frontlist's origin. */
export function toImageUrl(asset: Asset, size?: { w: number }): string {
  return new URL(size ? imageUrl(asset, { ...size, fm: 'auto' }) : asset.url, FRONTLIST_URL).href
}
