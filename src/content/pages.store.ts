// Pages of a collection's list, from a key in it: whatever stands before the key is not read.
import { type SqlBool, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { query, type Reads } from '../database/database.ts'
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
}

/** Entries of a page, in the list's order. */
export function readKeys(
  reads: Reads,
  space: SpaceId,
  collection: string,
  from: { readonly start: ListKey; readonly skip: number; readonly limit: number },
): Promise<readonly ListKey[]> {
  const { start, skip, limit } = from
  return reads.all(keysOfPage({ space, collection, ...start, skip, limit }))
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
      startsOfBlocks({ space, collection, ...start, skip: 0, limit }),
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

const keysOfPage = prepare((range: Range) =>
  keysFrom(range).orderBy('publishedAt', 'desc').orderBy('entry').limit(range.limit).offset(range.skip),
)

const startsOfBlocks = prepare((range: Range) =>
  query
    .selectFrom(numbered =>
      numbered
        .selectFrom(
          keysFrom(range).orderBy('publishedAt', 'desc').orderBy('entry').limit(range.limit).as('keys'),
        )
        .select([
          'publishedAt',
          'entry',
          sql<number>`row_number() over (order by ${sql.ref('publishedAt')} desc, entry)`.as('place'),
          sql<number>`count(*) over ()`.as('total'),
        ])
        .as('numbered'),
    )
    .selectAll()
    .where(sql<SqlBool>`place % ${sql.lit(blockSize)} = 1`)
    .orderBy('place'),
)

/** Two ranges of the index, since one condition on both columns would read all that was published at the same time. */
function keysFrom({ space, collection, publishedAt, entry }: Range) {
  const keys = () =>
    query
      .selectFrom('publication')
      .select(['published_at as publishedAt', 'entry'])
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where('to_revision', 'is', null)
  return keys()
    .where('published_at', '=', publishedAt)
    .where('entry', '>=', entry)
    .unionAll(keys().where('published_at', '<', publishedAt))
}
