// What Frontlist has to answer, worked out from the data set in the plainest way: the benchmark measures right answers
// only, and what is right is not taken from the server that is measured.
import type { Json } from '../src/base/model.ts'
import type { BenchEntry, CollectionName, DataSet } from './data-set.ts'

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
  entry(entry: BenchEntry, question: Question): Json
}

export function createExpectations(dataSet: DataSet): Expectations {
  const byId = new Map(Object.values(dataSet.entries).flatMap(list => list.map(entry => [entry.id, entry])))
  const sorted = new Map<CollectionName, readonly BenchEntry[]>()

  function inOrder(collection: CollectionName): readonly BenchEntry[] {
    const known = sorted.get(collection) ?? [...dataSet.entries[collection]].sort(byPublication)
    sorted.set(collection, known)
    return known
  }

  function resolve(reference: Json, question: Question): Json {
    const target = byId.get((reference as { id: string }).id)
    if (!target)
      throw new Error(`The data set refers to ${JSON.stringify(reference)}, which it does not have.`)
    return question.depth > 0
      ? toServed(target, { ...question, depth: question.depth - 1 })
      : { id: target.id, collection: target.collection, slug: target.slug }
  }

  function toServed(entry: BenchEntry, question: Question): Json {
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
      version: 1,
      firstPublishedAt: entry.publishedAt,
      publishedAt: entry.publishedAt,
      ...(question.variants.length > 0 && { variantsApplied: applied }),
      data: Object.fromEntries(data) as Json,
    }
  }

  return {
    list: (collection, question) => {
      const all = inOrder(collection)
      const start = (question.page - 1) * question.perPage
      return {
        list: all.slice(start, start + question.perPage).map(entry => toServed(entry, question)),
        count: all.length,
        pagesCount: Math.ceil(all.length / question.perPage),
      }
    },
    entry: (entry, question) => ({ doc: toServed(entry, question) }),
  }
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
