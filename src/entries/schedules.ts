// The form of schedules in responses, their cancellation by everything that publishes, withdraws or archives entries, and
// the assets that scheduled drafts name. Executing schedules is not part of this file.
import { type Actor, parseActor } from '../base/caller.ts'
import { toTimestamp } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import { listAssetNames } from '../content/fields/field-values.ts'
import { readCollections } from '../content/model/collections.store.ts'
import { parseContent } from '../content/publish/entry-content.ts'
import { saveDraftAssets } from '../content/tables/draft-references.store.ts'
import { readEntries } from '../content/tables/entries.store.ts'
import { readVersionContents, unsealVersions } from '../content/tables/entry-versions.store.ts'
import {
  deleteSchedules,
  readGroups,
  readScheduledVersions,
  readSchedules,
  type ScheduleRow,
  saveSchedules,
} from '../content/tables/schedules.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'

export const scheduleStates = ['pending', 'failed'] as const
export type ScheduleState = (typeof scheduleStates)[number]

/** A rule that the draft violated when it was due. */
export interface ScheduleProblem {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** A schedule as responses of an entry contain it. */
interface ScheduleView {
  readonly publishAt: string | null
  readonly unpublishAt: string | null
  /** The draft version that will be published. */
  readonly draftVersion: number
  /** The entry that the request scheduled, if several are published together; otherwise null. */
  readonly group: string | null
  /** True if the draft has changed since, so that a different version than the current one will be published. */
  readonly changed: boolean
  readonly state: ScheduleState
  /** The reason of the failure; null if there was none. */
  readonly reason: string | null
  /** The violated rules by field, if they caused the failure. */
  readonly problems: readonly ScheduleProblem[]
  readonly createdBy: Actor | null
}

/** `draftVersion` is the current version of the draft. */
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

/** Checks whether the schedule still has to publish its entry. */
export function isPublicationPending({
  state,
  publish_at,
}: Pick<ScheduleRow, 'state' | 'publish_at'>): boolean {
  return state === 'pending' && publish_at !== null
}

/** Checks whether the schedule still has to do something. A failed publication is not retried. */
export function isSchedulePending(row: Pick<ScheduleRow, 'state' | 'publish_at' | 'unpublish_at'>): boolean {
  return isPublicationPending(row) || row.unpublish_at !== null
}

/** The times of a schedule to cancel. */
export interface Cancellation {
  readonly publish: boolean
  readonly unpublish: boolean
}

export const cancelledByPublish: Cancellation = { publish: true, unpublish: false }
export const cancelledByUnpublish: Cancellation = { publish: false, unpublish: true }
/** Archiving withdraws the live content, and no content of the entry may be published later. */
export const cancelledByArchive: Cancellation = { publish: true, unpublish: true }

/** The cancelled times. Milliseconds since 1970; null if there was none. */
export interface CancelledTimes {
  readonly publishAt: number | null
  readonly unpublishAt: number | null
}

/**
 * Cancels schedules, so that no older content is published later: for entries that were published (`publish`), withdrawn
 * (`unpublish`), or archived (both). Cancelling a publication also removes its failure, and cancels the publication of the
 * entries scheduled together with it. Returns the cancelled times by entry.
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

/** Returns the remaining schedule; null if no time is left. */
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

/** Lists the other entries of groups whose own entry will no longer be published by its schedule. */
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

/** Returns the pending times of `before` that `after` no longer has; null if there are none. */
export function toCancelled(before: ScheduleRow, after: ScheduleRow | null): CancelledTimes | null {
  const pending = before.state === 'pending' ? before.publish_at : null
  const publishAt = pending === after?.publish_at ? null : pending
  const unpublishAt = before.unpublish_at === after?.unpublish_at ? null : before.unpublish_at
  return publishAt === null && unpublishAt === null ? null : { publishAt, unpublishAt }
}

/** Formats the times for responses. */
export function toCancelledView({ publishAt, unpublishAt }: CancelledTimes) {
  return { publishAt: toTime(publishAt), unpublishAt: toTime(unpublishAt) }
}

export function toTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds)
}

const batchSize = 200

/** Replaces the recorded assets of the entries. Call after their drafts and schedules were written. */
export async function renewDraftAssets(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  if (entries.length === 0) return
  const models = new Map((await readCollections(writes, space)).map(model => [model.apiName, model]))
  for (let start = 0; start < entries.length; start += batchSize) {
    const drafts = await readEntries(writes, space, entries.slice(start, start + batchSize))
    const scheduled = await readScheduled(
      writes,
      space,
      drafts.map(({ id }) => id),
    )
    const rows = drafts.flatMap(({ id: entry, collection, ...draft }) => {
      const fields = models.get(collection)?.fields ?? []
      const texts = [draft, ...(scheduled.get(entry) ?? [])]
      const names = texts.flatMap(text => listAssetNames(fields, namedValues(text)))
      return [...new Set(names)].map(asset => ({ space, asset, entry }))
    })
    await saveDraftAssets(
      writes,
      space,
      drafts.map(({ id }) => id),
      rows,
    )
  }
}

interface DraftText {
  readonly data: string
  readonly variants: string | null
}

/** Reads drafts that will be published and are not the newest, by entry. */
async function readScheduled(writes: Writes, space: SpaceId, entries: readonly string[]) {
  const versions = await readScheduledVersions(writes, space, entries)
  const contents = await readVersionContents(writes, space, versions)
  return Map.groupBy(
    contents.map(({ entry, data, variants }): DraftText & { entry: string } => ({
      entry,
      data: data!,
      variants,
    })),
    ({ entry }) => entry,
  )
}

function namedValues({ data, variants }: DraftText) {
  return parseContent({ data, variants })
}
