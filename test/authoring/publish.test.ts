// publish and unpublish: from the draft to what is served and back, versions, times and tombstones.
import { describe, expect, test } from 'bun:test'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { readEntry, readPage } from '../kit/app/served-content.ts'
import { createNeighbour, createTestSpace, draftCanary, type TestSpace } from '../kit/app/test-space.ts'
import { dumpTables, expectInvariants, historyOf, revisionOf } from '../kit/oracle/tables.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'tags', type: 'text', many: true },
  ],
} as const

const draft = (
  id: string,
  data: EntryRecord['data'] = { title: id },
  rest: Partial<EntryRecord> = {},
): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: data ?? {},
  ...rest,
})
const changed: EntryRecord = { ...draft('c', { title: draftCanary }), liveData: { title: 'live' } }

const minute = (count: number) => Date.parse('2026-07-01T00:00:00Z') + count * 60_000
const publishAt = (space: TestSpace, time: number, ...addresses: string[]) =>
  publish(space.database, space.space, addresses, () => time)
const unpublishIn = (space: TestSpace, ...addresses: string[]) =>
  unpublish(space.database, space.space, addresses, () => 0)

describe('publish', () => {
  test('makes the draft what is served: version 1, both times now', async () => {
    const space = await createTestSpace({ records: [posts, draft('a', { title: 'A', tags: ['x'] })] })
    expect(await readEntry(space, 'posts', 'a')).toBeNull()
    expect(await publishAt(space, minute(0), 'posts/a')).toEqual({
      changed: ['posts/a'],
      unchanged: [],
      cancelled: [],
    })
    expect(await readEntry(space, 'posts', 'a')).toEqual({
      id: 'a',
      slug: 'a',
      collection: 'posts',
      version: 1,
      firstPublishedAt: '2026-07-01T00:00:00.000Z',
      publishedAt: '2026-07-01T00:00:00.000Z',
      data: { title: 'A', tags: ['x'] },
    })
  })

  test('a draft over a published entry is not served until it is published (P18)', async () => {
    const space = await createTestSpace({ records: [posts, changed] })
    expect((await readEntry(space, 'posts', 'c'))?.data.title).toBe('live')
    await space.import([{ ...changed, data: { title: 'ready' } }])
    expect(await readEntry(space, 'posts', 'c')).toMatchObject({ version: 1, data: { title: 'live' } })
    await publishAt(space, minute(1), 'posts/c')
    expect(await readEntry(space, 'posts', 'c')).toMatchObject({ version: 2, data: { title: 'ready' } })
    expect((await readPage(space, 'posts')).count).toBe(1)
  })

  test('what is as asked already stays: no version, no time, no revision', async () => {
    const space = await createTestSpace({ records: [posts, draft('a')] })
    await publishAt(space, minute(0), 'posts/a')
    const before = await dumpTables(space)
    expect(await publishAt(space, minute(1), 'posts/a')).toEqual({
      changed: [],
      unchanged: ['posts/a'],
      cancelled: [],
    })
    expect(await dumpTables(space)).toEqual(before)
  })

  test('the draft overlays are published with it', async () => {
    const variants = { vip: { title: 'VIP', tags: [] } }
    const space = await createTestSpace({
      records: [posts, draft('a', { title: 'A', tags: ['x'] }, { variants })],
    })
    await publishAt(space, minute(0), 'posts/a')
    expect(await readEntry(space, 'posts', 'a', '?variants=vip')).toMatchObject({
      data: { title: 'VIP', tags: [] },
      variantsApplied: ['vip'],
    })
  })

  test('several are one transaction and one revision; one that is missing stops all', async () => {
    const many = Array.from({ length: 700 }, (_, index) => draft(`e${index}`))
    const space = await createTestSpace({ records: [posts, ...many] })
    const addresses = many.map(({ id }) => `posts/${id}`)
    const before = await dumpTables(space)
    expect(
      publishAt(space, minute(0), ...addresses, 'posts/missing', 'nowhere/a', 'posts'),
    ).rejects.toMatchObject({
      details: [
        expect.stringContaining('posts/missing'),
        expect.stringContaining('nowhere/a'),
        expect.stringContaining('posts'),
      ],
    })
    expect(await dumpTables(space)).toEqual(before)
    expect((await publishAt(space, minute(0), ...addresses, 'posts/e0')).changed).toEqual(addresses)
    expect([(await readPage(space, 'posts')).count, await revisionOf(space)]).toEqual([700, 2])
    await expectInvariants(space)
  })

  test('the first slash parts collection and slug', async () => {
    const space = await createTestSpace({
      records: [posts, draft('a', {}, { slug: '/x/y' }), draft('b', {}, { slug: 'x/y' })],
    })
    await publishAt(space, minute(0), 'posts//x/y')
    expect((await readPage(space, 'posts')).list.map(entry => entry.id)).toEqual(['a'])
  })

  test('does not reach into another space', async () => {
    const space = await createTestSpace({ records: [posts] })
    const neighbour = await createNeighbour(space, 'other', { records: [posts, draft('a')] })
    expect(publishAt(space, minute(0), 'posts/a')).rejects.toThrow()
    await neighbour.import([draft('a')])
    expect((await readPage(neighbour, 'posts')).count).toBe(0)
  })

  test('firstPublishedAt is never after publishedAt', async () => {
    const space = await createTestSpace({ records: [posts] })
    await space.import([{ ...draft('a'), liveData: {}, publishedAt: '2040-01-01T00:00:00Z' }])
    await publishAt(space, minute(0), 'posts/a')
    expect(await readEntry(space, 'posts', 'a')).toMatchObject({
      firstPublishedAt: '2026-07-01T00:00:00.000Z',
      publishedAt: '2026-07-01T00:00:00.000Z',
    })
  })
})

describe('unpublish', () => {
  test('stops serving at once, keeps the draft, and is a 404 like a missing entry', async () => {
    const space = await createTestSpace({ records: [posts, changed] })
    expect(await unpublishIn(space, 'posts/c')).toEqual({
      changed: ['posts/c'],
      unchanged: [],
      cancelled: [],
    })
    const body = async (slug: string) =>
      (await (await space.get(`/content/posts/${slug}`)).text()).replace(/request-\d+/, '')
    expect(await body('c')).toBe(await body('missing'))
    expect(await readPage(space, 'posts')).toEqual({ list: [], count: 0, pagesCount: 0 })
    const { entry, activity } = await dumpTables(space)
    expect(entry.map(row => JSON.parse(row.data))).toEqual([{ title: draftCanary, tags: [] }])
    // The draft stays, and the record names its version.
    expect(activity.find(({ action }) => action === 'unpublish')).toMatchObject({
      ...{ entry: 'c', collection: 'posts', version: 'd1', detail: null },
      by: '{"kind":"command","name":"frontlist unpublish"}',
    })
  })

  test('of a draft changes nothing; a missing one stops all', async () => {
    const space = await createTestSpace({ records: [posts, changed, draft('d')] })
    expect(await unpublishIn(space, 'posts/d')).toEqual({
      changed: [],
      unchanged: ['posts/d'],
      cancelled: [],
    })
    expect(await revisionOf(space)).toBe(1)
    expect(unpublishIn(space, 'posts/c', 'posts/no')).rejects.toThrow('Nothing was changed')
    expect((await readPage(space, 'posts')).count).toBe(1)
  })

  test('versions go on after it, firstPublishedAt stays, and each publication leaves its row', async () => {
    const space = await createTestSpace({ records: [posts, draft('a')] })
    for (let round = 0; round < 3; round++) {
      await publishAt(space, minute(round), 'posts/a')
      expect(await readEntry(space, 'posts', 'a')).toMatchObject({
        version: round + 1,
        firstPublishedAt: '2026-07-01T00:00:00.000Z',
        publishedAt: new Date(minute(round)).toISOString(),
      })
      await unpublishIn(space, 'posts/a')
    }
    expect(
      (await historyOf(space, 'a')).map(row => [row.version, row.from_revision, row.to_revision]),
    ).toEqual([
      [1, 2, 3],
      [2, 4, 5],
      [3, 6, 7],
    ])
    await space.import([{ ...draft('a'), liveData: { title: 'import' } }])
    expect(await readEntry(space, 'posts', 'a')).toMatchObject({ version: 4, data: { title: 'import' } })
    await expectInvariants(space)
  })

  test('an import without liveData unpublishes too', async () => {
    const space = await createTestSpace({ records: [posts, changed] })
    expect(await space.import([draft('c')])).toMatchObject({ changed: 1 })
    expect(await readEntry(space, 'posts', 'c')).toBeNull()
    expect((await historyOf(space, 'c')).map(row => row.to_revision)).toEqual([2])
  })
})
