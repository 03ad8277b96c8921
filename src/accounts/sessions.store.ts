// The maximum age of sessions, and SQL statements that end them. Better Auth starts and extends them through
// auth-adapter.store.ts.
import type { Writes } from '../database/database.ts'

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
