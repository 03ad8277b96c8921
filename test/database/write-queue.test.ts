// Waiting for another process that writes: in line, within limits, and without stopping what else this process does.
import { Database as Connection } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { Refusal } from '../../src/base/errors.ts'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { WriteQueue } from '../../src/database/sqlite/writes.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

setDefaultTimeout(longTestMs)

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

/** Waits for a lock of another process; each try takes a second, and ends with a refusal or after `tries` of them. */
async function waitFor(tries: number, options: { isUrgent?: boolean; progressUntil?: number }) {
  const { isUrgent = false, progressUntil = 0 } = options
  let seconds = 0
  const queue = new WriteQueue({
    now: () => seconds * 1000,
    readProgress: () => Math.min(seconds, progressUntil),
  })
  const begin = async () => {
    if (++seconds < tries) throw new Error('busy')
  }
  const ended = await queue
    .run(() => queue.insist(begin, () => true), isUrgent)
    .then(() => 'done')
    .catch((error: Refusal) => error.code)
  return [ended, seconds]
}

test.each([
  ['nobody writes', 1000, {}, ['unavailable', 10]],
  ['an import writes, and ends', 22, { progressUntil: 20 }, ['done', 22]],
  ['an import writes, and goes on', 1000, { progressUntil: 1000 }, ['unavailable', 25]],
  ['others have written, and then nobody does', 1000, { progressUntil: 8 }, ['unavailable', 18]],
  ['a key is revoked', 200, { isUrgent: true }, ['done', 200]],
] as const)('a writer waits as long as it is worth it: %s', async (_, tries, options, expected) => {
  expect(await waitFor(tries, options)).toEqual([...expected])
})

testOnSqlite(
  'a process that writes on is distinguished from one that only keeps the lock, by the log',
  async () => {
    const { database, other } = await openBusy()
    other.exec('pragma cache_size = 1; create table filler (text text)')
    const writer = database.transaction(async () => 'done')
    const insert = other.query('insert into filler select hex(randomblob(4000)) from (values (1), (2), (3))')
    const began = performance.now()
    while (performance.now() - began < 11_000) {
      for (let row = 0; row < 20; row++) insert.run()
      await Bun.sleep(500)
    }
    other.exec('rollback')
    expect(await writer).toBe('done')
    other.close()
    await database.close()
  },
)
