// What Frontlist has to answer, worked out from the data set in the plainest way: the benchmark measures right answers
// only, and what is right is not taken from the server that is measured.
import type { Json } from '../src/base/model.ts'
import { type BenchEntry, type CollectionName, type DataSet, toDraft } from './data-set.ts'

export interface Question {
  readonly depth: number
  readonly variants: readonly string[]
}

export interface ListQuestion extends Question {
  readonly page: number
  readonly perPage: number
}

export interface Expectations {
  list(collection: CollectionName, question: ListQuestion): Json
  entry(entry: Pick<BenchEntry, 'id'>, question: Question): Json
  /**
   * The values of a page's entries and, level by level, of the distinct entries that they refer to, in any order; where
   * it is asked for, also the addresses of those that are met where the depth ends.
   */
  values(
    collection: CollectionName,
    question: Omit<ListQuestion, 'variants'>,
    more: { readonly addresses: boolean },
  ): Json[]
  /** From now on the draft of this entry is what is served. */
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

  function inOrder(collection: CollectionName): readonly Served[] {
    const known = sorted.get(collection)
    if (known) return known
    const found = [...byId.values()].filter(entry => entry.collection === collection).sort(byPublication)
    sorted.set(collection, found)
    return found
  }

  function pageOf(collection: CollectionName, { page, perPage }: Omit<ListQuestion, keyof Question>) {
    return inOrder(collection).slice((page - 1) * perPage, page * perPage)
  }

  function get(id: string): Served {
    const found = byId.get(id)
    if (!found) throw new Error(`The data set refers to ${id}, which it does not have.`)
    return found
  }

  function resolve(reference: Json, question: Question): Json {
    const target = get((reference as { id: string }).id)
    return question.depth > 0
      ? toServed(target, { ...question, depth: question.depth - 1 })
      : toAddress(target)
  }

  function toServed(entry: Served, question: Question): Json {
    const { values, applied } = personalize(entry, question.variants)
    const data = Object.entries(values).map(([name, value]) => {
      if (name === 'author') return [name, resolve(value, question)]
      const many = name === 'categories' || name === 'related'
      return [name, many ? (value as Json[]).map(each => resolve(each, question)) : value]
    })
    return {
      id: entry.id,
      slug: entry.slug,
      collection: entry.collection,
      version: entry.version,
      firstPublishedAt: entry.firstPublishedAt,
      publishedAt: entry.publishedAt,
      ...(question.variants.length > 0 && { variantsApplied: applied }),
      data: Object.fromEntries(data) as Json,
    }
  }

  return {
    list: (collection, question) => {
      const count = inOrder(collection).length
      return {
        list: pageOf(collection, question).map(entry => toServed(entry, question)),
        count,
        pagesCount: Math.ceil(count / question.perPage),
      }
    },
    entry: ({ id }, question) => ({ doc: toServed(get(id), question) }),
    values: (collection, question, { addresses }) => {
      const found = new Set(pageOf(collection, question))
      for (let depth = 0; depth < question.depth; depth++) {
        for (const entry of [...found]) for (const id of targetsOf(entry)) found.add(get(id))
      }
      const met = new Set([...found].flatMap(entry => targetsOf(entry)).map(get))
      return [
        ...[...found].map(({ liveData }) => liveData as Json),
        ...(addresses ? [...met.difference(found)].map(toAddress) : []),
      ]
    },
    publish: ({ id }, publishedAt) => {
      const before = get(id)
      byId.set(id, { ...before, liveData: toDraft(before), version: before.version + 1, publishedAt })
      sorted.delete(before.collection as CollectionName)
    },
  }
}

function toAddress({ id, collection, slug }: Served): Json {
  return { id, collection, slug }
}

function targetsOf({ liveData: { author, categories, related } }: Served): string[] {
  return [author, categories, related].flat().flatMap(each => (each ? [(each as { id: string }).id] : []))
}

function byPublication(a: BenchEntry, b: BenchEntry): number {
  if (a.publishedAt !== b.publishedAt) return a.publishedAt > b.publishedAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}

function personalize({ liveData, variants = {} }: BenchEntry, asked: readonly string[]) {
  const values: Record<string, Json> = { ...liveData }
  const taken = new Set<string>()
  const applied = asked.filter(id => {
    const names = Object.keys(variants[id] ?? {}).filter(name => !taken.has(name))
    for (const name of names) {
      taken.add(name)
      values[name] = variants[id]?.[name] ?? null
    }
    return names.length > 0
  })
  return { values, applied }
}
