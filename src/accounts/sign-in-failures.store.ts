// The statements of failed sign-ins, which every node counts together.
import type { Writes } from '../database/database.ts'

/** The times of a subject's failures after `since`, oldest first. */
export async function readFailures(writes: Writes, subject: string, since: number): Promise<number[]> {
  const rows = await writes
    .selectFrom('sign_in_failure')
    .select('at')
    .where('subject', '=', subject)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
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

export async function deleteFailuresOf(writes: Writes, subject: string): Promise<void> {
  await writes.deleteFrom('sign_in_failure').where('subject', '=', subject).execute()
}

export async function deleteFailuresUntil(writes: Writes, until: number): Promise<void> {
  await writes.deleteFrom('sign_in_failure').where('at', '<=', until).execute()
}
