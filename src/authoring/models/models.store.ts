// SQL statements that read models with their versions, counts and history.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import type { Collection } from '../../content/values/model.ts'
import { isIn, query, type Reads } from '../../database/database.ts'
import type { ModelOperation } from './model-operations.ts'
import type { PastChange } from './model-plan.ts'

const count = query.fn.countAll<number>().as('count')

export async function countCollections(reads: Reads, space: SpaceId): Promise<number> {
  const row = await reads.first(query.selectFrom('collection').select(count).where('space', '=', space))
  return row?.count ?? 0
}

/** Counts all, archived and live entries of each collection. Collections without entries have no row. */
export async function countByCollection(reads: Reads, space: SpaceId, collections: readonly string[]) {
  const countIn = (table: 'entry' | 'publication') =>
    query
      .selectFrom(table)
      .select(['collection', count])
      .where('space', '=', space)
      .where(isIn('collection', collections))
      .groupBy('collection')
  // Counts by `state` because the index that the query uses contains it.
  const archived = sql<number>`count(case when state = 'archived' then 1 end)`.as('archived')
  const entries = await reads.all(countIn('entry').select(archived))
  const live = await reads.all(countIn('publication').where('to_revision', 'is', null))
  return {
    entries: new Map(entries.map(row => [row.collection, row.count])),
    archived: new Map(entries.map(row => [row.collection, row.archived])),
    live: new Map(live.map(row => [row.collection, row.count])),
  }
}

/** Returns the versions of models by API name. */
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

/** Lists all entries of a collection, including archived ones, or those among these ids. */
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

/** Counts the entries that are not archived. */
export async function countInUse(reads: Reads, space: SpaceId, collection: string): Promise<number> {
  const row = await reads.first(
    query
      .selectFrom('entry')
      .select(count)
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where('archived_at', 'is', null),
  )
  return Number(row?.count ?? 0)
}

export interface RecordedChange extends PastChange {
  readonly at: number
}

/** Returns the changes in order. */
export async function readModelChanges(
  reads: Reads,
  space: SpaceId,
  collection: string,
): Promise<RecordedChange[]> {
  const rows = await reads.all(
    query
      .selectFrom('model_change')
      .select(['model_version', 'at', 'operations', 'before'])
      .where('space', '=', space)
      .where('collection', '=', collection)
      .orderBy('model_version'),
  )
  return rows.map(row => ({
    modelVersion: row.model_version,
    at: row.at,
    operations: JSON.parse(row.operations) as ModelOperation[],
    before: JSON.parse(row.before) as Collection,
  }))
}
