// The temporary tables for what a prepared change writes to the query index, and how their rows get into the index.
import { type Generated, type Kysely, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { serveOthers } from '../base/serve-others.ts'
import type { PostingChange } from '../content/posting-changes.ts'
import type { PostingRow } from '../content/query-index.store.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import type { Writes } from '../database/database.ts'
import type { Engine } from '../database/engine.ts'
import type { Schema } from '../database/schema.ts'

/** Rows moved per statement, and in a process that serves requests. */
const rowsPerPart = 200_000
const rowsPerSlice = 5000

type StagedPosting = Omit<PostingRow, 'space'>

/** `changes` holds 32-bit numbers, see {@link PostingChange}. A page has each term and chunk at most once. */
interface StagedChange extends Omit<PostingChange, 'changes'> {
  readonly page: number
  readonly changes: Uint8Array
}

interface IndexStageSchema extends Schema {
  /** The numbers of new entries, from 0. */
  staged_number: { readonly entry: string; readonly number: number }
  /** Whole postings of new entries; chunks count from 0. */
  staged_posting: StagedPosting
  /** The same in the order of the index; places count from 1. */
  staged_posting_sorted: StagedPosting & { readonly place: Generated<number> }
  staged_change: StagedChange
}

const postingColumns =
  'collection TEXT, field TEXT, variant TEXT, key BYTES, chunk integer, count integer, numbers BYTES'

/** Texts are sorted by bytes, as in the index. */
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
    staged_change:
      'page integer, collection TEXT, field TEXT, variant TEXT, key BYTES, chunk integer, changes BYTES',
  }
  return Object.fromEntries(
    Object.entries(tables).map(([name, columns]) => [
      name,
      columns.replaceAll('BYTES', BYTES).replaceAll('TEXT', TEXT).replace('PLACE', PLACE),
    ]),
  )
}

/** Indexes of these tables: names and columns. */
export const indexStageIndexes = { staged_change: 'page' } as const

const columns = {
  number: ['entry', 'number'],
  posting: ['collection', 'field', 'variant', 'key', 'chunk', 'count', 'numbers'],
  change: ['page', 'collection', 'field', 'variant', 'key', 'chunk', 'changes'],
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

export function insertStagedPostings(writes: Writes, rows: readonly StagedPosting[]): Promise<void> {
  return runInParts(writes, 'staged_posting', columns.posting, rows, part =>
    staged(writes)
      .insertInto('staged_posting')
      .values(part.map(row => columnsOf(row, columns.posting))),
  )
}

export function insertStagedChanges(writes: Writes, rows: readonly StagedChange[]): Promise<void> {
  return runInParts(writes, 'staged_change', columns.change, rows, part =>
    staged(writes)
      .insertInto('staged_change')
      .values(part.map(row => columnsOf(row, columns.change))),
  )
}

/** Sorts the postings by their key, so that moving them is fast: inserts in random order take three times as long. */
export async function sortStagedPostings(writes: Writes): Promise<void> {
  await sql`
    insert into staged_posting_sorted (collection, field, variant, key, chunk, count, numbers)
    select collection, field, variant, key, chunk, count, numbers
    from staged_posting order by collection, field, variant, key, chunk`.execute(writes)
  await sql`delete from staged_posting`.execute(writes)
}

/** The changes of a page. */
export async function readStagedChanges(writes: Writes, page: number): Promise<PostingChange[]> {
  const rows = await staged(writes)
    .selectFrom('staged_change')
    .select(columns.change)
    .where('page', '=', page)
    .execute()
  return rows.map(({ page: _, changes, ...key }) => {
    const copy = Uint8Array.from(changes)
    return { ...key, changes: new Int32Array(copy.buffer) }
  })
}

interface MovedPostings {
  readonly firstChunk: number
  readonly firstNumber: number
  readonly postings: number
  readonly isSliced?: boolean
}

/** Into chunks, or index fields, that have no postings yet. */
export async function moveStagedPostings(
  writes: Writes,
  space: SpaceId,
  { firstChunk, firstNumber, postings, isSliced = false }: MovedPostings,
): Promise<void> {
  await sql`
    insert into query_entry ("space", entry, number)
    select ${space}, entry, number + ${sql.lit(firstNumber)} from staged_number where true order by entry`.execute(
    writes,
  )
  const rows = isSliced ? rowsPerSlice : rowsPerPart
  for (let done = 0; done < postings; done += rows) {
    await sql`
      insert into query_posting ("space", collection, field, variant, key, chunk, count, numbers)
      select ${space}, collection, field, variant, key, chunk + ${sql.lit(firstChunk)}, count, numbers
      from staged_posting_sorted where place > ${done} and place <= ${done + rows} order by place`.execute(
      writes,
    )
    if (isSliced) await serveOthers()
  }
}
