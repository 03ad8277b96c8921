// Schedules entries: sets and cancels when an entry goes live and when it is withdrawn, and lists what is scheduled. None of
// this changes what is served. Schedules are carried out by run-schedules.ts.
import { requireRight } from '../access/require-right.store.ts'
import { byOf, parseBy, toByText } from '../base/by.ts'
import type { Caller } from '../base/caller.ts'
import { type Clock, toTimestamp } from '../base/clock.ts'
import { type FieldError, Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { recordActivity } from '../content/activity.store.ts'
import { findModel } from '../content/collections.store.ts'
import { type EntryRow, readEntries } from '../content/entries.store.ts'
import { sealDraft } from '../content/entry-versions.store.ts'
import { readSchedules, type ScheduleRow, saveSchedules } from '../content/schedules.store.ts'
import { type Database, readsWithin, type Writes } from '../database/database.ts'
import { pathsChangedAfter, toDraft } from '../drafts/draft-write.ts'
import { compileDraft } from '../drafts/publish-drafts.ts'
import {
  type CancelledTimes,
  cancelSchedules,
  toCancelled,
  toCancelledView,
  toScheduleView,
} from '../drafts/schedules.ts'
import { type PageRange, toLimit, toList } from '../http/list.ts'
import { entryNotFound } from './publish.service.ts'
import { countSchedules, listSchedules, type ScheduleFilter } from './schedule-lists.store.ts'

/** The whole schedule of an entry: what is null is cancelled. At least one of the times is given. */
export interface WantedSchedule {
  readonly draftVersion: number
  readonly publishAt: number | null
  readonly unpublishAt: number | null
}

interface ScheduledBy {
  readonly now: number
  /** As it is stored. */
  readonly by: string
}

/** Returns what was pending before, and is not any more; null if that is nothing. Requires the space's lock. */
export async function setSchedule(
  writes: Writes,
  space: SpaceId,
  id: string,
  wanted: WantedSchedule,
  { now, by }: ScheduledBy,
): Promise<CancelledTimes | null> {
  const entry = await requireEntry(writes, space, id)
  const before = (await readSchedules(readsWithin(writes), space, [id])).get(id) ?? null
  if (before !== null && isSame(before, wanted)) return null
  if (entry.archived_at !== null) {
    throw new Problem('entry_archived', 'The entry is archived. Unarchive it first.')
  }
  requireCurrent(entry, wanted.draftVersion)
  if (wanted.publishAt !== null) await requireValid(writes, space, entry)
  const after: ScheduleRow = {
    entry: id,
    draft_version: wanted.draftVersion,
    publish_at: wanted.publishAt,
    unpublish_at: wanted.unpublishAt,
    due_at: wanted.publishAt ?? wanted.unpublishAt,
    state: 'pending',
    reason: null,
    created_at: now,
    created_by: by,
  }
  await saveSchedules(writes, space, [after])
  if (wanted.publishAt !== null) await sealDraft(writes, space, id)
  await record(writes, space, entry, wanted, { now, by })
  return before && toCancelled(before, after)
}

/** Returns what was pending; null if that is nothing. Requires the space's lock. */
export async function removeSchedule(
  writes: Writes,
  space: SpaceId,
  id: string,
  { now, by }: ScheduledBy,
): Promise<CancelledTimes | null> {
  const entry = await requireEntry(writes, space, id)
  const before = (await readSchedules(readsWithin(writes), space, [id])).get(id)
  if (before === undefined) return null
  const cancelled = await cancelSchedules(writes, space, new Map([[id, { publish: true, unpublish: true }]]))
  await record(writes, space, entry, { publishAt: null, unpublishAt: null }, { now, by })
  return cancelled.get(id) ?? null
}

interface ServiceParts {
  readonly database: Database
  readonly clock: Clock
}

/** For a caller, in a transaction; `id` is null for one that is not valid. A null schedule cancels the one that is there. */
export function changeSchedule(
  { database, clock }: ServiceParts,
  caller: Caller,
  id: string | null,
  wanted: WantedSchedule | null,
) {
  const { space } = caller
  return database.transaction(async writes => {
    await requireRight(writes, caller, 'publish', clock)
    if (id === null) throw entryNotFound()
    const scheduledBy = { now: clock(), by: toByText(byOf(caller)) }
    const cancelled =
      wanted === null
        ? await removeSchedule(writes, space, id, scheduledBy)
        : await setSchedule(writes, space, id, wanted, scheduledBy)
    return cancelled && toCancelledView(cancelled)
  }, space)
}

/** In the order of their times. */
export function readSchedulePage(
  database: Database,
  space: SpaceId,
  { state, ...range }: PageRange & ScheduleFilter,
) {
  return database.snapshot(space, async reads => {
    const rows = await listSchedules(reads, space, { state, ...toLimit(range) })
    const list = rows.map(({ collection, slug, title, draftVersion, ...row }) => ({
      entry: { id: row.entry, collection, slug, title },
      ...toScheduleView(row, draftVersion),
    }))
    return toList(list, await countSchedules(reads, space, { state }), range)
  })
}

function isSame(row: ScheduleRow, wanted: WantedSchedule): boolean {
  return (
    row.state === 'pending' &&
    row.draft_version === wanted.draftVersion &&
    row.publish_at === wanted.publishAt &&
    row.unpublish_at === wanted.unpublishAt
  )
}

async function requireEntry(writes: Writes, space: SpaceId, id: string): Promise<EntryRow> {
  const [entry] = await readEntries(writes, space, [id])
  if (!entry) throw entryNotFound()
  return entry
}

function requireCurrent(entry: EntryRow, seen: number): void {
  const { draft_version: draftVersion, updated_at: updatedAt } = entry
  if (seen === draftVersion) return
  const paths = seen > draftVersion ? [] : pathsChangedAfter(toDraft(entry), seen)
  throw new Problem(
    'draft_conflict',
    `The draft is at version ${draftVersion} now. Look at what has changed, and schedule that version.`,
    {
      members: {
        draftVersion,
        paths,
        updatedAt: toTimestamp(updatedAt),
        updatedBy: parseBy(entry.updated_by),
      },
    },
  )
}

/** As many as a person will read. */
const errorsMax = 50

/** Checked now, so that the caller hears of it, and again when it goes live. */
async function requireValid(writes: Writes, space: SpaceId, entry: EntryRow): Promise<void> {
  const model = await findModel(readsWithin(writes), space, entry.collection)
  const draft = { ...entry, draftVersion: entry.draft_version, publishedAt: null }
  const compiled = await compileDraft(writes, space, draft, model ?? undefined)
  if (!('problems' in compiled)) return
  const errors = compiled.problems
    .slice(0, errorsMax)
    .map(({ path, code, message }): FieldError => ({ in: 'draft', name: path, message, code }))
  const detail = errors.map(({ name, message }) => `${name} ${message}.`).join(' ')
  throw new Problem('draft_invalid', detail, { errors })
}

/** The schedule as it is then: times, and no values. */
async function record(
  writes: Writes,
  space: SpaceId,
  { id, collection }: EntryRow,
  wanted: Pick<WantedSchedule, 'publishAt' | 'unpublishAt'> & { readonly draftVersion?: number },
  { now, by }: ScheduledBy,
): Promise<void> {
  const version = wanted.draftVersion === undefined ? null : `d${wanted.draftVersion}`
  const { publishAt, unpublishAt } = toCancelledView(wanted)
  const detail = { publishAt, unpublishAt }
  const done = { at: now, by, action: 'schedule', entry: id, collection, version, detail } as const
  await recordActivity(writes, space, [done])
}
