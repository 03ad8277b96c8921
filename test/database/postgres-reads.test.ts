// Rows that are handed over as they come, on PostgreSQL: none is kept, and a connection that breaks is told.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Database, stop } from '../../src/database/database.ts'
import { statementOf } from '../kit/database/statements.ts'
import { openTestDatabase } from '../kit/database/test-databases.ts'
import { describeOnPostgres } from '../kit/database/test-engine.ts'

describeOnPostgres('each row as it comes', () => {
  let database: Database
  beforeAll(async () => {
    database = (await openTestDatabase()).database
  })
  afterAll(() => database?.close())

  test('a connection that ends in the meantime is a database that is away', async () => {
    const reading = database.reads.each(statementOf('select pg_sleep(60)'), () => undefined)
    const refused = reading.catch(error => error)
    const end = statementOf<{ ended: boolean }>(
      "select pg_terminate_backend(pid) as ended from pg_stat_activity where query = 'select pg_sleep(60)'",
    )
    while ((await database.reads.all(end)).length === 0) await Bun.sleep(10)
    expect(await refused).toMatchObject({ code: 'unavailable' })
  })

  test('what a row is refused with is told, and the connection is of use afterwards', async () => {
    const numbers = statementOf<{ n: number }>('select n from generate_series(1, 10) as n')
    const seen: number[] = []
    const refuse = ({ n }: { n: number }) => {
      seen.push(n)
      if (n === 3) throw new Error('not this one')
      return undefined
    }
    await expect(database.reads.each(numbers, refuse)).rejects.toThrow('not this one')
    await database.reads.each(numbers, ({ n }) => (seen.push(n) === 5 ? stop : undefined))
    expect(seen).toEqual([1, 2, 3, 1, 2])
  })

  test('rows that were handed over are kept by nobody', async () => {
    const first: WeakRef<object>[] = []
    let alive = Number.NaN
    let count = 0
    const many = statementOf<{ text: string }>(
      "select repeat('x', 1000) || n as text from generate_series(1, 30000) as n",
    )
    await database.reads.each(many, row => {
      count += 1
      if (count <= 1000) first.push(new WeakRef(row))
      if (count === 29_000) {
        Bun.gc(true)
        alive = first.filter(one => one.deref() !== undefined).length
      }
      return undefined
    })
    expect(count).toBe(30_000)
    // What lies on the stack by chance counts as in use.
    expect(alive).toBeLessThan(100)
  })
})
