// Writes the schedules of a transaction's entries: those that it sets, and those that its publications cancel.
import type { ActivityRecord } from '../../content/tables/activity.store.ts'
import { sealDraft, sealVersions } from '../../content/tables/entry-versions.store.ts'
import { type ScheduleRow, saveSchedules } from '../../content/tables/schedules.store.ts'
import type { EntryInTransaction, EntrySchedule } from '../entry-in-transaction.ts'
import { draftInvalid, type Failure } from '../entry-problems.ts'
import type { EntryTransaction } from '../entry-transaction.ts'
import { compileDraft } from '../publish-drafts.ts'
import { renewDraftAssets } from './scheduled-assets.ts'
import {
  type Cancellation,
  type CancelledTimes,
  cancelledByArchive,
  cancelSchedules,
  toCancelled,
  toCancelledView,
} from './schedules.ts'

interface FinishedSchedules {
  /** The times that were pending before the transaction and no longer are. */
  readonly cancelled: ReadonlyMap<string, CancelledTimes>
  readonly failures: readonly Failure[]
}

/** Call after the drafts were written. */
export async function finishSchedules(transaction: EntryTransaction): Promise<FinishedSchedules> {
  const { writes, space } = transaction
  const entries = transaction.entries.filter(({ isRemoved }) => !isRemoved)
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
 * Removes the publication times of entries scheduled together with an entry that the same transaction publishes or archives.
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
