// Archives an entry, and brings it back. References to it stay stored and are served as if it did not exist.
import { Problem } from '../base/errors.ts'
import { patchDraft } from './drafts/draft-paths.ts'
import { invalidContent } from './entry-problems.ts'
import type { EntryInTransaction, EntryTransaction } from './entry-transaction.ts'
import { isSchedulePending } from './schedules.ts'
import { slugError } from './unique-slug.ts'

interface ArchiveInput {
  readonly id: string
  readonly draftVersion?: number | undefined
}

/**
 * Archives an entry, which withdraws its live content and cancels its schedule. Calls `requirePublish` first if there is
 * either, because only callers with the right to publish may do so.
 */
export async function archiveEntry(
  transaction: EntryTransaction,
  { id, draftVersion }: ArchiveInput,
  requirePublish: () => void,
): Promise<EntryInTransaction> {
  const entry = await transaction.get(id)
  const schedule = entry.stored?.schedule ?? null
  const isScheduled = schedule !== null && isSchedulePending(schedule)
  if (entry.liveText !== null || isScheduled) requirePublish()
  if (entry.archivedAt !== null) return entry
  entry.requireCurrent(draftVersion)
  entry.withdraw()
  entry.archivedAt = transaction.now
  entry.actions.push('archive')
  return entry
}

/** Brings an archived entry back as a draft. Its slug may have gone to another entry, so that a new one can be named. */
export async function unarchiveEntry(
  transaction: EntryTransaction,
  { id, draftVersion, slug }: ArchiveInput & { readonly slug?: string | undefined },
): Promise<EntryInTransaction> {
  const entry = await transaction.get(id)
  const message = slug === undefined ? null : slugError(slug)
  if (message !== null) throw invalidContent([{ path: 'slug', message }])
  if (entry.archivedAt === null) {
    if (slug === undefined || slug === entry.draft.slug) return entry
    throw new Problem(
      'entry_not_archived',
      'The entry is not archived, so that its slug is changed by a PATCH.',
    )
  }
  entry.requireCurrent(draftVersion)
  entry.archivedAt = null
  entry.slugAt = transaction.operation
  if (slug !== undefined) {
    const { model, draft } = entry
    const result = patchDraft(model.fields, draft, draft.draftVersion, { slug })
    if (result.kind === 'applied') transaction.changeDraft(entry, result.draft, 'edit')
  }
  entry.actions.push('unarchive')
  return entry
}
