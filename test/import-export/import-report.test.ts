// What an import says that it did, and that it did just that: counts, one revision, --dry-run, --prune, times.
import { describe, expect, test } from 'bun:test'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { readAll, readEntry, readPage } from '../kit/app/served-content.ts'
import { createNeighbour, createTestSpace, draftCanary, testStart } from '../kit/app/test-space.ts'
import { dumpTables, expectInvariants, historyOf, revisionOf } from '../kit/oracle/tables.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'next', type: 'reference' },
  ],
} as const
const pages = { ...posts, apiName: 'pages', name: 'Pages' } as const

const live = (id: string, title = id, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  liveData: { title },
  ...rest,
})
const draft = (id: string, title = id): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: { title },
})

const start = [posts, pages, live('a'), live('b'), draft('d'), live('p', 'p', { collection: 'pages' })]

describe('counts', () => {
  test('created, changed, unchanged and removed are of entries, drafts included', async () => {
    const space = await createTestSpace()
    expect(await space.import(start)).toMatchObject({ created: 4, changed: 0, unchanged: 0, removed: 0 })
    const next = [live('a'), live('b', 'other'), draft('d', 'other'), live('n')]
    expect(await space.import(next)).toMatchObject({ created: 1, changed: 2, unchanged: 2, removed: 0 })
    const last = [posts, live('a'), live('n', 'other')]
    expect(await space.import(last, { prune: true })).toMatchObject({
      created: 0,
      changed: 1,
      unchanged: 1,
      removed: 3,
    })
  })

  test.each<[string, EntryRecord]>([
    ['the title', live('a', 'other')],
    ['the slug', live('a', 'a', { slug: 'other' })],
    ['publishedAt', live('a', 'a', { publishedAt: '2026-01-01T00:00:00Z' })],
    ['a reference', { ...live('a'), liveData: { title: 'a', next: { id: 'b' } } }],
    ['an overlay', live('a', 'a', { variants: { vip: { title: 'A' } } })],
    ['the draft alone', live('a', 'a', { data: { title: 'draft' } })],
    ['live becomes draft', draft('a')],
  ])('%s makes an entry changed, and going back makes it changed again', async (_, record) => {
    const space = await createTestSpace({ records: start })
    expect(await space.import([record])).toMatchObject({ created: 0, changed: 1, unchanged: 3 })
    expect(await space.import([record])).toMatchObject({ created: 0, changed: 0, unchanged: 4 })
    expect(await space.import([live('a', 'a', { publishedAt: '2026-06-01T00:00:00Z' })])).toMatchObject({
      changed: 1,
    })
    await expectInvariants(space)
  })

  test.each<[string, EntryRecord]>([
    ['data that equals liveData', live('a', 'a', { data: { title: 'a' } })],
    ['null for a field without a value', { ...live('a'), liveData: { next: null, title: 'a' } }],
    ['an overlay that sets nothing', live('a', 'a', { variants: { vip: {}, loud: { title: null } } })],
    ['the slug that is the id', live('a', 'a', { slug: 'a' })],
    ['publishedAt as it is', live('a', 'a', { publishedAt: '2026-06-01T02:00:00+02:00' })],
  ])('%s leaves an entry unchanged', async (_, record) => {
    const space = await createTestSpace({ records: start })
    const before = await dumpTables(space)
    expect(await space.import([record])).toMatchObject({ changed: 0, unchanged: 4 })
    expect(await dumpTables(space)).toEqual(before)
  })
})

test('collections are counted: created, changed, and unchanged ones that the file describes', async () => {
  const space = await createTestSpace()
  const other: ImportRecord = { ...posts, apiName: 'other' }
  const counted = async (...records: ImportRecord[]) => (await space.import(records)).collections
  expect(await counted(posts)).toEqual({ created: 1, changed: 0, unchanged: 0 })
  expect(await counted({ ...posts, name: 'Renamed' }, other)).toEqual({
    created: 1,
    changed: 1,
    unchanged: 0,
  })
  expect(await counted(other)).toEqual({ created: 0, changed: 0, unchanged: 1 })
})

test('an overlay that the next file lacks is served no more, and the others stay', async () => {
  const space = await createTestSpace({ records: start })
  await space.import([live('a', 'a', { variants: { vip: { title: 'V' }, loud: { title: 'L' } } })])
  expect(await space.import([live('a', 'a', { variants: { loud: { title: 'L' } } })])).toMatchObject({
    changed: 1,
  })
  expect(await readEntry(space, 'posts', 'a', '?variants=vip')).toMatchObject({
    version: 3,
    data: { title: 'a' },
    variantsApplied: [],
  })
  expect((await readEntry(space, 'posts', 'a', '?variants=loud'))?.data.title).toBe('L')
})

describe('the revision of a space', () => {
  test('goes up by one with an import, however many entries it brings', async () => {
    const space = await createTestSpace()
    expect(await revisionOf(space)).toBe(0)
    const many = Array.from({ length: 1300 }, (_, index) => live(`e${index}`))
    await space.import([posts, ...many])
    expect(await revisionOf(space)).toBe(1)
    const { publication } = await dumpTables(space)
    expect(new Set(publication.map(row => row.from_revision))).toEqual(new Set([1]))
  })

  test('stays where the same file comes again, hours later', async () => {
    const space = await createTestSpace({ records: start })
    const before = await dumpTables(space)
    space.time.now += 3_600_000
    for (const prune of [false, true]) {
      expect(await space.import(start, { prune })).toEqual({
        created: 0,
        changed: 0,
        unchanged: 4,
        removed: 0,
        collections: { created: 0, changed: 0, unchanged: 2 },
        assets: { created: 0, changed: 0, unchanged: 0 },
        losses: [],
        dangling: [],
        unpublished: [],
        removedCollections: [],
      })
    }
    expect(await dumpTables(space)).toEqual(before)
  })

  test('stays where only drafts change', async () => {
    const space = await createTestSpace({ records: start })
    await space.import([draft('d', 'other'), draft('e'), live('a', 'a', { data: { title: draftCanary } })])
    expect(await revisionOf(space)).toBe(1)
  })

  test('goes up where a collection gets another name or is new', async () => {
    const space = await createTestSpace({ records: start })
    await space.import([{ ...posts, name: 'Journal' }])
    await space.import([{ ...posts, apiName: 'notes' }])
    expect(await revisionOf(space)).toBe(3)
  })

  test('is not that of a neighbour', async () => {
    const space = await createTestSpace({ records: start })
    const neighbour = await createNeighbour(space, 'other', { records: start })
    await space.import([live('a', 'other')])
    expect([await revisionOf(space), await revisionOf(neighbour)]).toEqual([2, 1])
    expect((await readEntry(neighbour, 'posts', 'a'))?.data.title).toBe('a')
  })
})

describe('--dry-run', () => {
  const next = [
    posts,
    live('a', 'other'),
    live('n'),
    live('m', 'm', { slug: 'n' }),
    { ...live('c'), liveData: { next: { id: 'gone' } } },
  ]

  test.each([false, true])('changes nothing and reports what the import will, prune %p', async prune => {
    const space = await createTestSpace({ records: start })
    const before = await dumpTables(space)
    const reported = await space.import(next, { dryRun: true, prune })
    expect(await dumpTables(space)).toEqual(before)
    expect(await space.import(next, { prune })).toEqual(reported)
    expect(reported).toMatchObject({ created: 3, changed: 1, removed: prune ? 3 : 0 })
    expect(reported.losses).toHaveLength(1)
    expect(reported.dangling).toEqual([{ entry: 'c', field: 'next', to: 'gone' }])
  })

  test('refuses a bad file like the import', async () => {
    const space = await createTestSpace({ records: start })
    const bad = space.import([{ ...live('a'), liveData: { title: 1 } }], { dryRun: true })
    expect(bad).rejects.toThrow(/1 error/)
  })
})

describe('--prune', () => {
  test('archives entries that the file does not have, and removes collections with their entries: what points to them finds nothing', async () => {
    const space = await createTestSpace({ records: start })
    await space.import([{ ...live('a'), liveData: { title: 'a', next: { id: 'b' } } }])
    const file = [posts, { ...live('a'), liveData: { title: 'a', next: { id: 'b' } } }]
    const report = await space.import(file, { prune: true })
    expect(report).toMatchObject({ unchanged: 1, removed: 3, dangling: [] })
    expect([...(await readAll(space)).keys()]).toEqual(['a'])
    expect((await readEntry(space, 'posts', 'a', '?depth=1'))?.data.next).toBeNull()
    const { entry, collection } = await dumpTables(space)
    expect(entry.map(row => `${row.id} ${row.state}`).sort()).toEqual(['a live', 'b archived', 'd archived'])
    expect(collection.map(row => row.api_name)).toEqual(['posts'])
    expect((await space.get('/content/pages')).status).toBe(404)
    await expectInvariants(space)
  })

  test('leaves tombstones, and an entry that comes again goes on from its version and first time', async () => {
    const space = await createTestSpace({ records: start })
    await space.import([live('b', 'second')])
    await space.import([posts, live('a')], { prune: true })
    expect(
      (await historyOf(space, 'b')).map(row => [row.version, row.from_revision, row.to_revision]),
    ).toEqual([
      [1, 1, 2],
      [2, 2, 3],
    ])
    space.time.now += 60_000
    await space.import([live('b')])
    expect(await readEntry(space, 'posts', 'b')).toMatchObject({
      version: 3,
      firstPublishedAt: new Date(testStart).toISOString(),
      publishedAt: new Date(testStart + 60_000).toISOString(),
    })
  })

  test('keeps a collection that the file does not describe but has entries of', async () => {
    const space = await createTestSpace({ records: start })
    expect(await space.import([live('a')], { prune: true })).toMatchObject({ unchanged: 1, removed: 3 })
    expect((await readPage(space, 'posts')).count).toBe(1)
    expect((await space.get('/content/pages')).status).toBe(404)
  })

  test('of a file with collections alone leaves an empty space', async () => {
    const space = await createTestSpace({ records: start })
    await space.import([posts], { prune: true })
    expect(await readPage(space, 'posts')).toEqual({ list: [], count: 0, pagesCount: 0 })
  })

  test('does not touch a neighbour', async () => {
    const space = await createTestSpace({ records: start })
    const neighbour = await createNeighbour(space, 'other', { records: start })
    const before = [...(await readAll(neighbour)).values()]
    await space.import([pages], { prune: true })
    expect([...(await readAll(neighbour)).values()]).toEqual(before)
  })
})

describe('what is not served any more', () => {
  test('entries that were live and have no liveData now are named, moved ones too', async () => {
    const space = await createTestSpace({ records: start })
    const moved = { ...draft('b'), slug: 'moved' }
    const { unpublished } = await space.import([draft('a'), moved, draft('d', 'other')])
    expect(unpublished.map(({ collection, slug, id }) => [collection, slug, id])).toEqual([
      ['posts', 'a', 'a'],
      ['posts', 'moved', 'b'],
    ])
    expect((await space.import([draft('a'), moved])).unpublished).toEqual([])
  })

  test('collections that --prune removes are named', async () => {
    const space = await createTestSpace({ records: start })
    expect((await space.import([posts, live('a')])).removedCollections).toEqual([])
    expect((await space.import([posts, live('a')], { prune: true })).removedCollections).toEqual(['pages'])
  })
})

describe('times and versions', () => {
  test('publishedAt is that of the file, or now where the file has none and the content is new', async () => {
    const space = await createTestSpace({ records: start })
    await space.import([live('x', 'x', { publishedAt: '2020-02-03T04:05:06.789+01:00' }), live('y')])
    expect(await readEntry(space, 'posts', 'x')).toMatchObject({
      publishedAt: '2020-02-03T03:05:06.789Z',
      firstPublishedAt: '2020-02-03T03:05:06.789Z',
      version: 1,
    })
    space.time.now += 1000
    await space.import([live('x'), live('y', 'other')])
    expect((await readEntry(space, 'posts', 'x'))?.publishedAt).toBe('2020-02-03T03:05:06.789Z')
    expect(await readEntry(space, 'posts', 'y')).toMatchObject({
      publishedAt: new Date(testStart + 1000).toISOString(),
      firstPublishedAt: new Date(testStart).toISOString(),
      version: 2,
    })
  })

  test('firstPublishedAt is the earliest that was ever given, and never after publishedAt', async () => {
    const space = await createTestSpace({ records: start })
    await space.import([live('a', 'a', { publishedAt: '2030-01-01T00:00:00Z' })])
    await space.import([live('a', 'a', { publishedAt: '2019-01-01T00:00:00Z' })])
    await space.import([live('a', 'a', { publishedAt: '2025-01-01T00:00:00Z' })])
    expect(await readEntry(space, 'posts', 'a')).toMatchObject({
      version: 4,
      publishedAt: '2025-01-01T00:00:00.000Z',
      firstPublishedAt: '2019-01-01T00:00:00.000Z',
    })
  })

  test('the publishedAt of a draft is a loss that is reported', async () => {
    const space = await createTestSpace({ records: [posts] })
    const { losses } = await space.import([{ ...draft('d'), publishedAt: '2026-01-01T00:00:00Z' }])
    expect(losses).toEqual([
      {
        kind: 'published_at_ignored',
        where: 'line 1',
        collection: 'posts',
        entry: 'd',
        field: null,
        what: expect.stringContaining('publishedAt'),
        count: 1,
      },
    ])
  })

  test('an entry that moves to another collection is published there, one version on, and its old address is gone', async () => {
    const space = await createTestSpace({ records: start })
    const refersTo = { ...live('b'), liveData: { title: 'b', next: { id: 'a' } } }
    await space.import([refersTo])
    const moved = live('a', 'a', { collection: 'pages', slug: 'moved' })
    await space.import([posts, pages, refersTo, moved], { prune: true })
    expect(await readEntry(space, 'posts', 'a')).toBeNull()
    expect(await readEntry(space, 'pages', 'moved')).toMatchObject({
      id: 'a',
      version: 2,
      collection: 'pages',
    })
    expect((await readEntry(space, 'posts', 'b'))?.data.next).toEqual({
      id: 'a',
      collection: 'pages',
      slug: 'moved',
    })
    await expectInvariants(space)
  })
})
