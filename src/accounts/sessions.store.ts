// The statements that end sessions. Beginning and prolonging them is Better Auth's, through auth-adapter.store.ts.
import type { Writes } from '../database/database.ts'

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

/** Those that nobody used before they expired; they would be refused anyway. */
export async function deleteExpiredSessions(writes: Writes, now: number): Promise<void> {
  await writes.deleteFrom('session').where('expires_at', '<=', now).execute()
}
