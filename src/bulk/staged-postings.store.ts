// Moves the staged numbers and the sorted postings of new entries into the query index.
import { type RawBuilder, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'

/** Inserts the numbers of new entries, counting from `firstNumber`. */
export async function moveStagedNumbers(writes: Writes, space: SpaceId, firstNumber: number): Promise<void> {
  await sql`
    insert into "query_entry" ("space", entry, number)
    select ${space}, entry, number + ${sql.lit(firstNumber)} from staged_number where true order by entry`.execute(
    writes,
  )
}

/** Inserts the postings that match the condition into chunks or index fields that have none yet. */
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
