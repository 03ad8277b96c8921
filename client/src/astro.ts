// A loader for Astro's content collections, which reads only the pages that changed since the last build. The id of an
// entry is its slug, and its data is the whole entry.
import { isFrontlistError } from './errors.ts'
import { etags } from './etags.ts'
import type { AllOptions, Client, Page } from './types/client.ts'
import type { CollectionName, Depth, ModelOf } from './types/model.ts'

type Data = Record<string, unknown>

/** The part of Astro's loader context that is used here. */
interface LoaderContext {
  readonly store: {
    keys(): Iterable<string>
    has(id: string): boolean
    set(entry: { id: string; data: Data; digest: string }): boolean
    delete(id: string): void
  }
  /** Strings that are stored between builds. */
  readonly meta: { get(key: string): string | undefined; set(key: string, value: string): void }
  readonly logger: { info(message: string): void }
  generateDigest(data: Data): string
  parseData(entry: { id: string; data: Data }): Promise<Data>
}

export interface FrontlistLoader {
  readonly name: string
  load(context: LoaderContext): Promise<void>
}

/** The state of a page that is stored between builds. */
interface PageRecord {
  readonly etag: string
  readonly ids: readonly string[]
  readonly pagesCount: number
}

type AnyPage = Page<{ readonly slug: string }>
type ListPage = (collection: string, options: object) => Promise<AnyPage>

/**
 * Creates a loader for the entries of a collection, with the options of `all`. Entries that are no longer published are
 * removed from the store.
 */
export function frontlistLoader<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  D extends Depth = 0,
  const Variants extends readonly string[] = readonly [],
>(
  client: Client<Model>,
  collection: Name,
  options: AllOptions<Model, Name, D, Variants> = {},
): FrontlistLoader {
  return {
    name: 'frontlist',
    load: async context => {
      const { store, logger } = context
      const found = new Set<string>()
      let changed = 0
      const wanted = { perPage: 100, ...options }
      const load = (page: number) =>
        loadPage(client.list as unknown as ListPage, collection, { ...wanted, page }, context)
      for (let page = 1, pagesCount = 1; page <= pagesCount; page++) {
        const record = await load(page).catch(error => {
          // The error reports the largest page size that the server allows.
          const perPage = isFrontlistError(error) && error.errors?.find(({ name }) => name === 'perPage')?.max
          if (!perPage) throw error
          wanted.perPage = perPage
          return load(page)
        })
        pagesCount = record.pagesCount
        changed += record.changed
        for (const id of record.ids) found.add(id)
      }
      const gone = [...store.keys()].filter(id => !found.has(id))
      for (const id of gone) store.delete(id)
      logger.info(`${collection}: ${found.size} entries, ${changed} read, ${gone.length} removed`)
    },
  }
}

async function loadPage(
  list: ListPage,
  collection: string,
  options: object,
  context: LoaderContext,
): Promise<PageRecord & { readonly changed: number }> {
  const { store, meta, generateDigest, parseData } = context
  const key = JSON.stringify([collection, options])
  const record: PageRecord | null = JSON.parse(meta.get(key) ?? 'null')
  const isStored = record?.ids.every(id => store.has(id)) ?? false
  const init = record && isStored ? { headers: { 'If-None-Match': record.etag } } : {}
  let read: AnyPage
  try {
    read = await list(collection, { ...options, init })
  } catch (error) {
    if (record && isFrontlistError(error) && error.status === 304) return { ...record, changed: 0 }
    throw error
  }
  for (const entry of read.list) {
    const data = await parseData({ id: entry.slug, data: entry as unknown as Data })
    store.set({ id: entry.slug, data, digest: generateDigest(data) })
  }
  const ids = read.list.map(({ slug }) => slug)
  const { pagesCount } = read
  meta.set(key, JSON.stringify({ etag: etags.get(read) ?? '', ids, pagesCount } satisfies PageRecord))
  return { etag: '', ids, pagesCount, changed: ids.length }
}
