// SQL statements for the activity about the API keys, the members, the name and the shared
// previews of a space. Only this file writes it.
// They run in the transaction of the change. content/tables/activity.store.ts has the activity about content.
import type { SpaceId } from '../base/ids.ts'
import { query, readsWithin, type Writes } from '../database/database.ts'

export const spaceActions = [
  'key.create',
  'key.update',
  'key.rotate',
  'key.revoke',
  'member.invite',
  'member.withdraw',
  'member.join',
  'member.update',
  'member.remove',
  'space.create',
  'space.update',
  'preview.share',
  'preview.revoke',
] as const
export type SpaceAction = (typeof spaceActions)[number]

interface SpaceActivityRecord {
  readonly at: number
  /** The actor as stored. */
  readonly by: string | null
  readonly action: SpaceAction
  /** Names and roles, never a secret. */
  readonly detail: object
}

/** Records an action. Transactions without a space are serialized, so ids are unique. */
export async function recordSpaceActivity(
  writes: Writes,
  space: SpaceId,
  { at, by, action, detail }: SpaceActivityRecord,
): Promise<void> {
  const newest = await readsWithin(writes).first(
    query.selectFrom('space_activity').select('id').where('space', '=', space).orderBy('id', 'desc').limit(1),
  )
  const id = (newest?.id ?? 0) + 1
  const row = { space, id, at, by, action, detail: JSON.stringify(detail) }
  await writes.insertInto('space_activity').values(row).execute()
}

/** Deletes the records before this time, except the newest of all, from which ids continue. */
export async function deleteOldSpaceActivity(writes: Writes, space: SpaceId, before: number): Promise<void> {
  await writes
    .deleteFrom('space_activity')
    .where('space', '=', space)
    .where('at', '<', before)
    .where('id', '<', ({ selectFrom }) =>
      selectFrom('space_activity as newest')
        .select(({ fn }) => fn.max('newest.id').as('id'))
        .where('newest.space', '=', space),
    )
    .execute()
}
