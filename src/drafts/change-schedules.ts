// Operations on schedules: when an entry goes live, and when it is withdrawn. Each changes an entry of a transaction in memory;
// carrying schedules out is not here.
import { requireEntry } from './change-drafts.ts'
import { requireCurrent, requireNotArchived } from './entry-problems.ts'
import type { EntryTransaction } from './entry-transaction.ts'
import type { WorkingEntry } from './working-entry.ts'

/** The whole schedule of an entry: what is null is cancelled. */
export interface ScheduleInput {
  readonly id: string
  readonly draftVersion?: number | undefined
  readonly publishAt: number | null
  readonly unpublishAt: number | null
}

/** The same schedule as the one that is there changes nothing. */
export async function scheduleEntry(
  transaction: EntryTransaction,
  input: ScheduleInput,
): Promise<WorkingEntry> {
  const entry = await requireEntry(transaction, input.id)
  if (isScheduled(entry, input)) return entry
  requireNotArchived(entry)
  requireCurrent(entry, input.draftVersion)
  setSchedule(transaction, entry, input)
  return entry
}

export async function cancelSchedule(transaction: EntryTransaction, id: string): Promise<WorkingEntry> {
  const entry = await requireEntry(transaction, id)
  if (entry.stored?.schedule != null) setSchedule(transaction, entry, { publishAt: null, unpublishAt: null })
  return entry
}

function setSchedule(
  { operation }: EntryTransaction,
  entry: WorkingEntry,
  { publishAt, unpublishAt }: Omit<ScheduleInput, 'id'>,
): void {
  const { draft, text } = entry
  entry.schedule = { publishAt, unpublishAt, draftVersion: draft.draftVersion, text, operation }
  entry.actions.push('schedule')
}

function isScheduled(
  { schedule, stored, draft }: WorkingEntry,
  { draftVersion = draft.draftVersion, publishAt, unpublishAt }: ScheduleInput,
): boolean {
  if (schedule !== null) return false
  const row = stored?.schedule
  return (
    row?.state === 'pending' &&
    row.draft_version === draftVersion &&
    row.publish_at === publishAt &&
    row.unpublish_at === unpublishAt
  )
}
