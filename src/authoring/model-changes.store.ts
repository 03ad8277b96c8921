// SQL statements for changes of models: the only ones that write their history.
import type { SpaceId } from '../base/ids.ts'
import type { Collection } from '../content/model.ts'
import { query, type Reads, type Writes } from '../database/database.ts'
import type { ModelOperation } from './model-operations.ts'
import type { PastChange } from './model-plan.ts'

export interface RecordedChange extends PastChange {
  readonly at: number
}

/** In order. */
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

export async function insertModelChange(
  writes: Writes,
  space: SpaceId,
  collection: string,
  { modelVersion, at, operations, before, by }: RecordedChange & { readonly by: string },
): Promise<void> {
  await writes
    .insertInto('model_change')
    .values({
      space,
      collection,
      model_version: modelVersion,
      at,
      by,
      operations: JSON.stringify(operations),
      before: JSON.stringify(before),
    })
    .execute()
}

/** Of a collection that is removed: another one of its name begins anew. */
export async function deleteModelChanges(writes: Writes, space: SpaceId, collection: string): Promise<void> {
  await writes
    .deleteFrom('model_change')
    .where('space', '=', space)
    .where('collection', '=', collection)
    .execute()
}
