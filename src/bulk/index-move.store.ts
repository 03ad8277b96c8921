// Moves the staged part of the query index into the index.
import { type RawBuilder, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { chunkSize } from '../content/index/postings.ts'
import { liveIndexField } from '../content/model/query-model.ts'
import { LockContention, type Writes } from '../database/database.ts'
import { byEngine } from '../database/engine.ts'
import { hasKeyOf } from './index-stage.store.ts'
import { moveStagedRows } from './staged-postings.store.ts'

/** The pace at which rows are moved. */
export interface IndexMove {
  readonly rowsPerStatement: number
  /** Awaited between two statements. */
  readonly pause: () => unknown
}

/** Chunks by collection. */
export type ChunksByCollection = ReadonlyMap<string, readonly number[]>

/**
 * Returns the chunks in which the preparation publishes every live entry of the collection. While no other writer changes
 * these entries, no other writer changes a posting of these chunks.
 */
export async function findWholeChunks(
  writes: Writes,
  space: SpaceId,
  isOthers: (chunk: number) => boolean,
): Promise<ChunksByCollection> {
  const { rows } = await sql<{ collection: string; chunk: number }>`
    select collection, chunk from (
      select published.collection, indexed.number / ${sql.lit(chunkSize)} as chunk, count(*) as count
      from staged_publication as published
        join "query_entry" as indexed on indexed."space" = ${space} and indexed.entry = published.entry
      where published.is_late = 0 group by 1, 2
    ) as prepared
    where count = (
      select sum(live.count) from "query_posting" as live
      where live."space" = ${space} and live.collection = prepared.collection and live.field = ${liveIndexField}
        and live.variant = '' and live.chunk = prepared.chunk)`.execute(writes)
  const chunks = new Map<string, number[]>()
  for (const { collection, chunk } of rows) {
    if (isOthers(chunk)) continue
    const known = chunks.get(collection)
    if (known) known.push(chunk)
    else chunks.set(collection, [chunk])
  }
  return chunks
}

/**
 * Returns a condition on a table's rows. PostgreSQL uses no index for it; a condition on `place` narrows the rows instead.
 */
function isWithin(
  chunks: ChunksByCollection,
  table: 'staged' | 'staged_change' = 'staged',
): RawBuilder<boolean> {
  if (chunks.size === 0) return sql`false`
  const [collection, chunk] = [sql.ref(`${table}.collection`), sql.ref(`${table}.chunk`)]
  const cases = [...chunks].map(
    ([name, list]) =>
      sql`when ${sql.lit(name)} then ${chunk} in (${sql.join(list.map(each => sql.lit(each)))})`,
  )
  return sql`case ${collection} ${sql.join(cases, sql` `)} else false end`
}

/**
 * Replaces the postings of `chunks` by the staged ones. PostgreSQL only; needs no lock. Throws {@link LockContention} if
 * another writer has changed one of the postings since.
 */
export async function moveChangesWithin(
  writes: Writes,
  space: SpaceId,
  chunks: ChunksByCollection,
  move: IndexMove,
): Promise<void> {
  if (chunks.size === 0) return
  await eachSlice(writes, 'staged_change', move, async isInSlice => {
    const isMoved = sql`${isWithin(chunks)} and staged.count is not null and ${isInSlice}`
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from staged_change as staged where ${isMoved} and staged.old is not null`.execute(
      writes,
    )
    const deleted = await sql`
      delete from "query_posting" as posting using staged_change as staged
      where posting."space" = ${space} and ${hasKeyOf('posting', 'staged')} and ${isMoved} and posting.numbers = staged.old`.execute(
      writes,
    )
    if (deleted.numAffectedRows !== BigInt(rows[0]!.count)) throw new LockContention()
    await insertChanged(writes, space, isMoved)
  })
  // With this index, the remaining changes are found immediately under the lock.
  await sql`
    create index staged_change_left on staged_change (place) where not ${isWithin(chunks, 'staged_change')}`.execute(
    writes,
  )
}

/** Replaces postings by the results of the staged changes, except in the chunks that are moved already. */
export async function moveStagedChanges(
  writes: Writes,
  space: SpaceId,
  moved: ChunksByCollection,
  move: IndexMove,
): Promise<void> {
  await eachSlice(writes, 'staged_change', move, async isInSlice => {
    const isMoved = sql`not ${isWithin(moved)} and staged.count is not null and ${isInSlice}`
    const isReplaced = sql`${isMoved} and staged.old is not null`
    // SQLite replaces a row of this table in one step. On PostgreSQL deleting them first costs less than `on conflict`.
    await sql`${byEngine({
      sqlite: sql`
        delete from "query_posting" where "space" = ${space} and (collection, field, variant, key, chunk) in (
          select collection, field, variant, key, chunk from staged_change as staged
          where ${isReplaced} and staged.count = 0)`,
      postgres: sql`
        delete from "query_posting" as posting using staged_change as staged
        where posting."space" = ${space} and ${hasKeyOf('posting', 'staged')} and ${isReplaced}`,
    })}`.execute(writes)
    await insertChanged(writes, space, isMoved)
  })
}

async function insertChanged(writes: Writes, space: SpaceId, isMoved: RawBuilder<unknown>): Promise<void> {
  await sql`
    ${byEngine({ sqlite: sql`insert or replace`, postgres: sql`insert` })} into "query_posting"
      ("space", collection, field, variant, key, chunk, count, numbers)
    select ${space}, collection, field, variant, key, chunk, count, numbers
    from staged_change as staged where staged.count > 0 and ${isMoved} order by place`.execute(writes)
}

/** Inserts the staged postings into chunks, or index fields, that have no postings yet. */
export async function moveStagedPostings(
  writes: Writes,
  space: SpaceId,
  firstChunk: number,
  move: IndexMove,
): Promise<void> {
  await eachSlice(writes, 'staged_posting_sorted', move, isInSlice =>
    moveStagedRows(writes, space, firstChunk, isInSlice),
  )
}

/**
 * Calls `run` for consecutive slices of the table, in the order of their places, with as many rows as one statement moves.
 */
async function eachSlice(
  writes: Writes,
  table: 'staged_posting_sorted' | 'staged_change',
  { rowsPerStatement, pause }: IndexMove,
  run: (isInSlice: RawBuilder<boolean>) => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql<{
    last: number | null
  }>`select max(place) as last from ${sql.table(table)}`.execute(writes)
  const last = rows[0]?.last ?? 0
  for (let done = 0; done < last; done += rowsPerStatement) {
    await run(sql`place > ${done} and place <= ${done + rowsPerStatement}`)
    await pause()
  }
}
