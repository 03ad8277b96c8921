// Read-only SQL statements for the history of models.
import type { SpaceId } from '../../base/ids.ts'
import type { Collection } from '../../content/values/model.ts'
import { query, type Reads } from '../../database/database.ts'
import type { ModelOperation } from './model-operations.ts'
import type { PastChange } from './model-plan.ts'

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
