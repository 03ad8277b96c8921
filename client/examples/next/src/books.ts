// Next.js refuses to bundle this module for a browser, so none gets the key.
import 'server-only'
import { type Asset, createClient } from '@frontlist/client'
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

/** Whole, also where Frontlist names a path alone. */
export function toImageUrl({ url }: Asset): string {
  return new URL(url, FRONTLIST_URL).href
}
