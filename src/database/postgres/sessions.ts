// Whether a connection to PostgreSQL is a session of one's own. A pooler that hands the server's sessions to others
// between transactions loses LISTEN and prepared statements: some answers would be errors, and no error would say why.
import type pg from 'pg'
import { Refusal } from '../../base/errors.ts'
import { refuseInWords } from './failures.ts'
import type { BoundedPool } from './pools.ts'

/** On a pooler that others keep busy, one look may not see it, nor may all of them: this finds a mistake, no trick. */
const looksMax = 8

export async function requireSessions(pool: BoundedPool): Promise<void> {
  const first = await pool.connect()
  try {
    const second = await pool.connect()
    try {
      for (let look = 0; look < looksMax; look++) {
        if (!(await isShared(first, second))) continue
        throw new Refusal(
          'DATABASE_URL leads to a pooler that shares its connections between transactions. Frontlist needs sessions: with PgBouncer pool_mode = session, or the address of PostgreSQL itself.',
        )
      }
      second.release()
    } catch (error) {
      second.release(true)
      throw error
    }
    first.release()
  } catch (error) {
    first.release(true)
    refuseInWords(error)
  }
}

/** Two open connections have two sessions, and each its own one for as long as it lasts. */
async function isShared(first: pg.PoolClient, second: pg.PoolClient): Promise<boolean> {
  const before = await sessionOf(first)
  // Held, so that a pooler has to give the first one another.
  await second.query('begin')
  try {
    const others = await sessionOf(second)
    return others === before || (await sessionOf(first)) !== before
  } finally {
    await second.query('rollback')
  }
}

async function sessionOf(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ session: number }>('select pg_backend_pid() as session')
  return rows[0]?.session
}
