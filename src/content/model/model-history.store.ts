// SQL statements that write the history of models. Only this file writes it; authoring/models/model-changes.store.ts reads
// it.
import type { SpaceId } from '../../base/ids.ts'
import { isIn, type Writes } from '../../database/database.ts'
import type { Collection } from '../values/model.ts'

/** The time for which drafts are kept in the form before a change of their model, in milliseconds. */
export const retentionMs = 90 * 24 * 60 * 60 * 1000

export interface NewModelChange {
  /** The version of the model after the change. */
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

/** Returns a time for the next change. No two changes of a collection have the same time. */
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

/** Deletes the history of removed collections, so that new collections with the same names do not inherit it. */
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
