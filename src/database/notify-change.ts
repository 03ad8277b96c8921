// Change notifications that a transaction sends on commit, to other nodes and to its own: a space and its counters. Any
// database role that may connect can send one, so the parser accepts any payload and returns null for invalid ones.
import { sql } from 'kysely'
import { engineOf, type Writes } from './database.ts'
import type { SpaceCounters } from './space-versions.ts'

/** The space is last, so nothing needs escaping. PostgreSQL's limit is 7999 bytes, far above what is sent. */
const pattern = /^(0|[1-9]\d{0,15}) (0|[1-9]\d{0,15}) (.{1,255})$/su

export function toNotification(space: string, { revision, keys }: SpaceCounters): string {
  return `${revision} ${keys} ${space}`
}

export function parseNotification(
  payload: unknown,
): { readonly space: string; readonly versions: SpaceCounters } | null {
  const match = typeof payload === 'string' ? pattern.exec(payload) : null
  if (!match) return null
  const [, revision, keys, space = ''] = match
  const versions = { revision: Number(revision), keys: Number(keys) }
  return Number.isSafeInteger(versions.revision) && Number.isSafeInteger(versions.keys)
    ? { space, versions }
    : null
}

/** New counters of a space. An unchanged counter is 0, which has no effect. */
export interface ChangeNotification {
  readonly space: string
  readonly versions: SpaceCounters
}

/** PostgreSQL's notification channel. */
export const channel = 'frontlist'

const sent = new WeakMap<Writes, ChangeNotification[]>()

/** Sends the notification when the transaction commits. Does nothing on SQLite, where versions are read from the file. */
export async function notifyChange(
  writes: Writes,
  space: string,
  counters: Partial<SpaceCounters>,
): Promise<void> {
  if (engineOf(writes) !== 'postgres') return
  const versions = { revision: 0, keys: 0, ...counters }
  sent.set(writes, [...(sent.get(writes) ?? []), { space, versions }])
  await sql`select pg_notify(${channel}, ${toNotification(space, versions)})`.execute(writes)
}

/**
 * Returns the transaction's notifications for its own node, because a client that has its response must see the change
 * at once.
 */
export function notificationsOf(writes: Writes): readonly ChangeNotification[] {
  return sent.get(writes) ?? []
}
