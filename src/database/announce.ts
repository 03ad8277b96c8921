// What a transaction says to other nodes when it commits, and to its own.
import { sql } from 'kysely'
import type { Writes } from './database.ts'
import { engineOf } from './engine.ts'

/** What has changed of a space: the counters that it has reached. */
export interface Announcement {
  readonly space: string
  readonly revision?: number
  readonly keys?: number
}

/** PostgreSQL's channel of announcements. */
export const channel = 'frontlist'

const announced = new WeakMap<Writes, Announcement[]>()

/** Sent when the transaction commits, and not at all where it does not. An embedded database tells by being read. */
export async function announce(
  writes: Writes,
  space: string,
  counters: Omit<Announcement, 'space'>,
): Promise<void> {
  if (engineOf(writes) !== 'postgres') return
  const announcement: Announcement = { space, ...counters }
  announced.set(writes, [...(announced.get(writes) ?? []), announcement])
  await sql`select pg_notify(${channel}, ${JSON.stringify(announcement)})`.execute(writes)
}

/** What the transaction has announced, for its own node: whoever has been answered must see it at once. */
export function announcementsOf(writes: Writes): readonly Announcement[] {
  return announced.get(writes) ?? []
}
