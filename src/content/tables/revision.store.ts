// The revision of a space: the lock for writers of published content, and the number that each change gets.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { execute, query, type Writes } from '../../database/database.ts'
import { notifyChange } from '../../database/notify-change.ts'
import { prepare } from '../../database/prepare.ts'

const raised = prepare(({ space, by }: { space: SpaceId; by: number }) =>
  query
    .updateTable('space')
    .set({ content_revision: sql<number>`content_revision + ${by}` })
    .where('id', '=', space)
    .returning('revision'),
)

/**
 * Locks the space for this transaction: a second writer waits, and then sees the first one's changes. `changesContent`
 * does what {@link raiseContentRevision} does.
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

/** Compared by an import to detect concurrent changes to the space. */
export interface SpaceRevisions {
  /** Of published content. */
  readonly served: number
  /** Of drafts, slugs and models. */
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

/** Call when drafts, slugs or models have changed. */
export async function raiseContentRevision(writes: Writes, space: SpaceId): Promise<void> {
  await lockRevision(writes, space, { changesContent: true })
}
