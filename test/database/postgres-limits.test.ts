// What a statement, a lock, a transaction and a line of those who wait may take on PostgreSQL.
import { afterEach, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { BoundedPool, endOnServer } from '../../src/database/postgres/pools.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { cleanUpAfterTest } from '../kit/cleanup.ts'
import { statementOf } from '../kit/database/statements.ts'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { until } from '../kit/until.ts'

interface Setting {
  readonly value: string
}

const settingOf = (name: string) => statementOf<Setting>(`select current_setting('${name}') as value`)

describeOnPostgres('a limit', () => {
  let space: TestSpace
  beforeAll(async () => {
    space = await createTestSpace()
  })
  const pools: BoundedPool[] = []
  const openPool = (statementTimeoutMs: number) => {
    const settings = endOnServer(statementTimeoutMs)
    const pool = new BoundedPool({ url: space.url, name: 'limits', max: 1, statementTimeoutMs, settings })
    pools.push(pool)
    return pool
  }
  afterEach(() => Promise.all(pools.splice(0).map(pool => pool.end())))

  const countOf = async (text: string) => {
    const counted = statementOf<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name = 'frontlist limits' and ${text}`,
    )
    return (await space.database.reads.first(counted))?.count
  }

  test('of a statement ends it for who asks, then on the server, and the next has a connection of its own', async () => {
    const pool = openPool(300)
    const client = await pool.connect()
    await expect(client.query('select pg_sleep(600)')).rejects.toThrow('timeout')
    client.release(true)
    const next = await pool.connect()
    expect((await next.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    next.release()
    await until(async () => (await countOf("query like '%pg_sleep%'")) === 0)
  })

  test('of those who wait for a connection refuses the next at once, and serves all who were let in', async () => {
    const pool = openPool(10_000)
    const held = await pool.connect()
    let served = 0
    const waiting = Array.from({ length: 500 }, async () => {
      const client = await pool.connect()
      served++
      client.release()
    })
    await expect(pool.connect()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Too many requests are waiting for the database. Try again.',
    })
    expect(served).toBe(0)
    held.release()
    await Promise.all(waiting)
    expect(served).toBe(500)
  })

  test('is set for each read, for the lock that a write waits for, and for who holds a transaction and is silent', async () => {
    // The test kit's own connections have longer limits.
    const database = openPostgres(space.url)
    cleanUpAfterTest(() => database.close())
    const read = await database.reads.first(settingOf('statement_timeout'))
    expect(read).toEqual({ value: '12s' })
    const lock = sql<Setting>`select current_setting('lock_timeout') as value`
    const idle = sql<Setting>`select current_setting('idle_in_transaction_session_timeout') as value`
    await database.transaction(async writes => {
      expect((await lock.execute(writes)).rows).toEqual([{ value: '10s' }])
      expect((await idle.execute(writes)).rows).toEqual([{ value: '2min' }])
    })
    const held = await database.snapshot(space.space, reads =>
      reads.first(settingOf('idle_in_transaction_session_timeout')),
    )
    expect(held).toEqual({ value: '1min' })
  })
})
