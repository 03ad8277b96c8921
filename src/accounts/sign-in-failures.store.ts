// SQL statements for failed sign-ins. All nodes share the count.
import { query, type Reads, type Writes } from '../database/database.ts'

/** Returns the times of a subject's failures after `since`, oldest first. */
export async function readFailures(reads: Reads, subject: string, since: number): Promise<number[]> {
  const rows = await reads.all(
    query
      .selectFrom('sign_in_failure')
      .select('at')
      .where('subject', '=', subject)
      .where('at', '>', since)
      .orderBy('at'),
  )
  return rows.map(row => row.at)
}

export async function insertFailure(
  writes: Writes,
  failure: { subject: string; at: number; id: string },
): Promise<void> {
  await writes.insertInto('sign_in_failure').values(failure).execute()
}

/** Deletes an attempt that was counted as a failure but did not fail. */
export async function deleteFailure(
  writes: Writes,
  failure: { subject: string; at: number; id: string },
): Promise<void> {
  await writes
    .deleteFrom('sign_in_failure')
    .where('subject', '=', failure.subject)
    .where('at', '=', failure.at)
    .where('id', '=', failure.id)
    .execute()
}

/** Deletes the account's failures from one client IP. Failures from other addresses still count. */
export async function deleteFailuresAt(writes: Writes, account: string, address: string): Promise<void> {
  await writes
    .deleteFrom('sign_in_failure')
    .where('subject', '=', account)
    .where('id', 'in', rows => rows.selectFrom('sign_in_failure').select('id').where('subject', '=', address))
    .execute()
}

export async function deleteFailuresUntil(writes: Writes, until: number): Promise<void> {
  await writes.deleteFrom('sign_in_failure').where('at', '<=', until).execute()
}
