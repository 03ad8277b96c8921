// What a schedule is: how it appears on an entry, and what is left of it once something else happens to the entry. For
// everything that publishes, withdraws or archives entries, within its transaction. Carrying schedules out is not here.
import { type Actor, parseActor } from '../../base/actor.ts'
import { toTimestamp } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import { unsealVersions } from '../../content/tables/entry-versions.store.ts'
import {
  deleteSchedules,
  readGroups,
  readSchedules,
  type ScheduleRow,
  saveSchedules,
} from '../../content/tables/schedules.store.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { renewDraftAssets } from './scheduled-assets.ts'

export const scheduleStates = ['pending', 'failed'] as const
export type ScheduleState = (typeof scheduleStates)[number]

/** A rule that the draft broke when it was to be published. */
export interface ScheduleProblem {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** As it appears on an entry. */
export interface ScheduleView {
  readonly publishAt: string | null
  readonly unpublishAt: string | null
  /** What goes live. */
  readonly draftVersion: number
  /** The entry that was asked for, where several go live together. */
  readonly group: string | null
  /** Whether the draft has changed since, so that something else goes live than what the draft is now. */
  readonly changed: boolean
  readonly state: ScheduleState
  /** Why it failed. */
  readonly reason: string | null
  /** The same by field, where its rules are broken. */
  readonly problems: readonly ScheduleProblem[]
  readonly createdBy: Actor | null
}

/** `draftVersion` is that of the draft as it is now. */
export function toScheduleView(row: ScheduleRow, draftVersion: number): ScheduleView {
  return {
    publishAt: toTime(row.publish_at),
    unpublishAt: toTime(row.unpublish_at),
    draftVersion: row.draft_version,
    group: row.group_entry,
    changed: row.publish_at !== null && row.draft_version !== draftVersion,
    state: row.state as ScheduleState,
    reason: row.reason,
    problems: row.problems === null ? [] : (JSON.parse(row.problems) as ScheduleProblem[]),
    createdBy: parseActor(row.created_by),
  }
}

/** Whether an entry will be published by its schedule, unless that is changed. */
export function isPublicationPending({
  state,
  publish_at,
}: Pick<ScheduleRow, 'state' | 'publish_at'>): boolean {
  return state === 'pending' && publish_at !== null
}

/** Whether anything is still to be done; a failure to publish is only reported. */
export function isSchedulePending(row: Pick<ScheduleRow, 'state' | 'publish_at' | 'unpublish_at'>): boolean {
  return isPublicationPending(row) || row.unpublish_at !== null
}

/** What of a schedule is not to be done any more. */
export interface Cancellation {
  readonly publish: boolean
  readonly unpublish: boolean
}

export const cancelledByPublish: Cancellation = { publish: true, unpublish: false }
export const cancelledByUnpublish: Cancellation = { publish: false, unpublish: true }
/** Archiving withdraws what is live, and nothing of the entry goes live later. */
export const cancelledByArchive: Cancellation = { publish: true, unpublish: true }

/** What was pending, and is not any more. */
export interface CancelledTimes {
  readonly publishAt: number | null
  readonly unpublishAt: number | null
}

/**
 * So that nothing older comes back: for entries that are published by hand (`publish`), withdrawn by hand (`unpublish`), or
 * archived (both). A failure to publish is settled with the publishing. What was scheduled together with an entry is not
 * published without it. Returns what was pending, by entry.
 */
export async function cancelSchedules(
  writes: Writes,
  space: SpaceId,
  wanted: ReadonlyMap<string, Cancellation>,
): Promise<ReadonlyMap<string, CancelledTimes>> {
  if (wanted.size === 0) return new Map()
  const named = await readSchedules(readsWithin(writes), space, [...wanted.keys()])
  const members = await listLeft(writes, space, named, wanted)
  const rows = [...named.values(), ...members]
  const left = rows.flatMap(row => restOf(row, wanted.get(row.entry) ?? cancelledByPublish) ?? [])
  const remaining = new Map(left.map(row => [row.entry, row]))
  await saveSchedules(writes, space, left)
  await deleteSchedules(
    writes,
    space,
    rows.map(({ entry }) => entry).filter(entry => !remaining.has(entry)),
  )
  const dropped = rows.filter(
    row => row.publish_at !== null && (remaining.get(row.entry)?.publish_at ?? null) === null,
  )
  await unsealVersions(writes, space, new Map(dropped.map(row => [row.entry, row.draft_version])))
  await renewDraftAssets(
    writes,
    space,
    rows.map(({ entry }) => entry),
  )
  return new Map(
    rows.flatMap(row => {
      const cancelled = toCancelled(row, remaining.get(row.entry) ?? null)
      return cancelled === null ? [] : [[row.entry, cancelled] as const]
    }),
  )
}

/** Null if nothing is left. */
function restOf(row: ScheduleRow, { publish, unpublish }: Cancellation): ScheduleRow | null {
  const publishAt = publish ? null : row.publish_at
  const unpublishAt = unpublish ? null : row.unpublish_at
  if (publishAt === null && unpublishAt === null) return null
  const isFailed = row.state === 'failed' && publishAt !== null
  return {
    ...row,
    publish_at: publishAt,
    unpublish_at: unpublishAt,
    due_at: isFailed ? unpublishAt : (publishAt ?? unpublishAt),
    state: isFailed ? 'failed' : 'pending',
    reason: isFailed ? row.reason : null,
    problems: isFailed ? row.problems : null,
    group_entry: publishAt === null ? null : row.group_entry,
  }
}

/** The other entries of groups whose own entry is not to be published by its schedule any more. */
async function listLeft(
  writes: Writes,
  space: SpaceId,
  named: ReadonlyMap<string, ScheduleRow>,
  wanted: ReadonlyMap<string, Cancellation>,
): Promise<ScheduleRow[]> {
  const groups = [...named.values()].filter(
    row => row.group_entry === row.entry && wanted.get(row.entry)!.publish,
  )
  const rows = await readGroups(
    readsWithin(writes),
    space,
    groups.map(({ entry }) => entry),
  )
  return rows.filter(({ entry }) => !named.has(entry))
}

/** What `before` was going to do and `after` is not; null if that is nothing. */
export function toCancelled(before: ScheduleRow, after: ScheduleRow | null): CancelledTimes | null {
  const pending = before.state === 'pending' ? before.publish_at : null
  const publishAt = pending === after?.publish_at ? null : pending
  const unpublishAt = before.unpublish_at === after?.unpublish_at ? null : before.unpublish_at
  return publishAt === null && unpublishAt === null ? null : { publishAt, unpublishAt }
}

/** As responses have it. */
export function toCancelledView({ publishAt, unpublishAt }: CancelledTimes) {
  return { publishAt: toTime(publishAt), unpublishAt: toTime(unpublishAt) }
}

export function toTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds)
}
