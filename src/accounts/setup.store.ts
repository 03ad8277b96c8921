// SQL statements for set-up links.
import type { Reads, Writes } from '../database/database.ts'
import { query } from '../database/database.ts'

/** A server prints a new link at each start, so old links must expire. */
const lifetimeMs = 7 * 24 * 60 * 60 * 1000

export async function insertSetupToken(writes: Writes, hash: string, now: number): Promise<void> {
  await writes
    .deleteFrom('setup_token')
    .where('created_at', '<=', now - lifetimeMs)
    .execute()
  await writes.insertInto('setup_token').values({ hash, created_at: now }).execute()
}

export async function hasSetupToken(reads: Reads, hash: string, now: number): Promise<boolean> {
  const found = query
    .selectFrom('setup_token')
    .select('hash')
    .where('hash', '=', hash)
    .where('created_at', '>', now - lifetimeMs)
  return (await reads.first(found)) !== undefined
}

/** Deletes all tokens, because a successful set-up invalidates the other links. */
export async function deleteSetupTokens(writes: Writes): Promise<void> {
  await writes.deleteFrom('setup_token').execute()
}
