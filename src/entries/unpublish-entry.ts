// Unpublishes an entry: its live content is withdrawn, and its draft stays.
import type { EntryInTransaction, EntryTransaction } from './entry-transaction.ts'

/** Withdraws the live content. If nothing is live, it changes nothing and keeps the schedule, too. */
export async function unpublishEntry(transaction: EntryTransaction, id: string): Promise<EntryInTransaction> {
  const entry = await transaction.get(id)
  return entry.liveText === null ? entry : withdraw(entry)
}

/**
 * Withdraws the live content for a schedule that is due, or for a command. The schedule is completed even if nothing is
 * live any more.
 */
export async function unpublishAnyway(
  transaction: EntryTransaction,
  id: string,
): Promise<EntryInTransaction> {
  return withdraw(await transaction.get(id))
}

function withdraw(entry: EntryInTransaction): EntryInTransaction {
  entry.withdraw()
  entry.actions.push('unpublish')
  return entry
}
