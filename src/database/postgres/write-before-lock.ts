// Writes rows before a transaction has its space's lock, while others go on writing.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { type BeforeLock, PreparationOutdated, type Writes } from '../database.ts'
import { enterSpace, seeSpace, tryToLock } from '../enter-space.ts'
import { isInTheWay } from './failures.ts'

/**
 * The maximum wait for a row. A transaction that waits for a row that this one has written holds the lock that this one
 * needs. If this one waited for the lock too, PostgreSQL would end one of them when it looks for deadlocks, one second
 * after a wait has begun (`deadlock_timeout`). So this one never waits for the lock, and for rows it stops waiting
 * before that.
 */
const rowTimeout = '250ms'

/** The lock is retried for about five seconds. */
const lockRetryMs = 10
const lockTriesMax = 500

/**
 * Calls {@link enterSpace} after `beforeLock` has run. Throws {@link PreparationOutdated} if either has to wait long for
 * others.
 */
export async function enterSpaceAfter(writes: Writes, space: SpaceId, beforeLock: BeforeLock): Promise<void> {
  try {
    await seeSpace(writes, space)
    await sql`select set_config('lock_timeout', ${rowTimeout}, true)`.execute(writes)
    await beforeLock(writes, () => requireNobodyWaits(writes))
    await lockWhenFree(writes, space)
  } catch (error) {
    throw isInTheWay(error) ? new PreparationOutdated('contended') : error
  }
  // Restores the usual lock timeout, now that this transaction has the lock.
  await enterSpace(writes, space)
}

async function lockWhenFree(writes: Writes, space: SpaceId): Promise<void> {
  for (let tries = 0; tries < lockTriesMax; tries++) {
    await requireNobodyWaits(writes)
    if (await tryToLock(writes, space)) return
    await Bun.sleep(lockRetryMs)
  }
  throw new PreparationOutdated('contended')
}

async function requireNobodyWaits(writes: Writes): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_locks
    where locktype = 'transactionid' and not granted and transactionid = pg_current_xact_id()::xid limit 1`.execute(
    writes,
  )
  if (rows.length > 0) throw new PreparationOutdated('contended')
}
