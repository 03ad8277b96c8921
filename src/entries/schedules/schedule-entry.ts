// Operations that set or cancel the times at which entries are published and withdrawn. Each of them changes the entries of
// a transaction in memory. Executing schedules is not part of this file.
import { Problem } from '../../base/errors/errors.ts'
import { toPointer } from '../../base/json/json-pointer.ts'
import { readGroups } from '../../content/tables/schedules.store.ts'
import { readsWithin } from '../../database/database.ts'
import { requireEntry } from '../change-drafts.ts'
import type { EntryInTransaction, EntrySchedule } from '../entry-in-transaction.ts'
import { invalidContent, requireCurrent, requireNotArchived } from '../entry-problems.ts'
import type { EntryTransaction } from '../entry-transaction.ts'
import { isPublicationPending } from './schedules.ts'

/** An entry that is published together with the scheduled one. */
export interface ScheduledWith {
  readonly id: string
  readonly draftVersion: number
}

/** The whole schedule of an entry; null times are cancelled. */
export interface ScheduleInput {
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
  const entry = await requireEntry(transaction, input.id)
  if (await isScheduled(transaction, entry, input)) return entry
  requireNotArchived(entry)
  requireCurrent(entry, input.draftVersion)
  const group = others.length === 0 ? null : entry.id
  await transaction.load(others.map(({ id }) => id))
  for (const [index, { id, draftVersion }] of others.entries()) {
    const place = toPointer('with', index)
    try {
      const other = await requireEntry(transaction, id)
      requireNotArchived(other)
      requireCurrent(other, draftVersion)
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
  const entry = await requireEntry(transaction, id)
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
