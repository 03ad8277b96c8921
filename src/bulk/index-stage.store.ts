// Rows that a prepared change writes to the query index: staged in temporary tables, and moved into the index.
import { type RawBuilder, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { type PostingChange, toPosting } from '../content/index/posting-changes.ts'
import { chunkSize } from '../content/index/postings.ts'
import { keysAsTable, type PostingKey } from '../content/index/query-index.store.ts'
import { liveIndexField } from '../content/model/query-model.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { byEngine, isIn, PreparationOutdated, type Writes } from '../database/database.ts'
import {
  postingKeyColumns,
  type StagedChange,
  type StageSchema,
  type StageTable,
  stageColumns,
  stagedIn,
} from './stage-tables.store.ts'

const postingColumns = sql.join([...postingKeyColumns, 'count', 'numbers'].map(name => sql.ref(name)))

export function insertStagedNumbers(
  writes: Writes,
  rows: readonly StageSchema['staged_number'][],
): Promise<void> {
  return insertRows(writes, 'staged_number', rows)
}

/** Stages complete postings, from changes that only add entries. */
export function insertStagedPostings(writes: Writes, added: readonly PostingChange[]): Promise<void> {
  const rows = added.map(({ changes, ...key }) => ({ ...key, ...toPosting({ ...key, changes }) }))
  return insertRows(writes, 'staged_posting', rows)
}

function insertRows<Table extends 'staged_number' | 'staged_posting'>(
  writes: Writes,
  table: Table,
  rows: readonly StageSchema[Table][],
): Promise<void> {
  const names = stageColumns[table] as readonly (keyof StageSchema[Table])[]
  return runInParts(writes, table, names, rows, part =>
    stagedIn(writes)
      .insertInto(table as StageTable)
      .values(part.map(row => columnsOf(row, names)) as never),
  )
}

/** A staged change, and the postings before and after it. */
export type MergedChange = PostingChange & Pick<StagedChange, 'old' | 'count' | 'numbers'>

/** Adds changes, or replaces those of the same keys. */
export function saveStagedChanges(writes: Writes, merged: readonly MergedChange[]): Promise<void> {
  const names = stageColumns.staged_change as readonly (keyof StagedChange)[]
  const rows = merged.map(row => ({ ...row, changes: new Uint8Array(row.changes.slice().buffer) }))
  return runInParts(writes, 'staged_change', names, rows, part =>
    stagedIn(writes)
      .insertInto('staged_change')
      .values(part.map(row => columnsOf(row, names)))
      .onConflict(conflict =>
        conflict.columns(postingKeyColumns).doUpdateSet(({ ref }) => ({
          changes: ref('excluded.changes'),
          count: ref('excluded.count'),
          numbers: ref('excluded.numbers'),
        })),
      ),
  )
}

/** Returns the staged changes of these keys; `place` is the index in the list. */
export async function readStagedChanges(
  writes: Writes,
  keys: readonly PostingKey[],
): Promise<readonly (Omit<MergedChange, keyof PostingKey> & { readonly place: number })[]> {
  // A cross join keeps this order in SQLite.
  const { rows } = await sql<Omit<StagedChange, keyof PostingKey> & { place: number | string }>`
    select wanted.place as place, staged.changes, staged.old, staged.count, staged.numbers
    from ${keysAsTable(writes, keys)} as wanted cross join staged_change as staged
    where ${hasKeyOf('staged', 'wanted')}`.execute(writes)
  return rows.map(row => ({ ...row, changes: toNumbers(row.changes), place: Number(row.place) }))
}

/** Returns a join condition on the key of a posting. */
function hasKeyOf(table: string, other: string): RawBuilder<boolean> {
  const equal = postingKeyColumns.map(
    name => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`${other}.${name}`)}`,
  )
  return sql`${sql.join(equal, sql` and `)}`
}

/** Marks the changes of these keys to be applied again. */
export async function unmergeChanges(writes: Writes, keys: readonly PostingKey[]): Promise<void> {
  // A cross join keeps this order in SQLite.
  await sql`
    update staged_change set count = null where place in (
      select staged.place from ${keysAsTable(writes, keys)} as wanted cross join staged_change as staged
      where ${hasKeyOf('staged', 'wanted')})`.execute(writes)
}

/** Marks the changes whose postings have changed since they were applied, to be applied again. Looks up each posting. */
export async function unmergeOutdated(writes: Writes, space: SpaceId): Promise<void> {
  await sql`
    update staged_change set count = null where place in (
      select staged.place from staged_change as staged
        left join query_posting as posting on posting."space" = ${space} and ${hasKeyOf('posting', 'staged')}
      where staged.count is not null and posting.numbers is distinct from staged.old)`.execute(writes)
}

const changesPerBatch = 1000

/** Yields the changes that are still to be applied, in batches. */
export async function* readUnmergedChanges(writes: Writes): AsyncGenerator<PostingChange[]> {
  for (let after = 0; ; ) {
    const rows = await stagedIn(writes)
      .selectFrom('staged_change')
      .select(['place', ...postingKeyColumns, 'changes'])
      .where('count', 'is', null)
      .where('place', '>', after)
      .orderBy('place')
      .limit(changesPerBatch)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)!.place
    yield rows.map(({ place: _, changes, ...key }) => ({ ...key, changes: toNumbers(changes) }))
  }
}

/** Copies the bytes, because an `Int32Array` needs aligned memory and the driver's buffer may begin at any offset. */
function toNumbers(bytes: Uint8Array): Int32Array {
  return new Int32Array(Uint8Array.from(bytes).buffer)
}

/** Sorts the postings by their key, so that moving them is fast: inserts in random order take three times as long. */
export async function sortStagedPostings(writes: Writes): Promise<void> {
  await sql`
    insert into staged_posting_sorted (${postingColumns})
    select ${postingColumns} from staged_posting order by collection, field, variant, key, chunk`.execute(
    writes,
  )
  await sql`delete from staged_posting`.execute(writes)
}

/** Reads the staged publications and overlays of these entries. */
export async function readStagedPublications(writes: Writes, space: SpaceId, ids: readonly string[]) {
  const [publications, overlays] = [
    await stagedIn(writes).selectFrom('staged_publication').selectAll().where(isIn('entry', ids)).execute(),
    await stagedIn(writes).selectFrom('staged_variant').selectAll().where(isIn('entry', ids)).execute(),
  ]
  // The revision is assigned when they are written.
  const rest = { space, from_revision: 0 }
  return {
    publications: publications.map(row => ({ ...row, ...rest })),
    overlays: overlays.map(row => ({ ...row, ...rest })),
  }
}

/** Inserts the numbers of new entries, counting from `firstNumber`. */
export async function moveStagedNumbers(writes: Writes, space: SpaceId, firstNumber: number): Promise<void> {
  await sql`
    insert into "query_entry" ("space", entry, number)
    select ${space}, entry, number + ${sql.lit(firstNumber)} from staged_number where true order by entry`.execute(
    writes,
  )
}

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
 * Replaces the postings of `chunks` by the staged ones. PostgreSQL only; needs no lock. Throws {@link PreparationOutdated}
 * if another writer has changed one of the postings since.
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
    if (deleted.numAffectedRows !== BigInt(rows[0]!.count)) throw new PreparationOutdated('contended')
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
      ("space", ${postingColumns})
    select ${space}, ${postingColumns} from staged_change as staged where staged.count > 0 and ${isMoved} order by place`.execute(
    writes,
  )
}

/** Inserts the staged postings into chunks, or index fields, that have no postings yet. */
export async function moveStagedPostings(
  writes: Writes,
  space: SpaceId,
  firstChunk: number,
  move: IndexMove,
): Promise<void> {
  await eachSlice(writes, 'staged_posting_sorted', move, isInSlice =>
    sql`
      insert into "query_posting" ("space", ${postingColumns})
      select ${space}, collection, field, variant, key, chunk + ${sql.lit(firstChunk)}, count, numbers
      from staged_posting_sorted where ${isInSlice} order by place`.execute(writes),
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
