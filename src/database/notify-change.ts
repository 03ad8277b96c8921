// What a transaction says to other nodes when it commits, and to its own.
import { sql } from 'kysely'
import type { Writes } from './database.ts'
import { engineOf } from './engine.ts'
import type { SpaceCounters } from './lease/known-spaces.ts'
import { toNotification } from './lease/notice.ts'

/** A counter that a space has reached; the one that has not moved is 0, which raises nothing. */
export interface ChangeNotification {
  readonly space: string
  readonly versions: SpaceCounters
}

/** PostgreSQL's channel of announcements. */
export const channel = 'frontlist'

const announced = new WeakMap<Writes, ChangeNotification[]>()

/** Sent when the transaction commits, and not at all where it does not. An embedded database tells by being read. */
export async function notifyChange(
  writes: Writes,
  space: string,
  counters: Partial<SpaceCounters>,
): Promise<void> {
  if (engineOf(writes) !== 'postgres') return
  const versions = { revision: 0, keys: 0, ...counters }
  announced.set(writes, [...(announced.get(writes) ?? []), { space, versions }])
  await sql`select pg_notify(${channel}, ${toNotification(space, versions)})`.execute(writes)
}

/** What the transaction has announced, for its own node: whoever has been answered must see it at once. */
export function notificationsOf(writes: Writes): readonly ChangeNotification[] {
  return announced.get(writes) ?? []
}
