// SQL statements for signing in: sessions, which Better Auth starts and extends through auth-adapter.store.ts, failed
// sign-ins, which all nodes count together, and set-up links.
import { query, type Reads, type Writes } from '../database/database.ts'

/** The maximum age of a session in use, which limits how long a stolen cookie is valid. */
const sessionAgeMaxMs = 30 * 24 * 60 * 60 * 1000

/** Returns the start time at or before which sessions have expired. */
export function oldestSessionStart(now: number): number {
  return now - sessionAgeMaxMs
}

export async function deleteSession(writes: Writes, id: string): Promise<void> {
  await writes.deleteFrom('session').where('id', '=', id).execute()
}

/** Deletes a session by the hash of its token. */
export async function deleteSessionByToken(writes: Writes, hash: string): Promise<void> {
  await writes.deleteFrom('session').where('token', '=', hash).execute()
}

export async function deleteSessionsOf(writes: Writes, user: string): Promise<void> {
  await writes.deleteFrom('session').where('user', '=', user).execute()
}

/** Deletes expired and too old sessions, which would be refused anyway. */
export async function deleteExpiredSessions(writes: Writes, now: number): Promise<void> {
  await writes
    .deleteFrom('session')
    .where(({ eb, or }) => or([eb('expires_at', '<=', now), eb('created_at', '<=', oldestSessionStart(now))]))
    .execute()
}

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

/** A server prints a new set-up link at each start, so old links must expire. */
const setupLifetimeMs = 7 * 24 * 60 * 60 * 1000

export async function insertSetupToken(writes: Writes, hash: string, now: number): Promise<void> {
  await writes
    .deleteFrom('setup_token')
    .where('created_at', '<=', now - setupLifetimeMs)
    .execute()
  await writes.insertInto('setup_token').values({ hash, created_at: now }).execute()
}

export async function hasSetupToken(reads: Reads, hash: string, now: number): Promise<boolean> {
  const found = query
    .selectFrom('setup_token')
    .select('hash')
    .where('hash', '=', hash)
    .where('created_at', '>', now - setupLifetimeMs)
  return (await reads.first(found)) !== undefined
}

/** Deletes all tokens, because a successful set-up invalidates the other links. */
export async function deleteSetupTokens(writes: Writes): Promise<void> {
  await writes.deleteFrom('setup_token').execute()
}
