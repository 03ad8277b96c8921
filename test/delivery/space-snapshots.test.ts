// What a node knows of spaces is bounded: those that were asked for least lately go, and of each its lists take no more
// than they may.
import { expect, test } from 'bun:test'
import type { SpaceId } from '../../src/base/ids.ts'
import { changesMax } from '../../src/delivery/cache/dependencies.ts'
import { snapshotLimits } from '../../src/delivery/cache/space-snapshots.ts'
import { ListIndex } from '../../src/delivery/list/list-index.ts'
import { readPage } from '../../src/delivery/resolve/build-response.ts'
import { readRevision } from '../../src/delivery/store/published-entries.store.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { openTestDatabase } from '../kit/database/test-databases.ts'
import { createStates } from './snapshots.ts'

const spacesMax = snapshotLimits.spaces
const nameOf = (number: number) => `space${number}` as SpaceId

test('of more than 1,000 spaces the one that was asked for longest ago is forgotten', async () => {
  const { database } = await openTestDatabase()
  const states = createStates(database)
  const send = (number: number, revision = 1) =>
    database.snapshot(nameOf(number), reads => states.at(reads, nameOf(number), 0, revision))
  const known = (number: number) => states.find(nameOf(number), 0) !== null
  for (let number = 0; number < spacesMax; number++) await send(number)
  expect([known(0), known(1), known(spacesMax - 1)]).toEqual([true, true, true])
  await send(0)
  await send(spacesMax)
  expect([known(0), known(1), known(2), known(spacesMax)]).toEqual([true, false, true, true])
  // One that moves on is not one more.
  await send(2, 2)
  expect([known(2), known(3), states.revisionOf(nameOf(2))]).toEqual([true, true, 2])
  await send(spacesMax + 1)
  expect([known(2), known(3), known(4)]).toEqual([true, false, true])
})

test('of more changes than may be remembered of all, those of the spaces go that were asked for longest ago', async () => {
  const space = await createTestSpace()
  const states = createStates(space.database, { changes: 7 })
  const spaces: TestSpace[] = []
  for (const slug of ['one', 'two', 'three', 'four']) spaces.push(await createNeighbour(space, slug))
  const follow = (one: TestSpace) =>
    space.database.snapshot(one.space, async reads => {
      await states.at(reads, one.space, 1, await readRevision(reads, one.space))
    })
  const known = () => spaces.map(one => states.find(one.space, 1)?.log.size ?? null)
  for (const one of spaces) await follow(one)
  for (const [at, count] of [2, 3, 2, 1].entries()) {
    const one = spaces[at]!
    await one.import([
      { type: 'collection', apiName: 'c', name: 'C', fields: [] },
      ...Array.from({ length: count }, (_, number): ImportRecord => {
        return { type: 'entry', collection: 'c', id: `e${number}`, liveData: {} }
      }),
    ])
    if (at === 3) expect(known()).toEqual([2, 3, 2, 0])
    await follow(one)
  }
  expect(known()).toEqual([null, 3, 2, 1])
  // Nor does a space go for its own, however many.
  await spaces[3]!.import(
    Array.from({ length: 9 }, (_, number) => {
      return { type: 'entry', collection: 'c', id: `f${number}`, liveData: {} }
    }),
  )
  await follow(spaces[3]!)
  expect(known()).toEqual([null, null, null, 10])
})

test('one that is forgotten, or of another history, is unknown', async () => {
  const { database } = await openTestDatabase()
  const states = createStates(database)
  const space = nameOf(1)
  await database.snapshot(space, reads => states.at(reads, space, 3, 7))
  expect([states.find(space, 3)?.log.revision, states.find(space, 4)]).toEqual([7, null])
  states.forget(space)
  expect([states.find(space, 3), states.revisionOf(space)]).toEqual([null, 0])
})

test('the lists of a space take what they may together, and every page beyond that is still the right one', async () => {
  const [total, blockSize] = [700, 128]
  const idOf = (collection: string, number: number) => `${collection}${String(number).padStart(3, '0')}`
  const publishedAt = '2026-01-01T00:00:00.000Z'
  const records = ['one', 'two'].flatMap((apiName): ImportRecord[] => [
    { type: 'collection', apiName, name: apiName, fields: [] },
    ...Array.from({ length: total }, (_, number): ImportRecord => {
      return { type: 'entry', collection: apiName, id: idOf(apiName, number), publishedAt, liveData: {} }
    }),
  ])
  const { database, space, statements } = await createTestSpace({ records })
  const block = new ListIndex(1)
  block.append(block.missing(0, 1)!, [{ publishedAt: 0, entry: 'a' }])
  // A part is read as long as no more than three are there.
  const states = createStates(database, { indexBytes: 3 * block.bytes })
  const request = (collection: string, offset: number) =>
    database.snapshot(space, async reads => {
      const revision = await readRevision(reads, space)
      const view = await states.at(reads, space, 1, revision)
      statements.length = 0
      const page = await readPage({ reads, space, revision, view }, collection, { offset, limit: 20 })
      expect(page.positions.map(({ entry }) => entry)).toEqual(
        Array.from({ length: 20 }, (_, at) => idOf(collection, offset + at)),
      )
      expect(page.total).toBe(total)
      return statements.some(sql => sql.includes('row_number()')) ? 'indexed' : 'not indexed'
    })
  expect(await request('one', 0)).toBe('indexed')
  expect(await request('two', blockSize)).toBe('indexed')
  expect(await request('one', blockSize)).toBe('indexed')
  for (const [collection, offset] of [
    ['one', 2 * blockSize],
    ['two', 2 * blockSize],
    ['two', total - 20],
  ] as const) {
    expect(await request(collection, offset)).toBe('not indexed')
    expect(statements.filter(sql => sql.includes('count(*)')).length).toBe(1)
  }
  // What was made before stays of use.
  expect(await request('one', blockSize + 1)).toBe('not indexed')
  expect(statements).toHaveLength(1)
})

test('the bounds are those in docs/scaling.md', async () => {
  const text = (await Bun.file('docs/scaling.md').text()).replaceAll(/\s+/g, ' ')
  const { spaces, changes, indexBytes } = snapshotLimits
  const reported = (number: number) => number.toLocaleString('en-US')
  expect(text).toContain(
    `for up to ${reported(spaces)} of them the last ${reported(changesMax)} changes, ${reported(changes)} in all`,
  )
  expect(text).toContain(`requested collections, up to ${indexBytes / 2 ** 20} MiB a space`)
})
