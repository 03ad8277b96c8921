// Opens a space's content to a transaction: the write lock and row visibility.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from './database.ts'
import { engineOf } from './engine.ts'

/** Row level security compares each content row's space with this setting (migration 0005). */
export const spaceSetting = 'frontlist.space'

/** Long enough to wait for an import of up to 500,000 entries, short enough for a server to respond in time. */
const lockTimeout = '25s'

/**
 * For the rest of the transaction: acquires the write lock of this space's content and makes the content visible.
 * SQLite has one writer at a time and no row level security, so nothing is needed there.
 */
export async function enterSpace(writes: Writes, space: SpaceId): Promise<void> {
  if (engineOf(writes) === 'postgres') await acquireSpace(writes, space, lockTimeout)
}

/** Another transaction waits for a row that this one has written. */
export class OthersWait extends Error {}

/** For a transaction that has written rows before it has the lock: throws {@link OthersWait}. Only for PostgreSQL. */
export async function requireNobodyWaits(writes: Writes): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_locks
    where locktype = 'transactionid' and not granted and transactionid = pg_current_xact_id()::xid limit 1`.execute(
    writes,
  )
  if (rows.length > 0) throw new OthersWait('Another transaction waits for what this one has written.')
}

/**
 * Who waits for a row that the transaction has written holds the lock that it needs itself, and PostgreSQL, which looks for
 * deadlocks a second after a wait has begun (`deadlock_timeout`), would end that one: this one gives way before.
 */
const impatientTimeout = '900ms'

/** {@link enterSpace} on PostgreSQL after `ahead` has run; fails if it is in the way of others, or has to wait long for them. */
export async function enterSpaceAfter(
  writes: Writes,
  space: SpaceId,
  ahead: (writes: Writes) => Promise<void>,
): Promise<void> {
  await sql`select set_config(${spaceSetting}, ${space}, true), set_config('lock_timeout', ${impatientTimeout}, true)`.execute(
    writes,
  )
  await ahead(writes)
  await requireNobodyWaits(writes)
  await acquireSpace(writes, space, impatientTimeout)
  await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(writes)
}

async function acquireSpace(writes: Writes, space: SpaceId, timeout: string): Promise<void> {
  const lock = `frontlist content ${space}`
  await sql`select set_config(${spaceSetting}, ${space}, true), set_config('lock_timeout', ${timeout}, true), pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(
    writes,
  )
}

/** For the rest of the transaction: makes this space's content visible, without the write lock. */
export async function seeSpace(writes: Writes, space: SpaceId): Promise<void> {
  if (engineOf(writes) !== 'postgres') return
  await sql`select set_config(${spaceSetting}, ${space}, true)`.execute(writes)
}
