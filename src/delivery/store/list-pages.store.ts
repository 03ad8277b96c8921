// Reads pages of a collection's list from a position on. Rows before the position are not read.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { byEngine, prepare, query, type Reads, statementOf } from '../../database/database.ts'
import { blockSize, type ListPosition } from '../list/list-index.ts'

interface Range {
  readonly space: SpaceId
  readonly collection: string
  readonly publishedAt: number
  readonly entry: string
  readonly skip: number
  readonly limit: number
  /** The sum of `skip` and `limit`. */
  readonly reach: number
}

export async function countLive(reads: Reads, space: SpaceId, collection: string): Promise<number> {
  return (await reads.first(liveCount({ space, collection })))?.count ?? 0
}

/** Returns the positions of a page, in list order. */
export function readPositions(
  reads: Reads,
  space: SpaceId,
  collection: string,
  from: { readonly start: ListPosition; readonly skip: number; readonly limit: number },
): Promise<readonly ListPosition[]> {
  const { start, skip, limit } = from
  return reads.all(keysFrom({ space, collection, ...start, skip, limit, reach: skip + limit }))
}

/** Returns the start position of each block in a part of the list. */
export function readStarts(
  reads: Reads,
  space: SpaceId,
  collection: string,
  { start, count }: { readonly start: ListPosition; readonly count: number },
): Promise<readonly ListPosition[]> {
  return reads.all(startsFrom({ space, collection, ...start, skip: 0, limit: count, reach: count }))
}

const keysFrom = prepare((range: Range) => statementOf(keys(range)))

const startsFrom = prepare((range: Range) =>
  statementOf(sql<ListPosition>`select "publishedAt", "entry" from (
      select "publishedAt", "entry", row_number() over (order by "publishedAt" desc, "entry") as place
      from (${keys(range)}) as keys
    ) as numbered
    where place % ${sql.lit(blockSize)} = 1 order by place`),
)

/**
 * Uses two index ranges, because one condition on both columns would read all entries with the same time. SQLite stops each
 * range at the limit. PostgreSQL needs a limit on each, because it would sort the whole range otherwise.
 */
function keys({ space, collection, publishedAt, entry, skip, limit, reach }: Range) {
  const live = sql`select "published_at" as "publishedAt", "entry" from "publication"
    where "space" = ${space} and "collection" = ${collection} and "to_revision" is null`
  const atOnce = sql`${live} and "published_at" = ${publishedAt} and "entry" >= ${entry}`
  const before = sql`${live} and "published_at" < ${publishedAt}`
  const part = sql`order by "published_at" desc, "entry" limit ${reach}`
  const whole = sql`order by "publishedAt" desc, "entry" limit ${limit} offset ${skip}`
  return byEngine<ListPosition>({
    sqlite: sql`${atOnce} union all ${before} ${whole}`,
    postgres: sql`select * from (${atOnce} ${part}) as at_once union all select * from (${before} ${part}) as before ${whole}`,
  })
}

const liveCount = prepare(({ space, collection }: { space: SpaceId; collection: string }) =>
  query
    .selectFrom('publication')
    .select(query.fn.countAll<number>().as('count'))
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where('to_revision', 'is', null),
)
