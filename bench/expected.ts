// The responses that Frontlist must return, derived from the data set in the simplest way and not taken from a
// server: only correct responses are measured.
import type { Json } from '../src/content/values/model.ts'
import { type BenchEntry, type CollectionName, type DataSet, toDraft } from './data-set.ts'

export interface EntryQuery {
  readonly depth: number
  readonly variants: readonly string[]
}

export interface ListQuery extends EntryQuery {
  readonly page: number
  readonly perPage: number
}

export interface Expectations {
  list(collection: CollectionName, query: ListQuery): Json
  entry(entry: Pick<BenchEntry, 'id'>, query: EntryQuery): Json
  /** The values of a page's entries and of the distinct entries that they refer to, level by level, in any order. */
  values(collection: CollectionName, query: Omit<ListQuery, 'variants'>): Json[]
  /** From now on the draft of this entry is published. */
  publish(entry: Pick<BenchEntry, 'id'>, publishedAt: string): void
}

interface Served extends BenchEntry {
  readonly version: number
  readonly firstPublishedAt: string
}

export function createExpectations(dataSet: DataSet): Expectations {
  const byId = new Map<string, Served>()
  for (const entry of Object.values(dataSet.entries).flat()) {
    byId.set(entry.id, { ...entry, version: 1, firstPublishedAt: entry.publishedAt })
  }
  const sorted = new Map<CollectionName, readonly Served[]>()

  function inListOrder(collection: CollectionName): readonly Served[] {
    const known = sorted.get(collection)
    if (known) return known
    const found = [...byId.values()].filter(entry => entry.collection === collection).sort(byPublication)
    sorted.set(collection, found)
    return found
  }

  function pageOf(collection: CollectionName, { page, perPage }: Omit<ListQuery, keyof EntryQuery>) {
    return inListOrder(collection).slice((page - 1) * perPage, page * perPage)
  }

  function get(id: string): Served {
    const found = byId.get(id)
    if (!found) throw new Error(`The data set refers to ${id}, which it does not have.`)
    return found
  }

  function resolve(reference: Json, query: EntryQuery): Json {
    const target = get((reference as { id: string }).id)
    return query.depth > 0 ? toServed(target, { ...query, depth: query.depth - 1 }) : toEntryPath(target)
  }

  function toServed(entry: Served, query: EntryQuery): Json {
    const { values, applied } = personalize(entry, query.variants)
    const data = Object.entries(values).map(([name, value]) => {
      if (name === 'author') return [name, resolve(value, query)]
      const many = name === 'categories' || name === 'related'
      return [name, many ? (value as Json[]).map(each => resolve(each, query)) : value]
    })
    return {
      id: entry.id,
      slug: entry.slug,
      collection: entry.collection,
      version: entry.version,
      firstPublishedAt: entry.firstPublishedAt,
      publishedAt: entry.publishedAt,
      ...(query.variants.length > 0 && { variantsApplied: applied }),
      data: Object.fromEntries(data) as Json,
    }
  }

  return {
    list: (collection, query) => {
      const count = inListOrder(collection).length
      return {
        list: pageOf(collection, query).map(entry => toServed(entry, query)),
        count,
        pagesCount: Math.ceil(count / query.perPage),
      }
    },
    entry: ({ id }, query) => ({ doc: toServed(get(id), query) }),
    values: (collection, query) => {
      const found = new Set(pageOf(collection, query))
      for (let depth = 0; depth < query.depth; depth++) {
        for (const entry of [...found]) for (const id of targetsOf(entry)) found.add(get(id))
      }
      return [...found].map(({ liveData }) => liveData as Json)
    },
    publish: ({ id }, publishedAt) => {
      const before = get(id)
      byId.set(id, { ...before, liveData: toDraft(before), version: before.version + 1, publishedAt })
      sorted.delete(before.collection as CollectionName)
    },
  }
}

function toEntryPath({ id, collection, slug }: Served): Json {
  return { id, collection, slug }
}

function targetsOf({ liveData: { author, categories, related } }: Served): string[] {
  return [author, categories, related].flat().flatMap(each => (each ? [(each as { id: string }).id] : []))
}

function byPublication(a: BenchEntry, b: BenchEntry): number {
  if (a.publishedAt !== b.publishedAt) return a.publishedAt > b.publishedAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}

function personalize({ liveData, variants = {} }: BenchEntry, wanted: readonly string[]) {
  const values: Record<string, Json> = { ...liveData }
  const taken = new Set<string>()
  const applied = wanted.filter(id => {
    const names = Object.keys(variants[id] ?? {}).filter(name => !taken.has(name))
    for (const name of names) {
      taken.add(name)
      values[name] = variants[id]?.[name] ?? null
    }
    return names.length > 0
  })
  return { values, applied }
}
