// The revision of a space: the lock for writers of published content, and the number of each change.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { execute, prepare, query, type Writes } from '../../database/database.ts'
import { notifyChange } from '../../database/notify-change.ts'

const raised = prepare(({ space, by }: { space: SpaceId; by: number }) =>
  query
    .updateTable('space')
    .set({ content_revision: sql<number>`content_revision + ${by}` })
    .where('id', '=', space)
    .returning('revision'),
)

/**
 * Locks the space for this transaction, and returns its revision. A second writer waits, and then sees the changes of the
 * first one. `changesContent` also increments the content revision, like {@link raiseContentRevision}.
 */
export async function lockRevision(
  writes: Writes,
  space: SpaceId,
  { changesContent = false } = {},
): Promise<number> {
  const [row] = await execute(writes, raised({ space, by: changesContent ? 1 : 0 }))
  return row!.revision
}

export async function setRevision(writes: Writes, space: SpaceId, revision: number): Promise<void> {
  await writes.updateTable('space').set({ revision }).where('id', '=', space).execute()
  await notifyChange(writes, space, { revision })
}

/** The revisions that an import compares to detect concurrent changes of the space. */
export interface SpaceRevisions {
  /** The revision of published content. */
  readonly served: number
  /** The revision of drafts, slugs and models. */
  readonly content: number
}

export async function readRevisions(writes: Writes, space: SpaceId): Promise<SpaceRevisions> {
  const row = await writes
    .selectFrom('space')
    .select(['revision', 'content_revision'])
    .where('id', '=', space)
    .executeTakeFirstOrThrow()
  return { served: row.revision, content: row.content_revision }
}

/** Increments the content revision. Call when drafts, slugs or models have changed. */
export async function raiseContentRevision(writes: Writes, space: SpaceId): Promise<void> {
  await lockRevision(writes, space, { changesContent: true })
}
