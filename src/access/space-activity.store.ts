// SQL statements for who did what with the API keys, the members and the name of a space: the only ones that write it. They
// run in the transaction of the change. What is done with content is in content/tables/activity.store.ts.
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
] as const
export type SpaceAction = (typeof spaceActions)[number]

export interface SpaceActivityRecord {
  readonly at: number
  /** As it is stored. */
  readonly by: string | null
  readonly action: SpaceAction
  /** Names and roles, never a secret. */
  readonly detail: object
}

/** Transactions without a space are serialized, so that no id is given twice. */
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

/** Deletes the records from before this time. The newest of all stays, so that ids go on. */
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
