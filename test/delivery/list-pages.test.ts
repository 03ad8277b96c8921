// Pages of long lists: the index of a list is read once and follows what is published; every page is what it is without
// an index, and costs one read.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import type { Reads } from '../../src/database/database.ts'
import { changesMax } from '../../src/delivery/cache/dependencies.ts'
import { readPage } from '../../src/delivery/resolve/build-response.ts'
import { readRevision } from '../../src/delivery/store/published-entries.store.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace, type TestSpace, testStart } from '../kit/app/test-space.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { fuzzRuns } from '../kit/fuzz.ts'
import { createStates } from './snapshots.ts'

const total = 1000
const id = (number: number) => `n${String(number).padStart(4, '0')}`
const ids = Array.from({ length: total }, (_, number) => id(number))

/** Newest first, some at the same time. */
const records: readonly ImportRecord[] = [
  { type: 'collection', apiName: 'c', name: 'C', fields: [{ apiName: 'text', type: 'text' }] },
  ...ids.map((entry, at) => ({
    type: 'entry' as const,
    collection: 'c',
    id: entry,
    publishedAt: new Date(Date.UTC(2026, 0, 1) - 1000 * Math.floor(at / 7)).toISOString(),
    liveData: { text: entry },
    data: { text: `${entry} anew` },
  })),
]

interface Seen {
  readonly ids: readonly string[]
  readonly total: number
  /** How many statements it took. */
  readonly statements: number
}

/** Of a node with memory of its own that follows the space: a page of the list as of now. */
function openList({ database, space, statements }: TestSpace) {
  const states = createStates(database)
  return (offset: number, limit: number): Promise<Seen | null> =>
    database.snapshot(space, async reads => {
      const revision = await readRevision(reads, space)
      const view = await states.at(reads, space, 1, revision)
      statements.length = 0
      const page = view && (await view.snapshot.readPage(reads, revision, 'c', { offset, limit }))
      const ids = page?.positions.map(({ entry }) => entry) ?? []
      return page && { ids, total: page.total, statements: statements.length }
    })
}

const publishAt = (space: TestSpace, id: string, now: number) =>
  publish(space.database, space.space, [`c/${id}`], () => now)

test('the index of a list is read once, and its pages are those of the list', async () => {
  const space = await createTestSpace({ records })
  const read = openList(space)
  // The number of entries, the index and the page.
  expect(await read(980, 20)).toEqual({ ids: ids.slice(980), total, statements: 3 })
  const seen: Seen[] = []
  for (let offset = 0; offset < total; offset += 20) seen.push((await read(offset, 20))!)
  expect(seen.flatMap(page => page.ids)).toEqual(ids)
  expect(new Set(seen.map(page => `${page.total} ${page.statements}`))).toEqual(new Set([`${total} 1`]))
  expect(await read(total, 20)).toEqual({ ids: [], total, statements: 0 })
  for (const [offset, limit] of [
    [0, 1000],
    [999, 5],
    [120, 300],
    [127, 1],
    [128, 1],
  ] as const) {
    expect(await read(offset, limit)).toEqual({
      ids: ids.slice(offset, offset + limit),
      total,
      statements: 1,
    })
  }
})

test('what is published, or published no more, is seen at once, and the index is not read again', async () => {
  const space = await createTestSpace({ records })
  const read = openList(space)
  await read(0, 1000)
  await publishAt(space, 'n0500', testStart + 1)
  const moved = ['n0500', ...ids.filter(one => one !== 'n0500')]
  for (const offset of [0, 200, 490])
    expect(await read(offset, 20)).toEqual({ ids: moved.slice(offset, offset + 20), total, statements: 1 })
  await unpublish(space.database, space.space, ['c/n0900'], () => 0)
  const left = moved.filter(one => one !== 'n0900')
  for (const offset of [200, 890])
    expect(await read(offset, 20)).toEqual({
      ids: left.slice(offset, offset + 20),
      total: total - 1,
      statements: 1,
    })
})

test('a range that many have come into is read in parts', async () => {
  const space = await createTestSpace({ records })
  const read = openList(space)
  await read(300, 20)
  const between = Array.from({ length: 700 }, (_, number) => `m${String(number).padStart(4, '0')}`)
  const publishedAt = records.flatMap(record => ('publishedAt' in record ? [record.publishedAt!] : []))[350]!
  await space.import(
    between.map(id => ({ type: 'entry', collection: 'c', id, publishedAt, liveData: { text: id } })),
  )
  const first = ids.findIndex((_, at) => Math.floor(at / 7) === 50)
  const all = [...ids.slice(0, first), ...between, ...ids.slice(first)]
  for (const offset of [300, 340, 700, 1040, 1400]) {
    expect((await read(offset, 50))!.ids).toEqual(all.slice(offset, offset + 50))
  }
  expect(await read(710, 20)).toEqual({ ids: all.slice(710, 730), total: total + 700, statements: 1 })
})

test('pages are those of the list, whatever was asked for and published before', async () => {
  const space = await createTestSpace({ records })
  const step = fc.record({
    changed: fc.array(fc.nat({ max: total - 1 }), { maxLength: 3 }),
    isPublished: fc.boolean(),
    offset: fc.nat({ max: total }),
    limit: fc.constantFrom(1, 20, 250),
  })
  let list = [...ids]
  const live = new Set<string>()
  let now = testStart
  const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
    const read = openList(space)
    for (const { changed, isPublished, offset, limit } of steps) {
      // What is live as it stands is published no second time.
      const isMoved = (id: string) => (list.includes(id) ? !isPublished || !live.has(id) : isPublished)
      const meant = new Set(changed.map(number => ids[number]!).filter(isMoved))
      if (isPublished) for (const id of meant) live.add(id)
      list = list.filter(id => !meant.has(id))
      if (isPublished) list.unshift(...[...meant].sort())
      const addresses = [...meant].map(id => `c/${id}`)
      now += 1
      if (isPublished) await publish(space.database, space.space, addresses, () => now)
      else await unpublish(space.database, space.space, addresses, () => 0)
      const page = await read(offset, limit)
      expect([page?.ids, page?.total]).toEqual([list.slice(offset, offset + limit), list.length])
    }
  }
  const steps = fc.array(step, { minLength: 20, maxLength: 20 })
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: fuzzRuns(5), endOnFailure: true })
})

test('where a node is ahead of what it reads, pages are counted off', async () => {
  const space = await createTestSpace({ records })
  await unpublish(space.database, space.space, ['c/n0003'], () => 0)
  const left = ids.filter(id => id !== 'n0003')
  const read = (offset: number) =>
    space.database.snapshot(space.space, async reads => {
      const reading = { reads, space: space.space, revision: 1, view: null }
      const page = await readPage(reading, 'c', { offset, limit: 20 })
      return [page.positions.map(({ entry }) => entry), page.total]
    })
  expect(await read(0)).toEqual([left.slice(0, 20), total - 1])
  expect(await read(990)).toEqual([left.slice(990), total - 1])
  expect(await read(total - 1)).toEqual([[], total - 1])
})

test('no more positions are read than the page has', async () => {
  const space = await createTestSpace({ records })
  const states = createStates(space.database)
  let positions = 0
  await space.database.snapshot(space.space, async reads => {
    const revision = await readRevision(reads, space.space)
    const { snapshot } = (await states.at(reads, space.space, 1, revision))!
    // By then the index is read.
    await snapshot.readPage(reads, revision, 'c', { offset: 300, limit: 20 })
    const all: Reads['all'] = async statement => {
      const rows = await reads.all(statement)
      positions += rows.length
      return rows
    }
    await snapshot.readPage({ ...reads, all }, revision, 'c', { offset: 140, limit: 20 })
  })
  expect(positions).toBe(20)
})

test('after more changes than are looked at, lists are counted again', async () => {
  const space = await createTestSpace({ records })
  const read = openList(space)
  expect(await read(500, 20)).toMatchObject({ ids: ids.slice(500, 520), total })
  const more = Array.from({ length: changesMax + 1 }, (_, number) => `m${number}`)
  await space.import(
    more.map(id => {
      return { type: 'entry', collection: 'c', id, publishedAt: '2000-01-01T00:00:00.000Z', liveData: {} }
    }),
  )
  expect(await read(500, 20)).toMatchObject({ ids: ids.slice(500, 520), total: total + more.length })
})

// SQLite is read in the thread that answers; a PostgreSQL is waited for anyway.
testOnSqlite(
  'a place far behind is looked for in parts, and waiting requests have a turn between them',
  async () => {
    const many = Array.from({ length: 17_000 }, (_, number) => `n${String(number).padStart(5, '0')}`)
    const publishedAt = '2026-01-01T00:00:00.000Z'
    const space = await createTestSpace({
      records: [
        records[0]!,
        ...many.map(
          (id): ImportRecord => ({ type: 'entry', collection: 'c', id, publishedAt, liveData: {} }),
        ),
      ],
    })
    const partsRead = () => space.statements.filter(sql => sql.includes('row_number()')).length
    const partsAtTurns: number[] = []
    let isOver = false
    const reading = openList(space)(16_900, 20).finally(() => {
      isOver = true
    })
    const turn = () => {
      partsAtTurns.push(partsRead())
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    expect((await reading)?.ids).toEqual(many.slice(16_900, 16_920))
    expect(partsRead()).toBe(3)
    expect(partsAtTurns[0]).toBe(2)
  },
)
