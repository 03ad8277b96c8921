// Moves what is staged of entries that are new to the query index into it: their numbers, and their postings, which are sorted.
import { type RawBuilder, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'

/** The numbers of new entries, from this one on. */
export async function moveStagedNumbers(writes: Writes, space: SpaceId, firstNumber: number): Promise<void> {
  await sql`
    insert into "query_entry" ("space", entry, number)
    select ${space}, entry, number + ${sql.lit(firstNumber)} from staged_number where true order by entry`.execute(
    writes,
  )
}

/** The postings for which the condition holds, into chunks or index fields that have none yet. */
export async function moveStagedRows(
  writes: Writes,
  space: SpaceId,
  firstChunk: number,
  isInSlice: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    insert into "query_posting" ("space", collection, field, variant, key, chunk, count, numbers)
    select ${space}, collection, field, variant, key, chunk + ${sql.lit(firstChunk)}, count, numbers
    from staged_posting_sorted where ${isInSlice} order by place`.execute(writes)
}
