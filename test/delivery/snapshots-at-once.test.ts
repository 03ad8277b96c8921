// What a node knows of a space is brought on by whoever reads next, several at once: one that is late, or behind, leaves
// it as it is. Each reads real snapshots; what is held back is only when it hears of what it has read.
import { expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { unpublish } from '../../src/authoring/entries/publish.service.ts'
import type { Database, Reads } from '../../src/database/database.ts'
import type { SpaceSnapshots } from '../../src/delivery/cache/space-snapshots.ts'
import { readRevision } from '../../src/delivery/store/published-entries.store.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { openUrl } from '../kit/database/test-databases.ts'
import { until } from '../kit/until.ts'
import { createStates } from './snapshots.ts'

const total = 300
const ids = Array.from({ length: total }, (_, number) => `n${String(number).padStart(3, '0')}`)
const without = (gone: string) => ids.filter(id => id !== gone)
const records: readonly ImportRecord[] = [
  { type: 'collection', apiName: 'c', name: 'C', fields: [] },
  ...ids.map((id): ImportRecord => {
    return { type: 'entry', collection: 'c', id, publishedAt: '2026-01-01T00:00:00.000Z', liveData: {} }
  }),
]

/** A space, what a node knows of it, and two handles, since SQLite has one snapshot at a time on each. */
async function open() {
  const space = await createTestSpace({ records })
  const states = createStates(space.database)
  const handles = [space.database, openUrl(space.url)] as const
  const remove = (id: string) => unpublish(space.database, space.space, [`c/${id}`], () => 0)
  return { space, states, handles, remove }
}

interface Snapshot {
  readonly reads: Reads
  readonly revision: number
  end(): Promise<void>
}

/** One that stays as it was when it was opened. */
async function openSnapshot(database: Database, { space }: TestSpace): Promise<Snapshot> {
  const opened = Promise.withResolvers<Pick<Snapshot, 'reads' | 'revision'>>()
  const ended = Promise.withResolvers<void>()
  const whole = database.snapshot(space, async reads => {
    opened.resolve({ reads, revision: await readRevision(reads, space) })
    await ended.promise
  })
  whole.catch(opened.reject)
  const end = () => {
    ended.resolve()
    return whole
  }
  return { ...(await opened.promise), end }
}

/** The same reads, of which nothing is heard before they are let go. */
function hold(reads: Reads): { readonly reads: Reads; readonly letGo: () => void } {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const late = async <Result>(reading: Promise<Result>): Promise<Result> => {
    const result = await reading
    await promise
    return result
  }
  return {
    reads: {
      isBlocking: reads.isBlocking,
      each: (statement, onRow) => late(reads.each(statement, onRow)),
      all: statement => late(reads.all(statement)),
      first: statement => late(reads.first(statement)),
    },
    letGo,
  }
}

const follow = (states: SpaceSnapshots, { space }: TestSpace, { reads, revision }: Omit<Snapshot, 'end'>) =>
  states.at(reads, space, 1, revision)

async function readPage(
  states: SpaceSnapshots,
  { space }: TestSpace,
  { reads, revision }: Omit<Snapshot, 'end'>,
  offset: number,
) {
  const page = await states.find(space, 1)!.readPage(reads, revision, 'c', { offset, limit: 20 })
  return page && { ids: page.positions.map(({ entry }) => entry), total: page.total }
}

test('what has changed is counted once, also where two have read it', async () => {
  const { space, states, handles, remove } = await open()
  const before = await openSnapshot(handles[0], space)
  await follow(states, space, before)
  await readPage(states, space, before, 0)
  await before.end()
  await remove('n003')
  const [one, other] = [await openSnapshot(handles[0], space), await openSnapshot(handles[1], space)]
  const { reads, letGo } = hold(one.reads)
  const late = follow(states, space, { ...one, reads })
  await follow(states, space, other)
  letGo()
  const view = await late
  expect(view?.snapshot.log.size).toBe(1)
  expect(await readPage(states, space, one, 120)).toEqual({
    ids: without('n003').slice(120, 140),
    total: total - 1,
  })
  await Promise.all([one.end(), other.end()])
})

test('a reader that is behind learns it, and takes nothing back', async () => {
  const { space, states, handles, remove } = await open()
  const older = await openSnapshot(handles[0], space)
  await follow(states, space, older)
  await remove('n003')
  const newer = await openSnapshot(handles[1], space)
  await follow(states, space, newer)
  expect(await follow(states, space, older)).toBeNull()
  expect(await readPage(states, space, older, 0)).toBeNull()
  expect(states.revisionOf(space.space)).toBe(newer.revision)
  expect(await readPage(states, space, newer, 0)).toEqual({
    ids: without('n003').slice(0, 20),
    total: total - 1,
  })
  await Promise.all([older.end(), newer.end()])
})

for (const [what, isCounted] of [
  ['a count', false],
  ['a part of the index', true],
] as const) {
  test(`${what} is of no use where something was published in the meantime`, async () => {
    const { space, states, handles, remove } = await open()
    const older = await openSnapshot(handles[0], space)
    await follow(states, space, older)
    // Behind the last entry nothing but the count is needed.
    if (isCounted) expect(await readPage(states, space, older, 500)).toEqual({ ids: [], total })
    const { reads, letGo } = hold(older.reads)
    const late = readPage(states, space, { ...older, reads }, 0)
    await remove('n003')
    const newer = await openSnapshot(handles[1], space)
    await follow(states, space, newer)
    letGo()
    expect(await late).toBeNull()
    for (const offset of [130, 290]) {
      expect(await readPage(states, space, newer, offset)).toEqual({
        ids: without('n003').slice(offset, offset + 20),
        total: total - 1,
      })
    }
    await Promise.all([older.end(), newer.end()])
  })
}

test('an index that somebody else has made in the meantime is used', async () => {
  const { space, states, handles } = await open()
  const [one, other] = [await openSnapshot(handles[0], space), await openSnapshot(handles[1], space)]
  await follow(states, space, one)
  const { reads, letGo } = hold(one.reads)
  const late = readPage(states, space, { ...one, reads }, 0)
  expect(await readPage(states, space, other, 0)).toEqual({ ids: ids.slice(0, 20), total })
  space.statements.length = 0
  letGo()
  expect(await late).toEqual({ ids: ids.slice(0, 20), total })
  // The page alone.
  expect(space.statements).toHaveLength(1)
  await Promise.all([one.end(), other.end()])
})

test('what is known is not read again, and what the database does not have yet is not claimed', async () => {
  const { space, states, handles, remove } = await open()
  const now = await openSnapshot(handles[0], space)
  const view = await follow(states, space, now)
  space.statements.length = 0
  expect((await follow(states, space, now))?.snapshot).toBe(view!.snapshot)
  await now.end()
  expect(await states.reach(space.space, 1, now.revision)).toBe(view!.snapshot)
  expect(space.statements).toEqual([])
  expect(await states.reach(space.space, 1, now.revision + 1)).toBeNull()
  await remove('n003')
  expect(await states.reach(space.space, 1, now.revision + 1)).toBe(view!.snapshot)
  expect(states.revisionOf(space.space)).toBe(now.revision + 1)
})

test('who needs more than is being read reads again', async () => {
  const { space, remove } = await open()
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const snapshot: Database['snapshot'] = (of, work, revision) =>
    space.database.snapshot(
      of,
      async reads => {
        const result = await work(reads)
        await promise
        return result
      },
      revision,
    )
  const states = createStates({ snapshot })
  const revision = await readRevision(space.everything, space.space)
  const revisionAt = async (needed: number) => (await states.reach(space.space, 1, needed))?.log.revision
  const first = revisionAt(revision)
  while (states.revisionOf(space.space) < revision) await setImmediate()
  await remove('n003')
  const second = revisionAt(revision + 1)
  letGo()
  expect(await Promise.all([first, second])).toEqual([revision, revision + 1])
})

test('nothing holds a space that is forgotten', async () => {
  const { space } = await open()
  const states = createStates(space.database)
  const neighbours: TestSpace[] = []
  for (let number = 0; number < 10; number++) neighbours.push(await createNeighbour(space, `n${number}`))
  const known: WeakRef<object>[] = []
  for (const { space } of neighbours) known.push(new WeakRef((await states.reach(space, 1, 0))!))
  for (const { space } of neighbours) states.forget(space)
  // The collector takes what is on the stack for references, so one or another may stay for a while.
  await until(async () => {
    await setImmediate()
    Bun.gc(true)
    return known.filter(state => state.deref() !== undefined).length < 5
  })
})
