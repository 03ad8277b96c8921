// SQL statements that write the history of models: the only ones. Reading it is authoring/models/model-changes.store.ts's.
import type { SpaceId } from '../../base/ids.ts'
import { isIn, type Writes } from '../../database/database.ts'
import type { Collection } from '../values/model.ts'

/** How long drafts are kept as they were before a change of their model. */
export const retentionMs = 90 * 24 * 60 * 60 * 1000

export interface NewModelChange {
  /** The version of the model that it makes. */
  readonly modelVersion: number
  readonly at: number
  readonly operations: readonly object[]
  readonly before: Collection
  readonly by: string
}

export async function insertModelChange(
  writes: Writes,
  space: SpaceId,
  collection: string,
  { modelVersion, at, operations, before, by }: NewModelChange,
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

/** A time for the next change: no two changes of a collection have the same. */
export async function nextChangeTime(
  writes: Writes,
  space: SpaceId,
  collections: readonly string[],
  now: number,
): Promise<number> {
  const newest = await writes
    .selectFrom('model_change')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('space', '=', space)
    .where(isIn('collection', collections))
    .executeTakeFirst()
  return Math.max(now, (newest?.at ?? 0) + 1)
}

/** Of collections that are removed: others of their names have no history. */
export async function deleteModelChanges(
  writes: Writes,
  space: SpaceId,
  collections: readonly string[],
): Promise<void> {
  await writes
    .deleteFrom('model_change')
    .where('space', '=', space)
    .where(isIn('collection', collections))
    .execute()
}
