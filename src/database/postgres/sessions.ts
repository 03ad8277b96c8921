// Checks that each PostgreSQL connection has its own session. A pooler that shares sessions between transactions breaks
// LISTEN and prepared statements, with errors that do not name the cause.
import type pg from 'pg'
import { Refusal } from '../../base/errors/errors.ts'
import { fromDriver, toRefusal } from './failures.ts'
import type { ConnectionPool } from './pools.ts'

const connections = 3
const rounds = 3

export async function requireSessions(pool: ConnectionPool): Promise<void> {
  const clients: pg.PoolClient[] = []
  try {
    for (let opened = 0; opened < connections; opened++) clients.push(await pool.connect())
    if (await areShared(clients)) {
      throw new Refusal(
        'DATABASE_URL leads to a pooler that shares its connections between transactions. Frontlist needs sessions: with PgBouncer pool_mode = session, or the address of PostgreSQL itself.',
      )
    }
    for (const client of clients) client.release()
  } catch (error) {
    for (const client of clients) client.release(true)
    toRefusal(fromDriver(error))
  }
}

/**
 * Checks whether connections share sessions. Direct connections keep one session each. A transaction pooler gives each
 * connection a session that was just released by another one; to go undetected it would have to assign the same sessions
 * in the same order in every round.
 */
async function areShared(clients: readonly pg.PoolClient[]): Promise<boolean> {
  const seen = new Map<pg.PoolClient, unknown>()
  for (let round = 0; round < rounds; round++) {
    for (const client of clients) {
      const { rows } = await client.query('select pg_backend_pid() as session')
      const session = rows[0]?.session
      if (seen.has(client) && seen.get(client) !== session) return true
      if ([...seen].some(([other, itsOwn]) => other !== client && itsOwn === session)) return true
      seen.set(client, session)
    }
  }
  return false
}
