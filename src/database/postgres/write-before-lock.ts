// Writes rows before a transaction has its space's lock, while others go on writing.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { type BeforeLock, LockContention, type Writes } from '../database.ts'
import { enterSpace, seeSpace, tryToLock } from '../enter-space.ts'
import { isInTheWay } from './failures.ts'

/**
 * Who waits for a row that the transaction has written holds the lock that it needs itself. PostgreSQL, which looks for
 * deadlocks a second after a wait has begun (`deadlock_timeout`), would end that one, if the transaction waited too. So it
 * never waits for the lock, and for rows of others so briefly that it gives way before.
 */
const rowTimeout = '250ms'

/** The lock is tried again for about five seconds. */
const lockRetryMs = 10
const lockTriesMax = 500

/** {@link enterSpace} after `beforeLock` has run. Throws {@link LockContention} if either has to wait long for others. */
export async function enterSpaceAfter(writes: Writes, space: SpaceId, beforeLock: BeforeLock): Promise<void> {
  try {
    await seeSpace(writes, space)
    await sql`select set_config('lock_timeout', ${rowTimeout}, true)`.execute(writes)
    await beforeLock(writes, () => requireNobodyWaits(writes))
    await lockWhenFree(writes, space)
  } catch (error) {
    throw isInTheWay(error) ? new LockContention() : error
  }
  // With the lock, it is as patient as any other.
  await enterSpace(writes, space)
}

async function lockWhenFree(writes: Writes, space: SpaceId): Promise<void> {
  for (let tries = 0; tries < lockTriesMax; tries++) {
    await requireNobodyWaits(writes)
    if (await tryToLock(writes, space)) return
    await Bun.sleep(lockRetryMs)
  }
  throw new LockContention()
}

async function requireNobodyWaits(writes: Writes): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_locks
    where locktype = 'transactionid' and not granted and transactionid = pg_current_xact_id()::xid limit 1`.execute(
    writes,
  )
  if (rows.length > 0) throw new LockContention()
}
