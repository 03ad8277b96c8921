// Operations that change the state of entries: publish, unpublish, archive, unarchive, delete.
import { Problem } from '../base/errors/errors.ts'
import { changeTo, requireEntry } from './change-drafts.ts'
import { patchDraft } from './drafts/draft-paths.ts'
import type { EntryInTransaction } from './entry-in-transaction.ts'
import { invalidContent, requireCurrent, requireNotArchived } from './entry-problems.ts'
import type { EntryTransaction } from './entry-transaction.ts'
import { isSchedulePending } from './schedules/schedules.ts'
import { slugError } from './slugs/unique-slug.ts'

export interface EntryInput {
  readonly id: string
  readonly draftVersion?: number | undefined
}

export interface PublishInput extends EntryInput {
  /** Milliseconds since 1970; null means now. */
  readonly publishedAt: number | null
}

export async function publishEntry(
  transaction: EntryTransaction,
  { id, draftVersion, publishedAt }: PublishInput,
): Promise<EntryInTransaction> {
  const entry = await requireEntry(transaction, id)
  requireNotArchived(entry)
  if (publishedAt !== null && publishedAt > transaction.now) {
    throw invalidContent([{ path: 'publishedAt', message: 'must not be in the future' }])
  }
  const { draft, text, model, stored } = entry
  const live = stored?.live ?? null
  const isLive =
    live !== null && !entry.isWithdrawn && entry.toPublish === null && live.draftVersion === draftVersion
  // Publishes nothing and cancels no schedule, because the request may be a late repetition of an earlier one.
  if (isLive && (publishedAt === null || publishedAt === live.publishedAt)) return entry
  requireCurrent(entry, draftVersion)
  const { draftVersion: current } = draft
  entry.toPublish = { id, collection: model.apiName, ...text, draftVersion: current, publishedAt }
  entry.publishedAt = transaction.operation
  entry.isWithdrawn = false
  entry.actions.push('publish')
  return entry
}

/** Withdraws the live content. If nothing is live, it changes nothing and keeps the schedule, too. */
export async function unpublishEntry(transaction: EntryTransaction, id: string): Promise<EntryInTransaction> {
  const entry = await requireEntry(transaction, id)
  return entry.liveText === null ? entry : unpublishOnTime(transaction, id)
}

/** Withdraws the live content because a schedule is due. The schedule is completed even if nothing is live any more. */
export async function unpublishOnTime(
  transaction: EntryTransaction,
  id: string,
): Promise<EntryInTransaction> {
  const entry = await requireEntry(transaction, id)
  withdraw(entry)
  entry.actions.push('unpublish')
  return entry
}

function withdraw(entry: EntryInTransaction): void {
  entry.toPublish = null
  entry.isWithdrawn = entry.stored?.live != null
}

/**
 * Archives an entry, which withdraws its live content and cancels its schedule. Calls `requirePublish` first if there is
 * either, because only callers with the right to publish may do so.
 */
export async function archiveEntry(
  transaction: EntryTransaction,
  { id, draftVersion }: EntryInput,
  requirePublish: () => void,
): Promise<EntryInTransaction> {
  const entry = await requireEntry(transaction, id)
  const schedule = entry.stored?.schedule ?? null
  const isScheduled = schedule !== null && isSchedulePending(schedule)
  if (entry.liveText !== null || isScheduled) requirePublish()
  if (entry.archivedAt !== null) return entry
  requireCurrent(entry, draftVersion)
  withdraw(entry)
  entry.archivedAt = transaction.now
  entry.actions.push('archive')
  return entry
}

export async function unarchiveEntry(
  transaction: EntryTransaction,
  { id, draftVersion, slug }: EntryInput & { readonly slug?: string | undefined },
): Promise<EntryInTransaction> {
  const entry = await requireEntry(transaction, id)
  const message = slug === undefined ? null : slugError(slug)
  if (message !== null) throw invalidContent([{ path: 'slug', message }])
  if (entry.archivedAt === null) {
    if (slug === undefined || slug === entry.draft.slug) return entry
    throw new Problem(
      'entry_not_archived',
      'The entry is not archived, so that its slug is changed by a PATCH.',
    )
  }
  requireCurrent(entry, draftVersion)
  entry.archivedAt = null
  entry.slugAt = transaction.operation
  if (slug !== undefined) {
    const { model, draft } = entry
    const result = patchDraft(model.fields, draft, draft.draftVersion, { slug })
    if (result.kind === 'applied') changeTo(transaction, entry, result.draft, 'edit')
  }
  entry.actions.push('unarchive')
  return entry
}

/** Deletes an archived entry permanently. Its past publications stay in the history of the space. */
export async function removeEntry(
  transaction: EntryTransaction,
  { id, draftVersion }: EntryInput,
): Promise<EntryInTransaction> {
  const entry = await requireEntry(transaction, id)
  if (entry.archivedAt === null) {
    throw new Problem(
      'entry_not_archived',
      'Only archived entries can be deleted for good. Archive it first.',
    )
  }
  requireCurrent(entry, draftVersion)
  entry.isRemoved = true
  entry.actions.push('delete')
  return entry
}
