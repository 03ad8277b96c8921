// SQL statements for the activity, which records who changed what. Only this file writes it, in the transaction of the
// change. It contains no values.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { execute, prepare, query, type Writes } from '../../database/database.ts'

export const activityActions = [
  'create',
  'edit',
  'restore',
  'discard',
  'publish',
  'unpublish',
  'schedule',
  'archive',
  'unarchive',
  'delete',
  'import',
  'model',
  'asset.create',
  'asset.update',
  'asset.replace',
  'asset.delete',
] as const
export type ActivityAction = (typeof activityActions)[number]

/** Checks whether the action is on an asset. Any entry may name the asset. */
export function isAssetAction(action: string): boolean {
  return action.startsWith('asset.')
}

export interface ActivityRecord {
  readonly at: number
  /** The actor in its stored form. */
  readonly by: string | null
  readonly action: ActivityAction
  readonly entry: string | null
  readonly collection: string | null
  /** `d12` for a draft version, `p3` for a publication. */
  readonly version: string | null
  readonly detail: object | null
}

const columns = ['space', 'id', 'at', 'by', 'action', 'entry', 'collection', 'version', 'detail'] as const

const newestId = prepare(({ space }: { space: SpaceId }) =>
  query
    .selectFrom('activity')
    .select('id')
    .where('space', '=', space)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
)

/** Appends records. Requires the space's lock. */
export async function recordActivity(
  writes: Writes,
  space: SpaceId,
  records: readonly ActivityRecord[],
): Promise<void> {
  if (records.length === 0) return
  const first = (await readNewestActivity(writes, space)) + 1
  const rows = records.map(({ detail, ...record }, index) => ({
    space,
    id: first + index,
    ...record,
    detail: detail === null ? null : JSON.stringify(detail),
  }))
  await runInParts(writes, 'recordActivity', columns, rows, part =>
    writes.insertInto('activity').values(part.map(row => columnsOf(row, columns))),
  )
}

/** Returns the id of the newest record; 0 if there is none. Ids are never reused, see {@link dropEdits}. */
export async function readNewestActivity(writes: Writes, space: SpaceId): Promise<number> {
  const [newest] = await execute(writes, newestId({ space }))
  return newest?.id ?? 0
}

/** Lists the distinct entries and actions after this record. An entry of null stands for several entries. */
export async function listActivitySince(
  writes: Writes,
  space: SpaceId,
  id: number,
): Promise<readonly { readonly entry: string | null; readonly action: string }[]> {
  return writes
    .selectFrom('activity')
    .select(['entry', 'action'])
    .distinct()
    .where('space', '=', space)
    .where('id', '>', id)
    .execute()
}

/** Lists the assets that were created, changed or deleted after this record. */
export async function listAssetsChangedSince(writes: Writes, space: SpaceId, id: number): Promise<string[]> {
  const rows = await writes
    .selectFrom('activity')
    .select('detail')
    .where('space', '=', space)
    .where('id', '>', id)
    .where('action', 'like', sql.lit('asset.%'))
    .execute()
  return rows.flatMap(({ detail }) =>
    detail === null ? [] : (JSON.parse(detail) as { asset: string }).asset,
  )
}

interface Edit {
  readonly entry: string
  readonly version: string
}

const editOf = prepare(({ space, entry, version }: Edit & { space: SpaceId }) =>
  query
    .deleteFrom('activity')
    .where('space', '=', space)
    .where('entry', '=', entry)
    .where('action', '=', sql.lit('edit'))
    .where('version', '=', version),
)

/**
 * Deletes the records of saves that were merged into a later one. The record of the later save must exist already, so that
 * no id is reused.
 */
export async function dropEdits(writes: Writes, space: SpaceId, edits: readonly Edit[]): Promise<void> {
  for (const edit of edits) await execute(writes, editOf({ space, ...edit }))
}

/**
 * Deletes records from before `before`, among the `limit` oldest ones. The newest record stays, so that ids continue.
 * Returns the number of deleted records.
 */
export async function deleteOldActivity(
  writes: Writes,
  space: SpaceId,
  before: number,
  limit: number,
): Promise<number> {
  const oldest = await writes
    .selectFrom('activity')
    .select(['id', 'at'])
    .where('space', '=', space)
    .orderBy('id')
    .limit(limit)
    .execute()
  // Records are deleted in the order of their ids, which is the order of time unless a clock was set back.
  const newest = await readNewestActivity(writes, space)
  const firstToKeep = oldest.findIndex(({ id, at }) => at >= before || id === newest)
  const old = firstToKeep < 0 ? oldest : oldest.slice(0, firstToKeep)
  const last = old.at(-1)
  if (last === undefined) return 0
  await writes.deleteFrom('activity').where('space', '=', space).where('id', '<=', last.id).execute()
  return old.length
}
