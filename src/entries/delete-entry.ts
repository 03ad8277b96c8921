// Deletes an archived entry permanently.
import { Problem } from '../base/errors.ts'
import type { EntryInTransaction, EntryTransaction } from './entry-transaction.ts'

interface DeleteInput {
  readonly id: string
  readonly draftVersion?: number | undefined
}

/** Deletes the entry with its versions. Its past publications stay in the history of the space. */
export async function deleteEntry(
  transaction: EntryTransaction,
  { id, draftVersion }: DeleteInput,
): Promise<EntryInTransaction> {
  const entry = await transaction.get(id)
  if (entry.archivedAt === null) {
    throw new Problem(
      'entry_not_archived',
      'Only archived entries can be deleted for good. Archive it first.',
    )
  }
  entry.requireCurrent(draftVersion)
  entry.isRemoved = true
  entry.actions.push('delete')
  return entry
}
