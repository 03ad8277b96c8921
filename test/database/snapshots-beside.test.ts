// Snapshots at the same time on SQLite: a request reads its own while others are being read, slice by slice.
import { expect } from 'bun:test'
import type { Reads } from '../../src/database/database.ts'
import { readRevision } from '../../src/delivery/store/published-entries.store.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'

const records = [
  { type: 'collection', apiName: 'c', name: 'C', fields: [] },
  { type: 'entry', collection: 'c', id: 'a', liveData: {} },
] as const

/** A snapshot that lasts until it is ended. */
function open({ database, space }: TestSpace) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  let isRunning = false
  const done = database.snapshot(space, async (reads: Reads) => {
    await readRevision(reads, space)
    isRunning = true
    await promise
    return readRevision(reads, space)
  })
  return { done, end, isRunning: () => isRunning }
}

testOnSqlite('a snapshot does not wait for two others, and each sees its own state to the end', async () => {
  const space = await createTestSpace({ records })
  const { database, space: id } = space
  const revision = await readRevision(database.reads, id)
  const held = [open(space), open(space)]
  await Bun.sleep(1)
  expect(held.map(one => one.isRunning())).toEqual([true, true])
  expect((await space.get('/content/c')).status).toBe(200)
  await database.transaction(
    writes =>
      writes
        .updateTable('space')
        .set({ revision: revision + 1 })
        .where('id', '=', id)
        .execute(),
    id,
  )
  expect(await database.snapshot(id, reads => readRevision(reads, id))).toBe(revision + 1)
  for (const one of held) one.end()
  expect(await Promise.all(held.map(({ done }) => done))).toEqual([revision, revision])
})

testOnSqlite('more snapshots than connections wait for one that ends, also where one fails', async () => {
  const space = await createTestSpace({ records })
  const { database, space: id } = space
  const held = [open(space), open(space), open(space)]
  const failing = database.snapshot(id, () => Promise.reject(new Error('failed')))
  const last = open(space)
  await Bun.sleep(1)
  expect(last.isRunning()).toBe(false)
  held[1]!.end()
  expect(failing).rejects.toThrow('failed')
  last.end()
  await last.done
  for (const one of held) one.end()
  await Promise.all(held.map(({ done }) => done))
})
