// Sets or cancels the times at which entries are published and withdrawn: first in memory, then written at the end of the
// transaction. Executing schedules is not part of this file.
import { Problem } from '../base/errors.ts'
import { toPointer } from '../base/json.ts'
import type { ActivityRecord } from '../content/tables/activity.store.ts'
import { sealDraft, sealVersions } from '../content/tables/entry-versions.store.ts'
import { readGroups, type ScheduleRow, saveSchedules } from '../content/tables/schedules.store.ts'
import { readsWithin } from '../database/database.ts'
import { draftInvalid, type Failure, invalidContent } from './entry-problems.ts'
import type { EntryInTransaction, EntrySchedule, EntryTransaction } from './entry-transaction.ts'
import { compileDraft } from './publish-entry.ts'
import {
  type Cancellation,
  type CancelledTimes,
  cancelledByArchive,
  cancelSchedules,
  isPublicationPending,
  renewDraftAssets,
  toCancelled,
  toCancelledView,
} from './schedules.ts'

/** An entry that is published together with the scheduled one. */
interface ScheduledWith {
  readonly id: string
  readonly draftVersion: number
}

/** The whole schedule of an entry; null times are cancelled. */
interface ScheduleInput {
  readonly id: string
  readonly draftVersion?: number | undefined
  readonly publishAt: number | null
  readonly unpublishAt: number | null
  /** Entries to publish in the same transaction. */
  readonly with?: readonly ScheduledWith[] | undefined
}

/** Sets the schedule of an entry. A schedule equal to the current one changes nothing. */
export async function scheduleEntry(
  transaction: EntryTransaction,
  input: ScheduleInput,
): Promise<EntryInTransaction> {
  const { publishAt, unpublishAt, with: others = [] } = input
  const entry = await transaction.get(input.id)
  if (await isScheduled(transaction, entry, input)) return entry
  entry.requireNotArchived()
  entry.requireCurrent(input.draftVersion)
  const group = others.length === 0 ? null : entry.id
  await transaction.load(others.map(({ id }) => id))
  for (const [index, { id, draftVersion }] of others.entries()) {
    const place = toPointer('with', index)
    try {
      const other = await transaction.get(id)
      other.requireNotArchived()
      other.requireCurrent(draftVersion)
      const unpublishAt = withdrawalAfter(other, publishAt!)
      setSchedule(transaction, other, { publishAt, unpublishAt, group, place })
    } catch (error) {
      throw error instanceof Problem ? atPlace(error, place) : error
    }
  }
  setSchedule(transaction, entry, { publishAt, unpublishAt, group, place: '' })
  return entry
}

/** Cancels the schedule of an entry, and those of the entries scheduled together with it. */
export async function cancelSchedule(transaction: EntryTransaction, id: string): Promise<EntryInTransaction> {
  const entry = await transaction.get(id)
  if (entry.stored?.schedule == null) return entry
  const members = await listMembers(transaction, id)
  await transaction.load(members.map(member => member.entry))
  for (const member of members) {
    const other = await transaction.find(member.entry)
    if (other === null || member.entry === id) continue
    setSchedule(transaction, other, { ...nothing, unpublishAt: member.unpublish_at })
  }
  setSchedule(transaction, entry, nothing)
  return entry
}

const nothing = { publishAt: null, unpublishAt: null, group: null, place: '' }

/**
 * Returns the time at which the entry will be withdrawn, which scheduling a publication does not change. Throws if that is
 * not after the publication.
 */
function withdrawalAfter({ stored }: EntryInTransaction, publishAt: number): number | null {
  const withdrawal = stored?.schedule?.unpublish_at ?? null
  if (withdrawal === null || withdrawal > publishAt) return withdrawal
  const message = 'is to be unpublished before then; cancel that schedule first'
  throw invalidContent([{ path: '/id', message }])
}

/** Returns the same error at one of the entries in `with`. */
function atPlace({ code, detail, errors = [], members }: Problem, place: string): Problem {
  const placed =
    errors.length === 0
      ? [{ in: 'body', name: place, message: detail } as const]
      : errors.map(error => ({ ...error, name: place + error.name }))
  return new Problem(code, `${place}: ${detail}`, { members, errors: placed })
}

function setSchedule(
  { operation }: EntryTransaction,
  entry: EntryInTransaction,
  set: Pick<EntrySchedule, 'publishAt' | 'unpublishAt' | 'group' | 'place'>,
): void {
  const { draft, text } = entry
  entry.schedule = { ...set, draftVersion: draft.draftVersion, text, operation }
  entry.actions.push('schedule')
}

async function isScheduled(
  transaction: EntryTransaction,
  { id, schedule, stored, draft }: EntryInTransaction,
  { draftVersion = draft.draftVersion, publishAt, unpublishAt, with: others = [] }: ScheduleInput,
): Promise<boolean> {
  if (schedule !== null) return false
  const row = stored?.schedule
  const isSame =
    row?.state === 'pending' &&
    row.draft_version === draftVersion &&
    row.publish_at === publishAt &&
    row.unpublish_at === unpublishAt
  if (!isSame) return false
  if (row.group_entry !== null && row.group_entry !== id) return false
  const members = (await listMembers(transaction, id)).filter(member => member.entry !== id)
  const versions = new Map(members.map(member => [member.entry, member.draft_version]))
  return (
    members.length === others.length && others.every(other => versions.get(other.id) === other.draftVersion)
  )
}

/** Lists the entries that will be published together with this one, including itself. */
async function listMembers({ writes, space }: EntryTransaction, id: string) {
  return (await readGroups(readsWithin(writes), space, [id])).filter(isPublicationPending)
}

interface FinishedSchedules {
  /** The times that were pending before the transaction and no longer are. */
  readonly cancelled: ReadonlyMap<string, CancelledTimes>
  readonly failures: readonly Failure[]
}

/** Call after the drafts were written. */
export async function finishSchedules(transaction: EntryTransaction): Promise<FinishedSchedules> {
  const { writes, space } = transaction
  const entries = transaction.entries.filter(({ isRemoved }) => !isRemoved)
  const hasSchedules = entries.some(({ schedule, stored }) => schedule !== null || stored?.schedule != null)
  if (!hasSchedules) return { cancelled: new Map(), failures: [] }
  const scheduled = withoutCancelledGroups(
    entries.flatMap(entry => {
      const schedule = scheduleOf(entry)
      return schedule === null ? [] : [{ entry, schedule }]
    }),
  )
  const ids = scheduled.map(({ entry }) => entry.id)
  const cancelled = new Map(await cancelSchedules(writes, space, listCancellations(entries, ids)))
  const failures: Failure[] = []
  for (const { entry, schedule } of scheduled) {
    const row = toRow(transaction, entry, schedule)
    const before = entry.stored?.schedule ?? null
    const lost = before === null ? null : toCancelled(before, row)
    // A time that was cancelled and set again does not count as cancelled.
    if (lost === null) cancelled.delete(entry.id)
    else cancelled.set(entry.id, lost)
    if (row === null) continue
    await saveSchedules(writes, space, [row])
    if (row.publish_at === null) continue
    const problem = await findProblem(transaction, entry, schedule)
    if (problem !== null) failures.push({ operation: schedule.operation, problem })
    if (row.draft_version === entry.draft.draftVersion) await sealDraft(writes, space, entry.id)
    else await sealVersions(writes, space, new Map([[entry.id, row.draft_version]]))
  }
  await renewDraftAssets(
    writes,
    space,
    entries.filter(({ id, stored }) => stored?.schedule != null || ids.includes(id)).map(({ id }) => id),
  )
  return { cancelled, failures }
}

/** Returns the part of a schedule that the activity records: its times, but no values. */
export function toScheduleDetail(entry: EntryInTransaction): Pick<ActivityRecord, 'version' | 'detail'> {
  const schedule = scheduleOf(entry)
  const { publishAt = null, unpublishAt = null, draftVersion } = schedule ?? {}
  const isEmpty = publishAt === null && unpublishAt === null
  return { version: isEmpty ? null : `d${draftVersion}`, detail: toCancelledView({ publishAt, unpublishAt }) }
}

/** Returns null if the transaction sets no schedule. Actions after the schedule cancel its times. */
function scheduleOf({ schedule, actions }: EntryInTransaction): EntrySchedule | null {
  if (schedule === null) return null
  const later = actions.slice(actions.lastIndexOf('schedule') + 1)
  const { publish, unpublish } = cancellationOf(later)
  return {
    ...schedule,
    publishAt: publish ? null : schedule.publishAt,
    unpublishAt: unpublish ? null : schedule.unpublishAt,
  }
}

interface Scheduled {
  readonly entry: EntryInTransaction
  readonly schedule: EntrySchedule
}

/**
 * Removes the publication times of entries scheduled together with an entry that the same transaction publishes or
 * archives.
 */
function withoutCancelledGroups(scheduled: readonly Scheduled[]): Scheduled[] {
  const cancelled = new Set(
    scheduled.flatMap(({ entry, schedule }) => (schedule.publishAt === null ? [entry.id] : [])),
  )
  return scheduled.map(({ entry, schedule }) =>
    schedule.group !== null && cancelled.has(schedule.group)
      ? { entry, schedule: { ...schedule, publishAt: null } }
      : { entry, schedule },
  )
}

/** Returns the times that the actions cancel, so that no older content is published later. */
function cancellationOf(actions: EntryInTransaction['actions']): Cancellation {
  if (actions.includes('archive')) return cancelledByArchive
  return { publish: actions.includes('publish'), unpublish: actions.includes('unpublish') }
}

/** Lists what to cancel. A schedule without times removes the existing one. */
function listCancellations(
  entries: readonly EntryInTransaction[],
  scheduled: readonly string[],
): ReadonlyMap<string, Cancellation> {
  const all = entries.map(({ id, actions }) => {
    const isReplaced = scheduled.includes(id)
    return [id, isReplaced ? { publish: true, unpublish: true } : cancellationOf(actions)] as const
  })
  return new Map(all.filter(([, { publish, unpublish }]) => publish || unpublish))
}

function toRow(
  { now, by }: EntryTransaction,
  { id }: EntryInTransaction,
  { publishAt, unpublishAt, draftVersion, group }: EntrySchedule,
): ScheduleRow | null {
  if (publishAt === null && unpublishAt === null) return null
  return {
    entry: id,
    draft_version: draftVersion,
    publish_at: publishAt,
    unpublish_at: unpublishAt,
    due_at: publishAt ?? unpublishAt,
    state: 'pending',
    reason: null,
    problems: null,
    group_entry: publishAt === null ? null : group,
    created_at: now,
    created_by: by,
  }
}

/** Validates the scheduled draft now, so that the caller sees the errors. Publishing validates it again. */
async function findProblem(
  { writes, space }: EntryTransaction,
  { id, model }: EntryInTransaction,
  { text, draftVersion, place }: EntrySchedule,
) {
  const draft = { id, collection: model.apiName, ...text, draftVersion, publishedAt: null }
  const compiled = await compileDraft(writes, space, draft, model)
  if (!('problems' in compiled)) return null
  const problems = compiled.problems.map(problem => ({ ...problem, path: place + problem.path }))
  return draftInvalid({ id, where: `${model.apiName}/${text.slug}`, problems })
}
