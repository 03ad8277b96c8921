// Waiting for another process that writes: in line, within limits, and without stopping what else this process does.

import { Database as Connection } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { Refusal } from '../../src/base/errors.ts'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { WriteQueue } from '../../src/database/sqlite/write-queue.ts'
import { testOnSqlite } from '../kit/test-engine.ts'
import { makeFolder } from '../kit/test-folder.ts'

setDefaultTimeout(60_000)

async function openBusy() {
  const file = join(makeFolder(), 'busy.db')
  const database = openSqlite(file)
  await database.migrate()
  const other = new Connection(file)
  other.exec('begin immediate')
  return { database, other }
}

testOnSqlite(
  'timers and reads go on while three writers wait for another process; then all three write',
  async () => {
    const { database, other } = await openBusy()
    const done: number[] = []
    const writers = [1, 2, 3].map(id => database.transaction(async () => void done.push(id)))
    let longestMs = 0
    for (let turn = 0; turn < 20; turn++) {
      const began = performance.now()
      await Bun.sleep(10)
      await database.isMigrated()
      longestMs = Math.max(longestMs, performance.now() - began)
    }
    expect(done).toEqual([])
    // Inside of SQLite the wait would take its whole 10 seconds.
    expect(longestMs).toBeLessThan(5000)
    other.exec('rollback')
    await Promise.all(writers)
    expect(done).toEqual([1, 2, 3])
    other.close()
    await database.close()
  },
)

testOnSqlite('writers are refused after 10 seconds in all, not 10 for each; the 202nd at once', async () => {
  const { database, other } = await openBusy()
  const began = performance.now()
  const refusal = (error: unknown) => (error instanceof Refusal ? error.code : error)
  const writers = Array.from({ length: 202 }, () => database.transaction(async () => 'done').catch(refusal))
  expect(await writers[201]).toBe('unavailable')
  expect(performance.now() - began).toBeLessThan(8000)
  expect(new Set(await Promise.all(writers))).toEqual(new Set(['unavailable']))
  expect(performance.now() - began).toBeLessThan(19_000)
  other.exec('rollback')
  other.close()
  expect(await database.transaction(async () => 'done')).toBe('done')
  await database.close()
})

test('between two writes of a long line, others have a turn', async () => {
  const queue = new WriteQueue()
  const order: string[] = []
  const writes = Array.from({ length: 50 }, () => queue.run(async () => void order.push('write')))
  await Bun.sleep(0)
  order.push('other')
  await Promise.all(writes)
  expect(order.indexOf('other')).toBeLessThan(50)
})
