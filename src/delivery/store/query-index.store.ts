// Reads the query index: postings by their keys, and what a number stands for. On PostgreSQL these statements compare
// with operators that are leakproof only: under row level security others would not use the index.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads, statementOf } from '../../database/database.ts'
import { byEngine } from '../../database/engine.ts'
import { prepare, toJsonParameter } from '../../database/prepare.ts'

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

/** A place among the postings of a field, which are ordered by key, then by chunk. */
export interface PostingPosition {
  readonly key: Uint8Array
  readonly chunk: number
}

/** Up to `limit` postings between a position and a key, in the order of their keys. */
export function readPostings(
  reads: Reads,
  scope: IndexScope,
  { after, to, limit }: { readonly after: PostingPosition; readonly to: Uint8Array; readonly limit: number },
): Promise<readonly PostingRow[]> {
  return reads.all(ascending({ ...scope, ...after, to, limit }))
}

/** Up to `limit` postings between a position and a key, in the opposite order. */
export function readPostingsBackwards(
  reads: Reads,
  scope: IndexScope,
  {
    before,
    from,
    limit,
  }: { readonly before: PostingPosition; readonly from: Uint8Array; readonly limit: number },
): Promise<readonly PostingRow[]> {
  return reads.all(descending({ ...scope, ...before, from, limit }))
}

/** The postings of these keys, in no order. */
export function readPostingsOfKeys(
  reads: Reads,
  scope: IndexScope,
  keys: readonly Uint8Array[],
): Promise<readonly PostingRow[]> {
  return reads.all(ofKeys({ ...scope, keys: keys.map(key => Buffer.from(key).toString('hex')) }))
}

export interface PostingCount {
  readonly rows: number
  /** Entries in all of them: pairs of a value and an entry. */
  readonly pairs: number
}

/** Counts up to `limit` postings between a position and a key. `last` is the last one counted; null if there is none. */
export async function countPostings(
  reads: Reads,
  scope: IndexScope,
  { after, to, limit }: { readonly after: PostingPosition; readonly to: Uint8Array; readonly limit: number },
): Promise<PostingCount & { readonly last: PostingPosition | null }> {
  const range = { ...scope, ...after, to }
  const last = await reads.first(positionAt({ ...range, skip: limit - 1 }))
  // A count up to a known position needs no limit, so it is one aggregate over a range of the index.
  const counted = await reads.first(
    last === undefined
      ? countTo(range)
      : countThrough({ ...range, lastKey: last.key, lastChunk: last.chunk }),
  )
  return { rows: counted?.rows ?? 0, pairs: counted?.pairs ?? 0, last: last ?? null }
}

/** Different keys after `after` and before `to`, ascending, without reading all postings of each. */
export async function readDistinctKeys(
  reads: Reads,
  scope: IndexScope,
  { after, to, limit }: { readonly after: Uint8Array; readonly to: Uint8Array; readonly limit: number },
): Promise<readonly Uint8Array[]> {
  const rows = await reads.all(distinctKeys({ ...scope, after, to, limit }))
  return rows.map(({ key }) => key)
}

/** The ids of entries by their numbers. */
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
}

/** Live entries, in no order. */
export function readEntriesOfNumbers(
  reads: Reads,
  space: SpaceId,
  numbers: readonly number[],
): Promise<readonly IndexedEntry[]> {
  return reads.all(entriesOfNumbers({ space, numbers: numbers.map(String) }))
}

export interface IndexedValues extends IndexedEntry {
  readonly data: string
  /** The overlay of the variant; null without one. */
  readonly overlay: string | null
}

/** Live entries with their stored values, in no order. */
export function readValuesOfNumbers(
  reads: Reads,
  space: SpaceId,
  numbers: readonly number[],
  variant: string,
): Promise<readonly IndexedValues[]> {
  return reads.all(valuesOfNumbers({ space, numbers: numbers.map(String), variant }))
}

/** Those of the ids that are published. */
export async function readLiveIds(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await reads.all(liveIds({ space, ids }))).map(({ entry }) => entry))
}

/** The revision of a space and that of its models. */
export async function readModelRevision(reads: Reads, space: SpaceId): Promise<number> {
  return (await reads.first(modelRevisionOf({ space })))?.revision ?? 0
}

interface Range extends IndexScope, PostingPosition {
  readonly to: Uint8Array
}

const postings = sql`select "key", "chunk", "count", "numbers" from "query_posting"`

function within({ space, collection, field, variant }: IndexScope): RawBuilder<SqlBool> {
  return sql<SqlBool>`"space" = ${space} and "collection" = ${collection} and "field" = ${field}
    and "variant" = ${variant}`
}

function between(range: Range): RawBuilder<SqlBool> {
  return sql<SqlBool>`${within(range)} and ("key", "chunk") > (${range.key}, ${range.chunk}) and "key" < ${range.to}`
}

const ascending = prepare((range: Range & { readonly limit: number }) =>
  statementOf(
    sql<PostingRow>`${postings} where ${between(range)} order by "key", "chunk" limit ${range.limit}`,
  ),
)

const descending = prepare(
  (range: IndexScope & PostingPosition & { readonly from: Uint8Array; readonly limit: number }) =>
    statementOf(
      sql<PostingRow>`${postings} where ${within(range)} and ("key", "chunk") < (${range.key}, ${range.chunk})
        and "key" >= ${range.from} order by "key" desc, "chunk" desc limit ${range.limit}`,
    ),
)

const ofKeys = prepare((values: IndexScope & { readonly keys: readonly string[] }) => {
  const isKey = byEngine<SqlBool>({
    sqlite: sql`"key" in (select unhex(value) from json_each(${toJsonParameter(values.keys)}))`,
    postgres: sql`"key" = any(array(select decode(hex, 'hex') from unnest(${values.keys}::text[]) as hex))`,
  })
  return statementOf(sql<PostingRow>`${postings} where ${within(values)} and ${isKey}`)
})

const positionAt = prepare((range: Range & { readonly skip: number }) =>
  statementOf(
    sql<PostingPosition>`select "key", "chunk" from "query_posting" where ${between(range)}
      order by "key", "chunk" limit 1 offset ${range.skip}`,
  ),
)

/** A sum of integers is a bigint on PostgreSQL, and a count as well. */
const counts = sql`select count(*) as "rows", coalesce(sum("count"), 0) as "pairs" from "query_posting"`

const countTo = prepare((range: Range) => statementOf(sql<PostingCount>`${counts} where ${between(range)}`))

const countThrough = prepare((range: Range & { readonly lastKey: Uint8Array; readonly lastChunk: number }) =>
  statementOf(
    sql<PostingCount>`${counts} where ${between(range)}
        and ("key", "chunk") <= (${range.lastKey}, ${range.lastChunk})`,
  ),
)

/** Looks each key up by the one before it. */
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

interface OfNumbers {
  readonly space: SpaceId
  readonly numbers: readonly string[]
}

function isNumberIn(column: string, numbers: readonly string[]) {
  return byEngine<SqlBool>({
    sqlite: sql`${sql.ref(column)} in (select cast(value as integer) from json_each(${toJsonParameter(numbers)}))`,
    postgres: sql`${sql.ref(column)} = any(${numbers}::int[])`,
  })
}

const idsOfNumbers = prepare(({ space, numbers }: OfNumbers) =>
  query
    .selectFrom('query_entry')
    .select(['number', 'entry'])
    .where('space', '=', space)
    .where(isNumberIn('number', numbers)),
)

/** A cross join keeps this order in SQLite. */
function liveOfNumbers({ space, numbers }: OfNumbers) {
  return query
    .selectFrom('query_entry as indexed')
    .crossJoin('publication as live')
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
    ])
}

const entriesOfNumbers = prepare((values: OfNumbers) => liveOfNumbers(values))

const valuesOfNumbers = prepare((values: OfNumbers & { readonly variant: string }) =>
  liveOfNumbers(values)
    .leftJoin('publication_variant as overlay', join =>
      join
        .on('overlay.space', '=', values.space)
        .onRef('overlay.entry', '=', 'live.entry')
        .onRef('overlay.from_revision', '=', 'live.from_revision')
        .on('overlay.variant', '=', values.variant),
    )
    .select(['live.data', 'overlay.data as overlay']),
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
  query.selectFrom('space').select('model_revision as revision').where('id', '=', space),
)
