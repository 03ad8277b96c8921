// SQL statements that read models with their versions and counts.
import type { SpaceId } from '../base/ids.ts'
import { isIn, query, type Reads } from '../database/database.ts'

/** The versions of models, by API name. */
export async function readModelVersions(
  reads: Reads,
  space: SpaceId,
  collections: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await reads.all(
    query
      .selectFrom('collection')
      .select(['api_name', 'model_version'])
      .where('space', '=', space)
      .where(isIn('api_name', collections)),
  )
  return new Map(rows.map(row => [row.api_name, row.model_version]))
}

/** Archived ones included: all, or those of these ids. */
export async function listEntriesOf(
  reads: Reads,
  space: SpaceId,
  collection: string,
  ids?: readonly string[],
): Promise<string[]> {
  const rows = await reads.all(
    query
      .selectFrom('entry')
      .select('id')
      .where('space', '=', space)
      .where('collection', '=', collection)
      .$if(ids !== undefined, entries => entries.where(isIn('id', ids ?? []))),
  )
  return rows.map(({ id }) => id).sort()
}

/** Of entries that are not archived. */
export async function countInUse(reads: Reads, space: SpaceId, collection: string): Promise<number> {
  const row = await reads.first(
    query
      .selectFrom('entry')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where('archived_at', 'is', null),
  )
  return Number(row?.count ?? 0)
}
