// The temporary tables with the rows that a prepared change writes to the query index.
import { type Generated, type Kysely, type RawBuilder, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { type PostingChange, toPosting } from '../content/index/posting-changes.ts'
import { keysAsTable, type PostingKey, type PostingRow } from '../content/index/query-index.store.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import type { Writes } from '../database/database.ts'
import type { Engine } from '../database/engine.ts'
import type { Schema } from '../database/schema.ts'

type StagedPosting = Omit<PostingRow, 'space'>

/** `changes` holds 32-bit numbers, see {@link PostingChange}. */
export interface StagedChange extends Omit<PostingChange, 'changes'> {
  readonly changes: Uint8Array
  /** The posting that the changes were applied to; null if there was none. */
  readonly old: Uint8Array | null
  /** The posting after the changes; null if they are still to be applied. */
  readonly count: number | null
  readonly numbers: Uint8Array | null
}

interface IndexStageSchema extends Schema {
  /** The numbers of new entries, from 0. */
  staged_number: { readonly entry: string; readonly number: number }
  /** Whole postings of new entries; chunks count from 0. */
  staged_posting: StagedPosting
  /** The rows of `staged_posting` in the order of the index; places count from 1. */
  staged_posting_sorted: StagedPosting & { readonly place: Generated<number> }
  /** Changes of existing postings, or of chunks that hold other entries, too; each key once. Places count from 1. */
  staged_change: StagedChange & { readonly place: Generated<number> }
}

const postingColumns =
  'collection TEXT, field TEXT, variant TEXT, key BYTES, chunk integer, count integer, numbers BYTES'

/** Text columns are sorted by bytes, as in the index. */
const typeNames = {
  sqlite: { BYTES: 'blob', TEXT: 'text', PLACE: 'integer primary key' },
  postgres: {
    BYTES: 'bytea',
    TEXT: 'text collate "C"',
    PLACE: 'integer generated always as identity primary key',
  },
} as const

export function indexStageTables(engine: Engine): Readonly<Record<string, string>> {
  const { BYTES, TEXT, PLACE } = typeNames[engine]
  const tables = {
    staged_number: 'entry text, number integer',
    staged_posting: postingColumns,
    staged_posting_sorted: `place PLACE, ${postingColumns}`,
    staged_change: `place PLACE, collection TEXT, field TEXT, variant TEXT, key BYTES, chunk integer, changes BYTES,
      old BYTES, count integer, numbers BYTES, unique (collection, field, variant, key, chunk)`,
  }
  return Object.fromEntries(
    Object.entries(tables).map(([name, columns]) => [
      name,
      columns.replaceAll('BYTES', BYTES).replaceAll('TEXT', TEXT).replace('PLACE', PLACE),
    ]),
  )
}

const keyColumns = ['collection', 'field', 'variant', 'key', 'chunk'] as const

const columns = {
  number: ['entry', 'number'],
  posting: [...keyColumns, 'count', 'numbers'],
  change: [...keyColumns, 'changes', 'old', 'count', 'numbers'],
} as const

/** The same connection, typed with its temporary tables. */
function staged(writes: Writes): Kysely<IndexStageSchema> {
  return writes as unknown as Kysely<IndexStageSchema>
}

export function insertStagedNumbers(
  writes: Writes,
  rows: readonly IndexStageSchema['staged_number'][],
): Promise<void> {
  return runInParts(writes, 'staged_number', columns.number, rows, part =>
    staged(writes)
      .insertInto('staged_number')
      .values(part.map(row => columnsOf(row, columns.number))),
  )
}

/** Stages complete postings, from changes that only add entries. */
export function insertStagedPostings(writes: Writes, added: readonly PostingChange[]): Promise<void> {
  const rows = added.map(({ changes, ...key }) => ({ ...key, ...toPosting({ ...key, changes }) }))
  return runInParts(writes, 'staged_posting', columns.posting, rows, part =>
    staged(writes)
      .insertInto('staged_posting')
      .values(part.map(row => columnsOf(row, columns.posting))),
  )
}

/** Adds changes, or replaces those of the same keys. */
export function saveStagedChanges(writes: Writes, rows: readonly StagedChange[]): Promise<void> {
  return runInParts(writes, 'staged_change', columns.change, rows, part =>
    staged(writes)
      .insertInto('staged_change')
      .values(part.map(row => columnsOf(row, columns.change)))
      .onConflict(conflict =>
        conflict.columns(keyColumns).doUpdateSet(({ ref }) => ({
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
): Promise<readonly (Omit<StagedChange, keyof PostingKey> & { readonly place: number })[]> {
  // A cross join keeps this order in SQLite.
  const { rows } = await sql<Omit<StagedChange, keyof PostingKey> & { place: number | string }>`
    select wanted.place as place, staged.changes, staged.old, staged.count, staged.numbers
    from ${keysAsTable(writes, keys)} as wanted cross join staged_change as staged
    where ${hasKeyOf('staged', 'wanted')}`.execute(writes)
  return rows.map(row => ({ ...row, place: Number(row.place) }))
}

/** Returns a join condition on the key of a posting. */
export function hasKeyOf(table: string, other: string): RawBuilder<boolean> {
  const equal = keyColumns.map(name => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`${other}.${name}`)}`)
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

/**
 * Marks the changes of all postings that differ from those they were applied to, to be applied again. Looks up each posting.
 */
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
    const rows = await staged(writes)
      .selectFrom('staged_change')
      .select(['place', ...keyColumns, 'changes'])
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
export function toNumbers(bytes: Uint8Array): Int32Array {
  return new Int32Array(Uint8Array.from(bytes).buffer)
}

/** Sorts the postings by their key, so that moving them is fast: inserts in random order take three times as long. */
export async function sortStagedPostings(writes: Writes): Promise<void> {
  await sql`
    insert into staged_posting_sorted (collection, field, variant, key, chunk, count, numbers)
    select collection, field, variant, key, chunk, count, numbers
    from staged_posting order by collection, field, variant, key, chunk`.execute(writes)
  await sql`delete from staged_posting`.execute(writes)
}
