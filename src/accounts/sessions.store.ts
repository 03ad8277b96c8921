// How long a session can last, and the statements that end sessions. Beginning and prolonging them is Better Auth's, through auth-adapter.store.ts.
import type { Writes } from '../database/database.ts'

/** However much it is used: a stolen cookie is worth no more. */
const sessionAgeMaxMs = 30 * 24 * 60 * 60 * 1000

/** A session that began then or before is over. */
export function oldestSessionStart(now: number): number {
  return now - sessionAgeMaxMs
}

export async function deleteSession(writes: Writes, id: string): Promise<void> {
  await writes.deleteFrom('session').where('id', '=', id).execute()
}

/** By the hash of its token. */
export async function deleteSessionByToken(writes: Writes, hash: string): Promise<void> {
  await writes.deleteFrom('session').where('token', '=', hash).execute()
}

export async function deleteSessionsOf(writes: Writes, user: string): Promise<void> {
  await writes.deleteFrom('session').where('user', '=', user).execute()
}

/** Those that nobody used before they expired, and those that are too old; they would be refused anyway. */
export async function deleteExpiredSessions(writes: Writes, now: number): Promise<void> {
  await writes
    .deleteFrom('session')
    .where(({ eb, or }) => or([eb('expires_at', '<=', now), eb('created_at', '<=', oldestSessionStart(now))]))
    .execute()
}
