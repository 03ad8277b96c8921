// Pages of a collection's list, from a key in it: whatever stands before the key is not read.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { type Reads, statementOf } from '../database/database.ts'
import { byEngine } from '../database/engine.ts'
import { prepare } from '../database/prepare.ts'
import { type Block, blockSize } from './cache/collection-index.ts'
import type { ListKey } from './cache/list-key.ts'

interface Range {
  readonly space: SpaceId
  readonly collection: string
  readonly publishedAt: number
  readonly entry: string
  readonly skip: number
  readonly limit: number
  /** Both together. */
  readonly reach: number
}

/** Entries of a page, in the list's order. */
export function readKeys(
  reads: Reads,
  space: SpaceId,
  collection: string,
  from: { readonly start: ListKey; readonly skip: number; readonly limit: number },
): Promise<readonly ListKey[]> {
  const { start, skip, limit } = from
  return reads.all(keysFrom({ space, collection, ...start, skip, limit, reach: skip + limit }))
}

/** The key before every other one. */
export const beginning: ListKey = { publishedAt: Number.MAX_SAFE_INTEGER, entry: '' }

/** So many blocks at a time: what is read for them stays below what a page may cost. */
const blocksPerRead = 64

/** The keys of a collection at equal distances; or those of one block of it alone. */
export async function readBlocks(
  reads: Reads,
  space: SpaceId,
  collection: string,
  within?: Block,
): Promise<Block[]> {
  const blocks: Block[] = []
  let left = within?.count ?? Number.MAX_SAFE_INTEGER
  for (let start: ListKey | undefined = within?.start ?? beginning; start !== undefined; ) {
    const limit = Math.min(left, blocksPerRead * blockSize) + 1
    const rows: readonly BlockRow[] = await reads.all(
      startsOfBlocks({ space, collection, ...start, skip: 0, limit, reach: limit }),
    )
    const total = Math.min(rows[0]?.total ?? 0, limit - 1)
    start = undefined
    for (const { publishedAt, entry, place } of rows) {
      const key = { publishedAt, entry }
      const count = Math.min(blockSize, total - place + 1)
      // One more than was asked for: where the next ones begin.
      if (count <= 0) start = key
      else blocks.push({ start: key, count })
    }
    left -= total
    if (left <= 0) break
  }
  return blocks
}

interface BlockRow extends ListKey {
  /** From 1 on. */
  readonly place: number
  readonly total: number
}

const keysFrom = prepare((range: Range) => statementOf(keys(range)))

/** Counted apart: a window of all of them would be written down, which takes longer than reading them twice. */
const startsOfBlocks = prepare((range: Range) =>
  statementOf(sql<BlockRow>`select "publishedAt", "entry", place,
      (select count(*) from (${keys(range)}) as keys) as total
    from (
      select "publishedAt", "entry", row_number() over (order by "publishedAt" desc, "entry") as place
      from (${keys(range)}) as keys
    ) as numbered
    where place % ${sql.lit(blockSize)} = 1 order by place`),
)

/**
 * Two ranges of the index, since one condition on both columns would read all that was published at the same time.
 * SQLite reads both as far as it is asked to; PostgreSQL has to be told of each, or it sorts all of the first.
 */
function keys({ space, collection, publishedAt, entry, skip, limit, reach }: Range) {
  const live = sql`select "published_at" as "publishedAt", "entry" from "publication"
    where "space" = ${space} and "collection" = ${collection} and "to_revision" is null`
  const atOnce = sql`${live} and "published_at" = ${publishedAt} and "entry" >= ${entry}`
  const before = sql`${live} and "published_at" < ${publishedAt}`
  const part = sql`order by "published_at" desc, "entry" limit ${reach}`
  const whole = sql`order by "publishedAt" desc, "entry" limit ${limit} offset ${skip}`
  return byEngine<ListKey>({
    sqlite: sql`${atOnce} union all ${before} ${whole}`,
    postgres: sql`select * from (${atOnce} ${part}) as at_once union all select * from (${before} ${part}) as before ${whole}`,
  })
}
