// Responses with some of the fields are cached as others are: rebuilt when something in them changes, and only then.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import type { Projection } from '../../src/query/bound-query.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { oncePerFile } from '../kit/cleanup.ts'
import { openUrl } from '../kit/database/test-databases.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { addressesOf, entries, type Step, steps, toModels, toRecord } from './changing-space.ts'
import { type Order, ordersOn } from './orders.ts'
import { allBut, bodyOf, fields, serviceOf } from './projections.ts'

const projections: readonly (Projection | null)[] = [
  null,
  fields('text'),
  fields('by'),
  fields('by.text'),
  fields('to.text,by'),
  fields('to.by.text'),
  fields('to.to.by,to.text'),
  fields('by.to.by.text,to'),
  allBut('to'),
]

const sent = fc.record({
  collection: fc.constantFrom('posts', 'authors'),
  page: fc.integer({ min: 1, max: 2 }),
  perPage: fc.integer({ min: 1, max: 4 }),
  depth: fc.integer({ min: 0, max: 3 }),
  variants: fc.uniqueArray(fc.constantFrom('vip', 'trade', 'nobody'), { maxLength: 2 }),
  projection: fc.constantFrom(...projections),
})

function toOrder({ space, time }: TestSpace, change: Step['change']): Order | null {
  const about = { space, now: time.now }
  switch (change.what) {
    case 'key':
      return null
    case 'model':
      return { ...about, what: 'import', records: toModels(change.fields, change.more), prune: false }
    case 'import':
      return { ...about, what: 'import', records: change.entries.map(toRecord), prune: false }
    default:
      return { ...about, what: change.what, addresses: addressesOf(change.id) }
  }
}

test(
  'what is cached is never stale, and its ETag changes exactly when its body does',
  async () => {
    const root = await createTestSpace()
    const carryOut = ordersOn(root.database)
    let spaces = 0
    await fc.assert(
      fc.asyncProperty(
        entries,
        steps,
        fc.array(sent, { minLength: 2, maxLength: 8 }),
        async (first, changes, queries) => {
          const space = await createNeighbour(root, `s${++spaces}`, {
            records: [...toModels(0, false), ...first.map(toRecord)],
          })
          const cached = serviceOf(space)
          const tags = new Map<string, string>()
          const compare = async () => {
            const plain = serviceOf(space, { cacheBytes: 0, database: openUrl(root.url) })
            for (const query of queries) {
              const stored = await cached.listEntries(space.space, query)
              const body = await stored.response.body.text()
              const fresh = await plain.listEntries(space.space, query)
              expect({ query, body }).toEqual({ query, body: await fresh.response.body.text() })
              const tag = stored.response.digest
              for (const [name, value] of [
                [body, tag],
                [tag, body],
              ] as const) {
                expect(tags.get(name) ?? value).toBe(value)
                tags.set(name, value)
              }
            }
          }
          await compare()
          for (const { change } of changes) {
            space.time.now += 1
            const order = toOrder(space, change)
            if (order !== null) await carryOut(order)
            await compare()
          }
        },
      ),
      { numRuns: fuzzRuns(12) },
    )
  },
  longTestMs,
)

const refer = (id: string) => ({ id })
const post = (id: string, data: object): ImportRecord => {
  return { type: 'entry', collection: 'posts', id, liveData: data } as ImportRecord
}

const openOnce = oncePerFile(() => createTestSpace())
let opened = 0

async function openSpace(): Promise<TestSpace> {
  return createNeighbour(await openOnce(), `space-${++opened}`, {
    records: [
      ...toModels(0, false),
      post('p0', { text: 0, by: refer('p1'), to: [refer('p2')] }),
      post('p1', { text: 1, by: refer('p3') }),
      post('p2', { text: 2 }),
      post('p3', { text: 3 }),
    ],
  })
}

const changed = { p1: { text: 1, by: refer('p3') }, p2: { text: 20 }, p3: { text: 30 } }
const moved = 'another slug'

const rows: readonly (readonly [
  Projection,
  'p1' | 'p2' | 'p3',
  how: 'changed' | 'moved',
  outcome: string,
])[] = [
  [fields('text'), 'p1', 'moved', 'checked'],
  [fields('by'), 'p2', 'moved', 'checked'],
  [fields('by'), 'p1', 'changed', 'checked'],
  [fields('by'), 'p1', 'moved', 'miss'],
  [fields('by.text'), 'p1', 'changed', 'miss'],
  [fields('by.text'), 'p2', 'moved', 'checked'],
  [fields('by.text'), 'p3', 'moved', 'checked'],
  [fields('by.by'), 'p3', 'changed', 'checked'],
  [fields('by.by'), 'p3', 'moved', 'miss'],
  [fields('by.by.text'), 'p3', 'changed', 'miss'],
  [allBut('by'), 'p1', 'moved', 'checked'],
  [allBut('by'), 'p2', 'moved', 'miss'],
]
test.each(rows.map(([projection, ...rest]) => [projection.canonicalText, ...rest, projection] as const))(
  'of p0 with fields=%s, after %s was %s: %s',
  async (_, id, how, outcome, projection) => {
    const space = await openSpace()
    const service = serviceOf(space)
    const query = { collection: 'posts', slug: 'p0', depth: 0, variants: [], projection }
    const send = async () => (await service.getEntry(space.space, query)).outcome
    expect([await send(), await send()]).toEqual(['miss', 'hit'])
    space.time.now += 1
    await space.import([
      {
        ...post(id, changed[id]),
        ...(how === 'moved' && { slug: moved }),
        publishedAt: '2030-01-01T00:00:00Z',
      } as ImportRecord,
    ])
    expect(await send()).toBe(outcome as 'miss')
  },
)

test('a response with other fields is another response, and a long list of fields another than one that begins alike', async () => {
  const space = await openSpace()
  const service = serviceOf(space)
  const long = (last: string) => {
    const names = Array.from({ length: 50 }, (_, at) => `name${at}`)
    return fields([...names, last].join(','))
  }
  for (const projection of [null, fields('text'), fields('by'), long('text'), long('to')]) {
    for (const page of [1, 2]) {
      const query = { collection: 'posts', page, perPage: 2, depth: 1, variants: [], projection }
      const plain = bodyOf(serviceOf(space, { cacheBytes: 0 }).listEntries(space.space, query))
      expect(await bodyOf(service.listEntries(space.space, query))).toBe(await plain)
    }
  }
})
