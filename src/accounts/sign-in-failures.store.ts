// The statements of failed sign-ins, which every node counts together.
import { query, type Reads, type Writes } from '../database/database.ts'

/** The times of a subject's failures after `since`, oldest first. */
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

/** One that was counted before it was known to be none. */
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

/** Those of an account that came from one address: what others did elsewhere goes on counting. */
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
