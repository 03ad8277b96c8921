// Change notifications that a transaction sends on commit, to other nodes and to its own.
import { sql } from 'kysely'
import type { Writes } from './database.ts'
import { engineOf } from './engine.ts'
import { toNotification } from './lease/notification.ts'
import type { SpaceCounters } from './lease/space-leases.ts'

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
