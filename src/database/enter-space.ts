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

/** {@link enterSpace} on PostgreSQL, with another limit of the time that it waits for a lock. */
export async function acquireSpace(writes: Writes, space: SpaceId, timeout: string): Promise<void> {
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
