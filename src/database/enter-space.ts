// Gives a transaction access to a space's content: the write lock and row visibility.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { engineOf, type Writes } from './database.ts'

/** Row level security compares each content row's space with this setting. */
export const spaceSetting = 'frontlist.space'

/** Long enough to wait for an import of up to 500,000 entries, short enough for a server to respond in time. */
const lockTimeout = '25s'

/**
 * Acquires the write lock of this space's content and makes the content visible, for the rest of the transaction. Does
 * nothing on SQLite, which has one writer at a time and no row level security.
 */
export async function enterSpace(writes: Writes, space: SpaceId): Promise<void> {
  if (engineOf(writes) !== 'postgres') return
  await sql`select set_config(${spaceSetting}, ${space}, true), set_config('lock_timeout', ${lockTimeout}, true), pg_advisory_xact_lock(${lockOf(space)})`.execute(
    writes,
  )
}

/** Acquires the write lock on PostgreSQL without waiting. Returns false if another transaction holds it or waits for it. */
export async function tryToLock(writes: Writes, space: SpaceId): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${lockOf(space)}) as "isLocked"`.execute(writes)
  return rows[0]!.isLocked
}

const lockOf = (space: SpaceId) => sql`hashtextextended(${`frontlist content ${space}`}, 0)`

/** Makes this space's content visible for the rest of the transaction, without the write lock. */
export async function seeSpace(writes: Writes, space: SpaceId): Promise<void> {
  if (engineOf(writes) !== 'postgres') return
  await sql`select set_config(${spaceSetting}, ${space}, true)`.execute(writes)
}
