// Cached lists of queries beside changes of the content: none is stale, and none is built again whose body stays the same.
// `npm run stress cached-queries` is the long form.
import { expect, test } from 'bun:test'
import type { Field, Values } from '../../src/content/values/model.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type Get, getFrom } from '../kit/app/other-app.ts'
import type { ServedPage } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { repeatResponses, runCachedQueries, toRecords } from '../stress/cached-queries.ts'
import { Findings } from '../stress/runner.ts'

async function send(space: TestSpace, path: string) {
  const response = await space.get(path)
  const outcome = /cache;desc=(\w+)/.exec(response.headers.get('Server-Timing') ?? '')?.[1] ?? 'none'
  return {
    status: response.status,
    etag: response.headers.get('ETag'),
    body: await response.text(),
    outcome,
  }
}

const options = { publishes: Math.max(25, fuzzRuns(25)), queries: 40, seed: 7, allEvery: 8, bulk: 0 }

/** What was broken, with examples; '' if nothing. */
async function findBroken(toGet?: (space: TestSpace) => Get, publishes = options.publishes): Promise<string> {
  const reported: string[] = []
  const findings = new Findings(line => void reported.push(line))
  const { generated, records } = toRecords(options.seed)
  const space = await createTestSpace({ records })
  const get = toGet?.(space) ?? space.get
  await runCachedQueries({ space, generated, get }, findings, { ...options, publishes })
  return findings.broken.length === 0 ? '' : reported.join('\n')
}

test(
  'no cached list is stale after a publish, and one whose body stays the same is not built again',
  async () => expect(await findBroken()).toBe(''),
  longTestMs,
)

test(
  'a cache that keeps a response too long is found out, and so is one that keeps none',
  async () => {
    const stale = await findBroken(repeatResponses, 5)
    expect(stale).toMatch(/BROKEN {2}no response is stale \([1-9]/)
    expect(stale).toContain(' after publish ')
    const uncached = await findBroken(space => getFrom(space, {}), 5)
    expect(uncached).toMatch(/BROKEN {2}none is built again whose body is the same \([1-9]/)
    expect(uncached).toContain('holds   no response is stale')
  },
  longTestMs,
)

test('a publication of 2,000 entries that leaves a list as it is does not make it built again', async () => {
  const record = (id: string, n: number) => ({
    type: 'entry' as const,
    collection: 'c',
    id,
    publishedAt: '2026-01-01T00:00:00.000Z',
    liveData: { n, to: { id: 'target' } },
  })
  const models = ['c', 'd'].map(apiName => ({
    type: 'collection' as const,
    apiName,
    name: apiName,
    fields: [
      { apiName: 'n', type: 'integer' as const },
      { apiName: 'to', type: 'reference' as const },
    ],
  }))
  const space = await createTestSpace({
    records: [
      ...models,
      { type: 'entry', collection: 'd', id: 'target', liveData: { n: 1 } },
      ...Array.from({ length: 2000 }, (_, at) => record(`e${at}`, 1)),
      record('first', 0),
    ],
  })
  const paths = ['filter[n]=0', 'filter[n][gte]=1&perPage=1', 'filter[to.n]=1&sort=n&perPage=1'].map(
    query => `/content/c?${query}`,
  )
  // The log of changes already has some that are older than the lists.
  await space.import([{ ...record('first', 0), slug: 'other' }])
  for (const path of paths) await send(space, path)
  const before = new Map(await Promise.all(paths.map(async path => [path, await send(space, path)] as const)))
  await space.import(Array.from({ length: 1999 }, (_, at) => record(`e${at + 1}`, 2)))
  for (const path of paths) {
    const after = await send(space, path)
    if (after.body === before.get(path)!.body)
      expect({ path, outcome: after.outcome }).not.toEqual({ path, outcome: 'miss' })
  }
})

test('a change of the model is in the next response: a field that no query may name any more is an error', async () => {
  const model = (query: boolean) => ({
    type: 'collection' as const,
    apiName: 'c',
    name: 'C',
    fields: [{ apiName: 'n', type: 'integer' as const, ...(query ? {} : { query: false }) }],
  })
  const space = await createTestSpace({
    records: [model(true), { type: 'entry', collection: 'c', id: 'e', liveData: { n: 1 } }],
  })
  const path = '/content/c?filter[n]=1'
  expect((await send(space, path)).status).toBe(200)
  expect((await send(space, path)).outcome).toBe('hit')
  await space.import([model(false)])
  expect((await send(space, path)).status).toBe(400)
  await space.import([model(true)])
  expect(JSON.parse((await send(space, path)).body)).toMatchObject({ count: 1 })
})

const textModel = (apiName: string, fields: readonly Field[]): ImportRecord => ({
  type: 'collection',
  apiName,
  name: apiName,
  fields,
})
const liveEntry = (collection: string, id: string, liveData: Values): ImportRecord => ({
  type: 'entry',
  collection,
  id,
  publishedAt: '2026-01-01T00:00:00.000Z',
  liveData,
})

test.each(['/content/c', '/content/c/e', '/content/c?filter[n]=1'])(
  'a response whose reference went and came back is no miss: %s',
  async path => {
    const models = [
      textModel('c', [
        { apiName: 'n', type: 'integer' },
        { apiName: 'to', type: 'reference' },
      ]),
      textModel('d', []),
    ]
    const source = liveEntry('c', 'e', { n: 1, to: { id: 'target' } })
    const target = liveEntry('d', 'target', {})
    const space = await createTestSpace({ records: [...models, source, target] })
    const before = await send(space, path)
    await space.import([...models, source], { prune: true })
    await space.import([target])
    expect(await send(space, path)).toEqual({ ...before, outcome: 'checked' })
    await space.import([...models, source], { prune: true })
    const after = await send(space, path)
    expect(after.outcome).toBe('miss')
    expect(after.body).not.toBe(before.body)
  },
)

test('a change of the model that leaves a response as it is does not make it built again', async () => {
  const fields: readonly Field[] = [
    { apiName: 'n', type: 'integer' },
    { apiName: 'title', type: 'text' },
    { apiName: 'other', type: 'text' },
    { apiName: 'to', type: 'reference' },
  ]
  const space = await createTestSpace({
    records: [
      textModel('c', fields),
      textModel('d', [{ apiName: 'n', type: 'integer' }]),
      liveEntry('d', 'target', { n: 1 }),
      liveEntry('c', 'e1', { n: 1, title: 'tide', to: { id: 'target' } }),
      liveEntry('c', 'e2', { n: 2, title: 'table', to: { id: 'later' } }),
    ],
  })
  const paths = [
    'filter[n]=1',
    'filter[to.n]=1&sort=title',
    'q=tide',
    'fields=title',
    'filter[to][exists]=true',
  ]
    .map(query => `/content/c?${query}`)
    .concat('/content/c/e1?fields=to.n')
  const before = new Map<string, string>()
  for (const path of paths) before.set(path, (await send(space, path)).body)
  for (const changed of [
    textModel('f', [{ apiName: 'n', type: 'integer' }]),
    textModel('f', [
      { apiName: 'n', type: 'integer' },
      { apiName: 'm', type: 'text', query: false },
    ]),
    textModel(
      'c',
      fields.map(field => (field.apiName === 'other' ? { ...field, search: 0 as const } : field)),
    ),
  ]) {
    await space.import([changed])
    for (const path of paths) {
      const { body, outcome } = await send(space, path)
      expect({ path, body }).toEqual({ path, body: before.get(path)! })
      expect({ path, outcome }).not.toEqual({ path, outcome: 'miss' })
    }
  }
  // What was kept depends on the collections of the new model.
  await space.import([liveEntry('f', 'later', { n: 1 })])
  const found = async (path: string) =>
    (JSON.parse((await send(space, path)).body) as ServedPage).list.map(({ id }) => id)
  expect(await found('/content/c?filter[to.n]=1&sort=title')).toEqual(['e2', 'e1'])
})

test('a query has the meaning that its names have in the newest model, also where its old meaning is cached', async () => {
  const author: Field = { apiName: 'a', type: 'reference', to: ['people'] }
  const space = await createTestSpace({
    records: [
      textModel('c', [author]),
      textModel('people', [{ apiName: 'b', type: 'text' }]),
      liveEntry('people', 'p', { b: 'x' }),
      liveEntry('c', 'e1', { a: { id: 'p' } }),
    ],
  })
  const count = async (query: string) =>
    (JSON.parse((await send(space, `/content/c?${query}`)).body) as ServedPage).count
  for (let round = 0; round < 3; round++) expect(await count('filter[a.b]=x')).toBe(1)
  await space.import([textModel('c', [author, { apiName: 'a.b', type: 'text' }])])
  for (let round = 0; round < 3; round++) {
    expect(await count('filter[a.data.b]=x')).toBe(1)
    expect(await count('filter[a.b]=x')).toBe(0)
  }
})

test('a publication of 2,000 entries leaves lists without conditions as they are, too', async () => {
  const numbers = Array.from({ length: 2000 }, (_, at) => at)
  const model: readonly Field[] = [{ apiName: 'n', type: 'integer' }]
  const space = await createTestSpace({
    records: [
      textModel('c', model),
      textModel('d', model),
      ...numbers.map(at => liveEntry('d', `d${at}`, { n: 0 })),
    ],
  })
  await space.import(numbers.slice(0, 30).map(at => liveEntry('c', `c${at}`, { n: at })))
  const paths = [
    '/content/c',
    '/content/c?perPage=3&page=2',
    '/content/c?fields=n',
    '/content/c/c1?fields=n',
    '/content/c/c1',
  ]
  for (let round = 1; round <= 3; round++) {
    for (const path of paths) await send(space, path)
    await space.import(numbers.map(at => liveEntry('d', `d${at}`, { n: round })))
    for (const path of paths) {
      const { outcome } = await send(space, path)
      expect({ round, path, outcome }).toEqual({ round, path, outcome: 'checked' })
    }
  }
})
