// Reads all published content of a space through the app, as a client would.
import type { TestSpace } from './test-space.ts'

export interface ServedEntry {
  readonly id: string
  readonly slug: string
  readonly collection: string
  readonly version: number
  readonly firstPublishedAt: string
  readonly publishedAt: string
  readonly data: { readonly [field: string]: unknown }
  readonly variantsApplied?: readonly string[]
}

export interface ServedPage {
  readonly list: readonly ServedEntry[]
  readonly count: number
  readonly pagesCount: number
}

export async function readPage(
  testSpace: Pick<TestSpace, 'get'>,
  collection: string,
  query = '',
): Promise<ServedPage> {
  const response = await testSpace.get(`/content/${collection}${query}`)
  if (response.status !== 200)
    throw new Error(`${collection}${query}: ${response.status} ${await response.text()}`)
  return (await response.json()) as ServedPage
}

/** The single entry, or null for a 404. */
export async function readEntry(
  testSpace: Pick<TestSpace, 'get'>,
  collection: string,
  slug: string,
  query = '',
): Promise<ServedEntry | null> {
  const response = await testSpace.get(`/content/${collection}/${encodeURIComponent(slug)}${query}`)
  if (response.status === 404) return null
  if (response.status !== 200)
    throw new Error(`${collection}/${slug}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { doc: ServedEntry }).doc
}

/** Collection names in the space's order. */
export async function readCollectionNames(testSpace: Pick<TestSpace, 'get'>): Promise<string[]> {
  const response = await testSpace.get('/schema')
  const { collections } = (await response.json()) as { collections: { apiName: string }[] }
  return collections.map(collection => collection.apiName)
}

/** Every entry of every collection, by id: the complete client view. */
export async function readAll(
  testSpace: Pick<TestSpace, 'get'>,
  { depth = 0, variants = '' }: { depth?: number; variants?: string } = {},
): Promise<Map<string, ServedEntry>> {
  const all = new Map<string, ServedEntry>()
  const rest = `&depth=${depth}${variants && `&variants=${encodeURIComponent(variants)}`}`
  for (const collection of await readCollectionNames(testSpace)) {
    for (let page = 1; ; page++) {
      const { list, count, pagesCount } = await readPage(
        testSpace,
        collection,
        `?perPage=50&page=${page}${rest}`,
      )
      for (const entry of list) {
        if (all.has(entry.id)) throw new Error(`${entry.id} is served twice.`)
        all.set(entry.id, entry)
      }
      if (page < pagesCount) continue
      const mine = [...all.values()].filter(entry => entry.collection === collection)
      if (mine.length !== count) throw new Error(`${collection}: count ${count}, but ${mine.length} entries.`)
      break
    }
  }
  return all
}
