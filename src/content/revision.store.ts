// The revision of a space: the lock of whoever changes what is served, and the number that the change gets.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'
import { notifyChange } from '../database/notify-change.ts'

/** Takes the space for this transaction: of two writers the second waits, and then sees what the first did. */
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

/** What an import compares to learn whether others have changed the space since it looked. */
export interface SpaceRevisions {
  /** Of what is served. */
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

/** Drafts, slugs or models have changed. */
export async function raiseContentRevision(writes: Writes, space: SpaceId): Promise<void> {
  await writes
    .updateTable('space')
    .set({ content_revision: sql<number>`content_revision + 1` })
    .where('id', '=', space)
    .execute()
}
