// What a query may cost: refused by the content and the query alone, with the conditions that match most. And how many
// broad queries run at once.
import { beforeAll, describe, expect, test } from 'bun:test'
import { Problem } from '../../src/base/errors.ts'
import { parseSearch } from '../../src/content/values/query-text.ts'
import type { QueryLimits } from '../../src/delivery/select/costs.ts'
import { select } from '../../src/delivery/select/select.ts'
import { listModels } from '../../src/delivery/store/collections.store.ts'
import { BroadQueries, BroadQuery, ReadPace } from '../../src/delivery/store/read-pace.ts'
import { splitSearch } from '../../src/http/request-url.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { bindSelection } from '../../src/query/bind/bind-selection.ts'
import { SpaceModel } from '../../src/query/bind/space-model.ts'
import type { Selection } from '../../src/query/bound-query.ts'
import { parseListParameters } from '../../src/query/parse/parse-parameters.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

const models: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'books',
    name: 'Books',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'price', type: 'number' },
      { apiName: 'kind', type: 'text' },
      { apiName: 'scores', type: 'integer', many: true },
      { apiName: 'author', type: 'reference', to: ['authors'] },
    ],
  },
  {
    type: 'collection',
    apiName: 'authors',
    name: 'Authors',
    fields: [
      { apiName: 'name', type: 'text' },
      { apiName: 'country', type: 'text' },
    ],
  },
]

/** 100 books with prices 0 to 99, two kinds, two scores each; 20 authors with five books each, half from one country. */
const content: readonly ImportRecord[] = [
  ...models,
  ...Array.from({ length: 20 }, (_, at) => ({
    type: 'entry' as const,
    collection: 'authors',
    id: `a${at}`,
    liveData: { name: `name ${at}`, country: at < 10 ? 'no' : 'pt' },
  })),
  ...Array.from({ length: 100 }, (_, at) => ({
    type: 'entry' as const,
    collection: 'books',
    id: `b${at}`,
    liveData: {
      title: `common word${at}`,
      price: at,
      kind: at < 60 ? 'novel' : 'poem',
      scores: [1, 2 + at],
      author: { id: `a${at % 20}` },
    },
  })),
]

let space: TestSpace
let crowded: TestSpace
beforeAll(async () => {
  const secrets = content.map(
    (record): ImportRecord =>
      record.type === 'entry' ? { ...record, id: `x${record.id}`, slug: `x${record.id}` } : record,
  )
  const drafts = secrets.map((record): ImportRecord => {
    if (record.type !== 'entry') return record
    const { liveData, ...draft } = record
    return { ...draft, data: liveData! }
  })
  space = await createTestSpace({ records: content })
  // The same published content, with as many drafts, and beside a space with as many entries.
  crowded = await createNeighbour(space, 'crowded', {
    records: [...content, ...drafts.filter(({ type }) => type === 'entry')],
  })
  await createNeighbour(space, 'other', { records: secrets })
})

async function toSelection({ database, space: id }: TestSpace, query: string): Promise<Selection> {
  const model = new SpaceModel(await database.snapshot(id, reads => listModels(reads, id)))
  const { parameters } = parseListParameters(splitSearch(query), parseSearch)
  const { selection, errors } = bindSelection(parameters!, model.find('books')!, model)
  expect([...parameters!.errors, ...errors]).toEqual([])
  return selection!
}

/** The matches; or the detail and the parameters of the error. */
async function run(of: TestSpace, query: string, limits: QueryLimits) {
  const selection = await toSelection(of, query)
  return of.database.snapshot(of.space, async reads => {
    try {
      const context = { reads, space: of.space, pace: new ReadPace(true) }
      return { total: (await select(context, selection, limits)).total }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { code: error.code, detail: error.detail, names: error.errors?.map(({ name }) => name) }
    }
  })
}

const roomy = 10_000

/** Of each query: what it matches in all. A query with that limit is served, and with one less refused. */
const costs: readonly (readonly [query: string, pairs: number])[] = [
  ['filter[kind]=novel', 60],
  ['filter[kind][ne]=novel', 60],
  ['not[kind]=novel', 60],
  ['filter[kind][in]=novel,poem', 100],
  ['filter[kind][exists]=true', 100],
  ['filter[kind][prefix]=n', 60],
  ['filter[kind][eqi]=POEM', 40],
  ['filter[price][lt]=10', 10],
  ['filter[price][gte]=10', 10],
  ['filter[price][gte]=30&filter[price][lt]=40', 10],
  ['filter[kind]=novel&filter[price][lt]=10', 70],
  ['any[kind]=novel&any[price][lt]=10', 70],
  ['filter[scores]=1', 100],
  ['filter[scores][gte]=1', 200],
  ['filter[scores][all]=1,2', 101],
  ['filter[author]=a1', 5],
  ['filter[author.country]=no', 50],
  ['filter[author]=a1&filter[author.country]=no', 5],
  ['filter[author]=a11&filter[author.country]=no&filter[kind]=novel', 60],
  ['filter[author][exists]=true', 100],
  ['q=common', 100],
  ['q=common+word7', 111],
  ['q=common&filter[kind]=novel', 160],
]

describe('a query is refused where it matches more than it may', () => {
  for (const [query, pairs] of costs) {
    test(`${query}: ${pairs}`, async () => {
      const served = await run(space, query, { pairs, targets: roomy })
      expect(served).toHaveProperty('total')
      const refused = await run(space, query, { pairs: pairs - 1, targets: roomy })
      expect(refused).toMatchObject({ code: 'query_too_costly' })
      expect(refused.detail).toContain(`match ${pairs}`)
    })
  }

  test('with the conditions that match most, and what each of them matches', async () => {
    const query = 'filter[kind]=novel&filter[price][lt]=10&not[author]=a1'
    const { detail, names } = await run(space, query, { pairs: 20, targets: roomy })
    expect(names).toEqual(['filter[kind]'])
    expect(detail).toContain('filter[kind] matches 60')
    const both = await run(space, query, { pairs: 10, targets: roomy })
    expect(both.names).toEqual(['filter[kind]', 'filter[price][lt]'])
  })

  test('by a path that leads through too many entries, whatever refers to them', async () => {
    const limits = { pairs: roomy, targets: 10 }
    expect(await run(space, 'filter[author.country]=no', limits)).toEqual({ total: 50 })
    expect(await run(space, 'filter[author.country][ne]=no', limits)).toEqual({ total: 50 })
    const { code, names } = await run(space, 'filter[author.country]=no', { pairs: roomy, targets: 9 })
    expect([code, names]).toEqual(['query_too_costly', ['filter[author.country]']])
    expect((await run(space, 'filter[author.country][exists]=true', limits)).code).toBe('query_too_costly')
    // Of conditions on the same reference, those that are narrow enough are not blamed.
    const together = 'filter[author.country]=no&filter[author.name][exists]=true'
    expect((await run(space, together, limits)).names).toEqual(['filter[author.name][exists]'])
  })

  test('or not, and with the same words, whatever drafts and other spaces hold', async () => {
    for (const [query, pairs] of costs) {
      for (const limits of [
        { pairs, targets: 10 },
        { pairs: pairs - 1, targets: 10 },
        { pairs: 1, targets: 1 },
      ]) {
        expect({ query, ...(await run(crowded, query, limits)) }).toEqual({
          query,
          ...(await run(space, query, limits)),
        })
      }
    }
  })
})

describe('of queries that read much', () => {
  /** Runs until it is told to end. */
  const start = (queries: BroadQueries) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isRunning = false
    const done = queries.run(async pace => {
      await pace.count(10_001)
      isRunning = true
      await promise
    })
    return { done, end: resolve, isRunning: () => isRunning }
  }

  test('two run at once, 32 wait, and more are told that the server is overloaded', async () => {
    const queries = new BroadQueries()
    const started = Array.from({ length: 34 }, () => start(queries))
    await Bun.sleep(1)
    expect(started.map(one => one.isRunning())).toEqual(started.map((_, at) => at < 2))
    const refusal = await start(queries).done.catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'overloaded', status: 503, headers: { 'Retry-After': '1' } })
    for (const one of started) {
      one.end()
      await one.done
    }
    expect(started.every(one => one.isRunning())).toBe(true)
    await queries.run(async pace => pace.count(10_001))
  })

  test('one goes on with a permit where one is free, and starts over only where it had to wait', async () => {
    const queries = new BroadQueries()
    let attempts = 0
    const read = () =>
      queries.run(async pace => {
        attempts += 1
        await pace.count(10_001)
      })
    await read()
    expect(attempts).toBe(1)
    const broad = [start(queries), start(queries)]
    const waiting = read()
    for (const one of broad) {
      one.end()
      await one.done
    }
    await waiting
    expect(attempts).toBe(3)
  })

  test('none keeps others from running that read little', async () => {
    const queries = new BroadQueries()
    const broad = [start(queries), start(queries)]
    await Bun.sleep(1)
    expect(await queries.run(async pace => pace.count(10_000).then(() => 'read'))).toBe('read')
    for (const one of broad) {
      one.end()
      await one.done
    }
  })

  test('one that reads little counts as well where it reads a thousand times', async () => {
    const readOften = async (pace: ReadPace, reads: number) => {
      for (let read = 0; read < reads; read++) await pace.count(0)
    }
    await readOften(new ReadPace(false), 1000)
    expect(await readOften(new ReadPace(false), 1001).catch(error => error)).toBeInstanceOf(BroadQuery)
  })

  test('one that fails gives its permit back', async () => {
    const queries = new BroadQueries()
    for (let attempt = 0; attempt < 5; attempt++) {
      const failed = queries.run(async pace => {
        await pace.count(10_001)
        throw new Error('failed')
      })
      expect(await failed.catch((error: unknown) => error)).not.toBeInstanceOf(BroadQuery)
    }
  })
})
