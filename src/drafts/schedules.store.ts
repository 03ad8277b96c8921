// SQL statements for schedules: the only ones that write them.
import type { SpaceId } from '../base/ids.ts'
import { isIn, query, type Reads, readsWithin, type Writes } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

export type ScheduleRow = Schema['schedule']

/** By entry; entries without one are absent. */
export async function readSchedules(
  reads: Reads,
  space: SpaceId,
  entries: readonly string[],
): Promise<ReadonlyMap<string, ScheduleRow>> {
  const rows = await reads.all(
    query.selectFrom('schedule').selectAll().where('space', '=', space).where(isIn('entry', entries)),
  )
  return new Map(rows.map(row => [row.entry, row]))
}

export interface Cancellation {
  readonly publish: boolean
  readonly unpublish: boolean
}

/** What was pending of an entry, and is not any more. */
export interface CancelledTimes {
  readonly publishAt: number | null
  readonly unpublishAt: number | null
}

/** Cancels what is pending, and forgets what failed. Returns what was cancelled, by entry. */
export async function cancelSchedules(
  writes: Writes,
  space: SpaceId,
  wanted: ReadonlyMap<string, Cancellation>,
): Promise<ReadonlyMap<string, CancelledTimes>> {
  const cancelled = new Map<string, CancelledTimes>()
  if (wanted.size === 0) return cancelled
  for (const [entry, row] of await readSchedules(readsWithin(writes), space, [...wanted.keys()])) {
    const { publish, unpublish } = wanted.get(entry)!
    const publishAt = publish ? row.publish_at : null
    const unpublishAt = unpublish ? row.unpublish_at : null
    if (publishAt === null && unpublishAt === null) continue
    if (row.state === 'pending') cancelled.set(entry, { publishAt, unpublishAt })
    const left = {
      publish_at: publish ? null : row.publish_at,
      unpublish_at: unpublish ? null : row.unpublish_at,
    }
    const due = left.publish_at ?? left.unpublish_at
    if (due === null) await deleteSchedules(writes, space, [entry])
    else {
      await writes
        .updateTable('schedule')
        .set({ ...left, due_at: due, state: 'pending', reason: null })
        .where('space', '=', space)
        .where('entry', '=', entry)
        .execute()
    }
  }
  return cancelled
}

export async function deleteSchedules(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  await writes.deleteFrom('schedule').where('space', '=', space).where(isIn('entry', entries)).execute()
}
