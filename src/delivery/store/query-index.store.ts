// SQL statements that read the query index: postings by their keys, sort numbers in blocks, the live entries of numbers,
// and the state of the index. On PostgreSQL they use only leakproof operators, because under row level security others
// would not use the index.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { postingBytes } from '../../content/index/postings.ts'
import { isSortBlockKey, sortBlockKey } from '../../content/index/query-keys.ts'
import {
  blockInChunk,
  blocksPerChunk,
  chunkOfBlock,
  sortBlockBytes,
} from '../../content/index/sort-blocks.ts'
import {
  byEngine,
  isIn,
  isNumberIn,
  prepare,
  query,
  type Reads,
  type Statement,
  statementOf,
  toJsonParameter,
} from '../../database/database.ts'

/** Returns the ids of entries by their numbers. */
export async function readIdsOfNumbers(
  reads: Reads,
  space: SpaceId,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await reads.all(idsOfNumbers({ space, numbers: numbers.map(String) }))
  return new Map(rows.map(({ number, entry }) => [number, entry]))
}

export interface IndexedEntry {
  readonly number: number
  readonly entry: string
  readonly slug: string
  readonly publishedAt: number
  readonly firstPublishedAt: number
  readonly data: string
  /** The overlay of the variant; null if there is none. */
  readonly overlay: string | null
}

/** Returns live entries with their stored values, in no particular order. */
export function readValuesOfNumbers(
  reads: Reads,
  space: SpaceId,
  numbers: readonly number[],
  variant: string,
): Promise<readonly IndexedEntry[]> {
  return reads.all(valuesOfNumbers({ space, numbers: numbers.map(String), variant }))
}

/** Returns those of the ids that are published. */
export async function readLiveIds(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await reads.all(liveIds({ space, ids }))).map(({ entry }) => entry))
}

/** Reads the revision at which models last changed. */
export async function readModelRevision(reads: Reads, space: SpaceId): Promise<number> {
  return (await reads.first(modelRevisionOf({ space })))?.model_revision ?? 0
}

interface OfNumbers {
  readonly space: SpaceId
  readonly numbers: readonly string[]
}

const idsOfNumbers = prepare(({ space, numbers }: OfNumbers) =>
  query
    .selectFrom('query_entry')
    .select(['number', 'entry'])
    .where('space', '=', space)
    .where(isNumberIn('number', numbers)),
)

/** The cross join makes SQLite keep this order. */
const valuesOfNumbers = prepare(({ space, numbers, variant }: OfNumbers & { readonly variant: string }) =>
  query
    .selectFrom('query_entry as indexed')
    .crossJoin('publication as live')
    .leftJoin('publication_variant as overlay', join =>
      join
        .on('overlay.space', '=', space)
        .onRef('overlay.entry', '=', 'live.entry')
        .onRef('overlay.from_revision', '=', 'live.from_revision')
        .on('overlay.variant', '=', variant),
    )
    .where('indexed.space', '=', space)
    .where(isNumberIn('indexed.number', numbers))
    .where('live.space', '=', space)
    .whereRef('live.entry', '=', 'indexed.entry')
    .where('live.to_revision', 'is', null)
    .select([
      'indexed.number',
      'indexed.entry',
      'live.slug',
      'live.published_at as publishedAt',
      'live.first_published_at as firstPublishedAt',
      'live.data',
      'overlay.data as overlay',
    ]),
)

const liveIds = prepare(({ space, ids }: { space: SpaceId; ids: readonly string[] }) =>
  query
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids)),
)

const modelRevisionOf = prepare(({ space }: { space: SpaceId }) =>
  query.selectFrom('space').select('model_revision').where('id', '=', space),
)

/** The postings of one index field. */
export interface IndexScope {
  readonly space: SpaceId
  readonly collection: string
  readonly field: string
  /** Empty for base values. */
  readonly variant: string
}

export interface PostingRow {
  readonly key: Uint8Array
  readonly chunk: number
  readonly count: number
  readonly numbers: Uint8Array
}

/** A position among the postings of a field, which are ordered by key, then by chunk. */
export interface PostingPosition {
  readonly key: Uint8Array
  readonly chunk: number
}

/** Returns up to `limit` postings between a position and a key, in the order of their keys. */
export function readPostings(
  reads: Reads,
  scope: IndexScope,
  { after, to, limit }: { readonly after: PostingPosition; readonly to: Uint8Array; readonly limit: number },
): Promise<readonly PostingRow[]> {
  return readRows(reads, ascending({ ...scope, ...after, to, limit }))
}

/** Returns up to `limit` postings between a position and a key, in the opposite order. */
export function readPostingsBackwards(
  reads: Reads,
  scope: IndexScope,
  {
    before,
    from,
    limit,
  }: { readonly before: PostingPosition; readonly from: Uint8Array; readonly limit: number },
): Promise<readonly PostingRow[]> {
  return readRows(reads, descending({ ...scope, ...before, from, limit }))
}

/** Returns the postings of these keys, in no particular order. */
export function readPostingsOfKeys(
  reads: Reads,
  scope: IndexScope,
  keys: readonly Uint8Array[],
): Promise<readonly PostingRow[]> {
  return readRows(reads, ofKeys({ ...scope, keys: keys.map(key => Buffer.from(key).toString('hex')) }))
}

export interface PostingCount {
  readonly rows: number
  /** The number of pairs of a value and an entry in all postings. */
  readonly pairs: number
}

/** Counts up to `limit` postings between a position and a key. `last` is the last one counted; null if all were counted. */
export async function countPostings(
  reads: Reads,
  scope: IndexScope,
  { after, to, limit }: { readonly after: PostingPosition; readonly to: Uint8Array; readonly limit: number },
): Promise<PostingCount & { readonly last: PostingPosition | null }> {
  const range = { ...scope, ...after, to }
  const { rows = 0, pairs = 0 } = (await reads.first(countUpTo({ ...range, limit }))) ?? {}
  const last = rows < limit ? undefined : await reads.first(positionAt({ ...range, skip: limit - 1 }))
  return { rows, pairs, last: last ?? null }
}

/** Returns the distinct keys after `after` and before `to`, ascending, without reading all postings of each. */
export async function readDistinctKeys(
  reads: Reads,
  scope: IndexScope,
  { after, to, limit }: { readonly after: Uint8Array; readonly to: Uint8Array; readonly limit: number },
): Promise<readonly Uint8Array[]> {
  const rows = await reads.all(distinctKeys({ ...scope, after, to, limit }))
  return rows.map(({ key }) => key)
}

interface Range extends IndexScope, PostingPosition {
  readonly to: Uint8Array
}

/**
 * Returns the number of rows to read at a time. SQLite blocks the thread during a read, and PostgreSQL takes a round trip.
 */
export function rowsPerRead({ isBlocking }: Reads): number {
  return isBlocking ? 500 : 4000
}

interface PackedPostings {
  readonly packed: Uint8Array | null
}

async function readRows(
  reads: Reads,
  statement: Statement<PostingRow | PackedPostings>,
): Promise<readonly PostingRow[]> {
  const rows = await reads.all(statement)
  const [first] = rows
  return first !== undefined && 'packed' in first ? unpack(first.packed) : (rows as PostingRow[])
}

function unpack(packed: Uint8Array | null): PostingRow[] {
  if (packed === null) return []
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const rows: PostingRow[] = []
  for (let at = 0; at < packed.length; ) {
    const [chunk, count, keyBytes] = [view.getInt32(at), view.getInt32(at + 4), view.getInt32(at + 8)]
    const numbersAt = at + 12 + keyBytes
    const key = packed.subarray(at + 12, numbersAt)
    const end = numbersAt + (isSortBlockKey(key) ? sortBlockBytes(count) : postingBytes(count))
    rows.push({ key, chunk, count, numbers: packed.subarray(numbersAt, end) })
    at = end
  }
  return rows
}

const columns = sql`"key", "chunk", "count", "numbers"`

/** On PostgreSQL all rows are packed into one value. Its driver reads rows as text, which would cost ten times as much. */
function postings(where: RawBuilder<unknown>): Statement<PostingRow | PackedPostings> {
  const rows = sql`select ${columns} from "query_posting" where ${where}`
  return statementOf(
    byEngine<PostingRow | PackedPostings>({
      sqlite: sql`${rows}`,
      postgres: sql`select string_agg(
          int4send("chunk") || int4send("count") || int4send(octet_length("key")) || "key" || "numbers", ''::bytea
        ) as "packed" from (${rows}) as "found"`,
    }),
  )
}

/** The condition for the postings of an index field. */
function within({ space, collection, field, variant }: IndexScope): RawBuilder<SqlBool> {
  return sql<SqlBool>`"space" = ${space} and "collection" = ${collection} and "field" = ${field}
    and "variant" = ${variant}`
}

function between(range: Range): RawBuilder<SqlBool> {
  return sql<SqlBool>`${within(range)} and ("key", "chunk") > (${range.key}, ${range.chunk}) and "key" < ${range.to}`
}

const ascending = prepare((range: Range & { readonly limit: number }) =>
  postings(sql`${between(range)} order by "key", "chunk" limit ${range.limit}`),
)

const descending = prepare(
  (range: IndexScope & PostingPosition & { readonly from: Uint8Array; readonly limit: number }) =>
    postings(sql`${within(range)} and ("key", "chunk") < (${range.key}, ${range.chunk})
      and "key" >= ${range.from} order by "key" desc, "chunk" desc limit ${range.limit}`),
)

const ofKeys = prepare((values: IndexScope & { readonly keys: readonly string[] }) => {
  const isKey = byEngine<SqlBool>({
    sqlite: sql`"key" in (select unhex(value) from json_each(${toJsonParameter(values.keys)}))`,
    postgres: sql`"key" = any(array(select decode(hex, 'hex') from unnest(${values.keys}::text[]) as hex))`,
  })
  return postings(sql`${within(values)} and ${isKey}`)
})

const positionAt = prepare((range: Range & { readonly skip: number }) =>
  statementOf(
    sql<PostingPosition>`select "key", "chunk" from "query_posting" where ${between(range)}
      order by "key", "chunk" limit 1 offset ${range.skip}`,
  ),
)

const countUpTo = prepare((range: Range & { readonly limit: number }) =>
  statementOf(
    sql<PostingCount>`select count(*) as "rows", coalesce(sum("count"), 0) as "pairs" from (
        select "count" from "query_posting" where ${between(range)} order by "key", "chunk" limit ${range.limit}
      ) as "counted"`,
  ),
)

/** Finds each key by a lookup after the previous one. */
const distinctKeys = prepare(
  (values: IndexScope & { readonly after: Uint8Array; readonly to: Uint8Array; readonly limit: number }) => {
    const next = (after: RawBuilder<unknown>) =>
      sql`(select "key" from "query_posting" where ${within(values)} and "key" > ${after} and "key" < ${values.to}
        order by "key" limit 1)`
    return statementOf(
      sql<{ key: Uint8Array }>`with recursive "found"("key") as (
          select ${next(sql`${values.after}`)}
          union all
          select ${next(sql`"found"."key"`)} from "found" where "found"."key" is not null
        )
        select "key" from "found" where "key" is not null limit ${values.limit}`,
    )
  },
)

interface SortBlockRow {
  /** The index of the block in the requested list. */
  readonly place: number
  readonly numbers: Uint8Array
}

/** Returns the blocks of sort numbers that exist, in no particular order: see content/index/sort-blocks.ts. */
export async function readSortBlocks(
  reads: Reads,
  scope: IndexScope,
  blocks: readonly number[],
): Promise<readonly SortBlockRow[]> {
  const places = blocks.map(block => blockKeyDigits[blockInChunk(block)]! + chunkOfBlock(block))
  const rows = await reads.all(sortBlocksAt({ ...scope, places }))
  const [first] = rows
  return first !== undefined && 'packed' in first ? unpackBlocks(first.packed) : (rows as SortBlockRow[])
}

const blockKeyDigits = Array.from({ length: blocksPerChunk }, (_, block) =>
  Buffer.from(sortBlockKey(block)).toString('hex'),
)

function unpackBlocks(packed: Uint8Array | null): SortBlockRow[] {
  if (packed === null) return []
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const rows: SortBlockRow[] = []
  for (let at = 0; at < packed.length; ) {
    const end = at + 8 + view.getInt32(at + 4)
    rows.push({ place: view.getInt32(at), numbers: packed.subarray(at + 8, end) })
    at = end
  }
  return rows
}

/** Each text contains the key in hexadecimal digits and the chunk. The cross join makes SQLite keep this order. */
const sortBlocksAt = prepare((values: IndexScope & { readonly places: readonly string[] }) =>
  statementOf(
    byEngine<SortBlockRow | PackedPostings>({
      sqlite: sql`select "place", "numbers"
        from (select "key" as "place", "value" as "text" from json_each(${toJsonParameter(values.places)})) as "wanted"
          cross join "query_posting"
        where ${within(values)} and "key" = unhex(substr("text", 1, 4)) and "chunk" = cast(substr("text", 5) as integer)`,
      postgres: sql`select string_agg(int4send("place"::int) || int4send(octet_length("numbers")) || "numbers", ''::bytea) as "packed"
        from (select "ordinal" - 1 as "place", "text" from unnest(${values.places}::text[]) with ordinality as "listed"("text", "ordinal")) as "wanted"
          cross join "query_posting"
        where ${within(values)} and "key" = decode(left("text", 4), 'hex') and "chunk" = substr("text", 5)::int`,
    }),
  ),
)
