// What answers and their parts are counted as: by kind, by bytes, by time, and by what has become of them.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { unpublish } from '../../src/authoring/entries/publish.service.ts'
import { type CacheCounts, type InvalidationReason, uncounted } from '../../src/base/cache-counts.ts'
import { defaultBudget } from '../../src/content/publish/response-budget.ts'
import { createDeliveryService } from '../../src/delivery/delivery.service.ts'
import { readChanges } from '../../src/delivery/store/change-log.store.ts'
import { respondJson } from '../../src/http/json-response.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { publishOne, records, refer } from './posts-and-authors.ts'

const serviceOf = ({ database }: TestSpace, counts: Partial<CacheCounts>, bytesMax = 8_000_000) =>
  createDeliveryService({
    database,
    cacheBytes: bytesMax,
    counts: { ...uncounted, ...counts },
    budget: defaultBudget,
  })

testOnSqlite(
  'what was made of a later past is not given again: an older copy may have taken its place',
  async () => {
    const space = await createTestSpace({ records })
    const invalidations: InvalidationReason[] = []
    const service = serviceOf(space, { onInvalidation: cause => invalidations.push(cause) })
    const send = async () => {
      const query = { collection: 'posts', slug: 'p0', depth: 0, variants: [], projection: null }
      const { outcome, response } = await service.getEntry(space.space, query)
      return [outcome, (await response.body.text()).includes('p0 anew')]
    }
    await publishOne(space, 'posts/p0')
    expect([await send(), await send()]).toEqual([
      ['miss', true],
      ['hit', true],
    ])
    await space.database.transaction(writes =>
      sql`update space set revision = revision - 1 where id = ${space.space}`.execute(writes),
    )
    expect([await send(), await send()]).toEqual([
      ['miss', true],
      ['hit', true],
    ])
    expect(invalidations).toEqual(['history'])
  },
)

test('says how long the database took of it, and everything else', async () => {
  const space = await createTestSpace({ records })
  const query = { collection: 'posts', page: 1, perPage: 10, depth: 2, variants: [], projection: null }
  const started = performance.now()
  const { databaseMs, buildMs } = await serviceOf(space, {}).listEntries(space.space, query)
  const took = performance.now() - started
  expect(databaseMs).toBeGreaterThan(0)
  expect(buildMs).toBeGreaterThan(0)
  expect(databaseMs + buildMs).toBeLessThanOrEqual(took)
})

test('what answers are put together from is counted by its kind', async () => {
  const space = await createTestSpace({ records })
  const lookups: string[] = []
  const service = serviceOf(space, { onLookup: (kind, outcome) => lookups.push(`${kind} ${outcome}`) })
  const send = async (slug: string, depth: number) => {
    lookups.length = 0
    await service.getEntry(space.space, { collection: 'posts', slug, depth, variants: [], projection: null })
    return lookups.toSorted()
  }
  // p9 refers to its author and to nothing.
  expect(await send('p9', 1)).toEqual(['entry miss', 'entry miss', 'fragment miss', 'response miss'])
  expect(await send('p9', 1)).toEqual(['response hit'])
  expect(await send('p9', 2)).toEqual(['entry hit', 'entry miss', 'fragment miss', 'response miss'])
  const query = { collection: 'posts', page: 10, perPage: 1, depth: 1, variants: [], projection: null }
  lookups.length = 0
  await service.listEntries(space.space, query)
  expect(lookups.toSorted()).toEqual(['fragment hit', 'response miss'])
})

test('an entry that others refer to stays longer than the responses that it stood in', async () => {
  const text = 'x'.repeat(60_000)
  const notes = Array.from({ length: 28 }, (_, at) => `n${at}`)
  const space = await createTestSpace({
    records: [
      ...records,
      { type: 'collection', apiName: 'notes', name: 'Notes', fields: [{ apiName: 'text', type: 'text' }] },
      ...notes.map(id => ({ type: 'entry', collection: 'notes', id, liveData: { text } }) as const),
    ],
  })
  const lookups: string[] = []
  const service = serviceOf(
    space,
    { onLookup: (kind, outcome) => lookups.push(`${kind} ${outcome}`) },
    4_000_000,
  )
  const send = async (collection: string, slug: string) => {
    lookups.length = 0
    await service.getEntry(space.space, { collection, slug, depth: 1, variants: [], projection: null })
    return lookups.toSorted()
  }
  // p9 refers to its author and to nothing.
  expect(await send('posts', 'p9')).toEqual(['entry miss', 'entry miss', 'fragment miss', 'response miss'])
  // Of each the response and its fragment: a little more than there is room for.
  for (const note of notes) await send('notes', note)
  expect(await send('posts', 'p9')).toEqual(['entry hit', 'entry miss', 'fragment miss', 'response miss'])
})

test('what is kept counts with the response, its fragments, the ids of both, and each coding that is made', async () => {
  const ids = Array.from({ length: 200 }, (_, at) => `nothing-${at}`)
  const text = 'Long enough to be worth a coding. '.repeat(50)
  const [posts] = records
  const space = await createTestSpace({
    records: [
      {
        ...posts!,
        fields: [
          { apiName: 'text', type: 'text' },
          { apiName: 'to', type: 'reference', many: true },
        ],
      } as ImportRecord,
      { type: 'entry', collection: 'posts', id: 'one', liveData: { text, to: ids.map(refer) } },
    ],
  })
  let bytes = 0
  const onBytes = (now: number) => {
    bytes = now
  }
  const service = serviceOf(space, { onBytes })
  const query = { collection: 'posts', slug: 'one', depth: 0, variants: [], projection: null }
  const { response } = await service.getEntry(space.space, query)
  const body = response.body.size
  // Nothing of what it refers to is published: the ids take more than the texts, in the response and in its fragment.
  const ofIds = 2 * 64 * (ids.length + 1)
  expect(bytes).toBeGreaterThan(2 * body + ofIds)
  expect(bytes).toBeLessThan(2 * body + ofIds + 2000)
  const plain = bytes
  const send = (coding: string) =>
    respondJson(new Request('http://localhost/', { headers: { 'Accept-Encoding': coding } }), response, {})
  const sizes = await Promise.all(
    ['br', 'br', 'gzip'].map(async coding => (await (await send(coding)).arrayBuffer()).byteLength),
  )
  expect(bytes).toBe(plain + sizes[1]! + sizes[2]!)
})

test('what has changed is read whole, or as more than can be looked at', async () => {
  const space = await createTestSpace({ records })
  const read = (max: number) =>
    space.database.snapshot(space.space, async reads => {
      const rows = await readChanges(reads, space.space, 1, max)
      return rows?.filter(({ toRevision }) => toRevision === null).map(({ entry }) => entry) ?? null
    })
  expect(await read(2)).toEqual([])
  for (const address of ['posts/p1', 'posts/p2', 'authors/a0']) await publishOne(space, address)
  expect(await read(2)).toBeNull()
  expect((await read(3))?.toSorted()).toEqual(['a0', 'p1', 'p2'])
  // Of those that are closed only, nothing is opened.
  await unpublish(space.database, space.space, ['posts/p3', 'posts/p4', 'posts/p5', 'posts/p6'], () => 0)
  expect(await read(6)).toBeNull()
  expect((await read(7))?.toSorted()).toEqual(['a0', 'p1', 'p2'])
})
