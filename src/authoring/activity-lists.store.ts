// SQL statements that list who did what. Read-only.
import type { SpaceId } from '../base/ids.ts'
import { query, type Reads } from '../database/database.ts'

/** The newest first. */
export async function listActivity(
  reads: Reads,
  space: SpaceId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return reads.all(
    query
      .selectFrom('activity')
      .select(['id', 'at', 'by', 'action', 'entry', 'collection', 'version', 'detail'])
      .where('space', '=', space)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
  )
}

export async function countActivity(reads: Reads, space: SpaceId): Promise<number> {
  const row = await reads.first(
    query
      .selectFrom('activity')
      .where('space', '=', space)
      .select(({ fn }) => fn.countAll<number>().as('count')),
  )
  return row?.count ?? 0
}
