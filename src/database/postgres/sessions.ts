// Whether a connection to PostgreSQL is a session of one's own. A pooler that hands the server's sessions to others
// between transactions loses LISTEN and prepared statements: some answers would be errors, and no error would say why.
import type pg from 'pg'
import { Refusal } from '../../base/errors.ts'
import { fromDriver, toRefusal } from './failures.ts'
import type { BoundedPool } from './pools.ts'

const connections = 3
const rounds = 3

export async function requireSessions(pool: BoundedPool): Promise<void> {
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
 * Open connections have a session each, their own for as long as they last. Asked in turn, a pooler gives each the
 * session that the one before has just let go, or one that others let go meanwhile; to be unseen it would have to deal
 * the same ones out in the same order every round.
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
