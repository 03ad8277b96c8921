// Postings that are written before they are to be seen: on SQLite an import fills chunks of its own while others go on. The row
// of the space says which chunks these are, so that they become visible in the transaction that clears it. One import at a time.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads, type Writes } from '../../database/database.ts'
import { byEngine } from '../../database/engine.ts'

/** Chunks that were reserved together: none is reserved twice, so the first one tells whose they are. */
export interface PendingChunks {
  readonly from: number
  /** The last one. */
  readonly to: number
}

/**
 * Whether a posting is to be seen, for a statement that reads those of one space. It compares with what the same statement
 * reads from the row of the space, once, so that both are of one snapshot. On PostgreSQL nothing is pending.
 */
export function isVisible(space: SpaceId): RawBuilder<SqlBool> {
  const ofSpace = (column: string) => sql`(select ${sql.ref(column)} from "space" where "id" = ${space})`
  return byEngine<SqlBool>({
    // The first comparison is all that a row costs while nothing is pending.
    sqlite: sql`(${ofSpace('pending_from')} is null
      or "chunk" not between ${ofSpace('pending_from')} and ${ofSpace('pending_to')})`,
    postgres: sql`true`,
  })
}

/** `until` is when others may take it that nobody goes on with them; 0 if they are to be deleted. */
export async function readPending(
  writes: Writes,
  space: SpaceId,
): Promise<(PendingChunks & { readonly until: number }) | null> {
  const { pending_from, pending_to, pending_until } = await writes
    .selectFrom('space')
    .select(['pending_from', 'pending_to', 'pending_until'])
    .where('id', '=', space)
    .executeTakeFirstOrThrow()
  if (pending_from === null || pending_to === null || pending_until === null) return null
  return { from: pending_from, to: pending_to, until: pending_until }
}

/** Hides the chunks from now on. Requires that the space has none that are pending. */
export async function hideChunks(
  writes: Writes,
  space: SpaceId,
  { from, to }: PendingChunks,
  until: number,
): Promise<void> {
  const pending = { pending_from: from, pending_to: to, pending_until: until }
  await writes.updateTable('space').set(pending).where('id', '=', space).execute()
}

/** False if they were given up meanwhile, by others, who have deleted postings of all chunks or took it that nobody goes on. */
export async function extendPending(
  writes: Writes,
  space: SpaceId,
  { from }: PendingChunks,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await writes
    .updateTable('space')
    .set({ pending_until: until })
    .where('id', '=', space)
    .where('pending_from', '=', from)
    .where('pending_until', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** They are to be deleted, and never to be seen, also if somebody still writes them. */
export async function giveUpPending(writes: Writes, space: SpaceId): Promise<void> {
  await writes
    .updateTable('space')
    .set({ pending_until: 0 })
    .where('id', '=', space)
    .where('pending_until', '>', 0)
    .execute()
}

/** Nothing is hidden any more: all of their postings are right, or deleted. */
export async function clearPending(writes: Writes, space: SpaceId): Promise<void> {
  const none = { pending_from: null, pending_to: null, pending_until: null }
  await writes.updateTable('space').set(none).where('id', '=', space).execute()
}

/** The ids of the spaces with chunks that are to be deleted by now. */
export async function listSpacesWithExpired(reads: Reads, now: number): Promise<ReadonlySet<string>> {
  const rows = await reads.all(query.selectFrom('space').select('id').where('pending_until', '<=', now))
  return new Set(rows.map(({ id }) => id))
}
