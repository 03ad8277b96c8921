// The revision of a space: the lock for writers of published content, and the number that each change gets.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'
import { notifyChange } from '../database/notify-change.ts'

/** Locks the space for this transaction: a second writer waits, and then sees the first one's changes. */
export async function lockRevision(writes: Writes, space: SpaceId): Promise<number> {
  const row = await writes
    .updateTable('space')
    .set({ revision: sql<number>`revision` })
    .where('id', '=', space)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return row.revision
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
  await writes
    .updateTable('space')
    .set({ content_revision: sql<number>`content_revision + 1` })
    .where('id', '=', space)
    .execute()
}
