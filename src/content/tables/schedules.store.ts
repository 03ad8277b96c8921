// SQL statements for schedules. Only this file writes them, under the space's lock. Due schedules are read across spaces,
// because nodes execute the schedules of all of them.
import type { Selectable } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { isIn, query, type Reads, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

/** The times at which an entry is published and withdrawn. An entry has at most one schedule. */
export type ScheduleRow = Omit<Selectable<Schema['schedule']>, 'space'>

const columns = [
  'space',
  'entry',
  'draft_version',
  'publish_at',
  'unpublish_at',
  'due_at',
  'state',
  'reason',
  'problems',
  'group_entry',
  'created_at',
  'created_by',
] as const
const [, ...scheduleColumns] = columns

/** Reads schedules by entry. Entries without one are absent. */
export async function readSchedules(
  reads: Reads,
  space: SpaceId,
  entries: readonly string[],
): Promise<ReadonlyMap<string, ScheduleRow>> {
  const rows = await reads.all(
    query
      .selectFrom('schedule')
      .select(scheduleColumns)
      .where('space', '=', space)
      .where(isIn('entry', entries)),
  )
  return new Map(rows.map(row => [row.entry, row]))
}

/** Reads the schedules of these groups. The id of a group is the entry that was scheduled with the others. */
export async function readGroups(
  reads: Reads,
  space: SpaceId,
  groups: readonly string[],
): Promise<ScheduleRow[]> {
  if (groups.length === 0) return []
  return reads.all(
    query
      .selectFrom('schedule')
      .select(scheduleColumns)
      .where('space', '=', space)
      .where(isIn('group_entry', groups))
      .orderBy('entry'),
  )
}

/** Lists the spaces with due schedules. */
export async function listDueSpaces(reads: Reads, now: number): Promise<ReadonlySet<string>> {
  const due = query.selectFrom('schedule').select('space').distinct().where('due_at', '<=', now)
  return new Set((await reads.all(due)).map(({ space }) => space))
}

/** Lists due schedules in the order of their times. */
export async function listDue(
  reads: Reads,
  space: SpaceId,
  now: number,
  limit: number,
): Promise<ScheduleRow[]> {
  return reads.all(
    query
      .selectFrom('schedule')
      .select(scheduleColumns)
      .where('space', '=', space)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('entry')
      .limit(limit),
  )
}

export async function saveSchedules(
  writes: Writes,
  space: SpaceId,
  schedules: readonly ScheduleRow[],
): Promise<void> {
  const rows = schedules.map(row => ({ ...row, space }))
  await runInParts(writes, 'saveSchedules', columns, rows, part =>
    writes
      .insertInto('schedule')
      .values(part.map(row => columnsOf(row, columns)))
      .onConflict(conflict =>
        conflict
          .columns(['space', 'entry'])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(columns.slice(2).map(name => [name, ref(`excluded.${name}`)])),
          ),
      ),
  )
}

export async function deleteSchedules(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  if (entries.length === 0) return
  await writes.deleteFrom('schedule').where('space', '=', space).where(isIn('entry', entries)).execute()
}

/** Reads the draft versions that will be published, for those of the entries that are scheduled. */
export async function readScheduledVersions(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await writes
    .selectFrom('schedule')
    .select(['entry', 'draft_version'])
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .where('state', '=', 'pending')
    .where('publish_at', 'is not', null)
    .execute()
  return new Map(rows.map(row => [row.entry, row.draft_version]))
}
