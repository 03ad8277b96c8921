// SQL statements for the id of the file store: the only ones that write it.
import { query, type Reads, readsWithin, type Writes } from '../../database/database.ts'

export interface KnownIdentity {
  readonly id: string
  /** The id lies in the store: one that has another, or none, is another store. */
  readonly isConfirmed: boolean
}

export async function findIdentity(reads: Reads): Promise<KnownIdentity | null> {
  const row = await reads.first(query.selectFrom('asset_store').select(['id', 'confirmed_at']))
  return row ? { id: row.id, isConfirmed: row.confirmed_at !== null } : null
}

/** Of several nodes that start on a new database one gives the id, and all get the same. */
export async function findOrCreateIdentity(writes: Writes, id: string): Promise<KnownIdentity> {
  const known = await findIdentity(readsWithin(writes))
  if (known) return known
  await writes.insertInto('asset_store').values({ id, confirmed_at: null }).execute()
  return { id, isConfirmed: false }
}

export async function confirmIdentity(writes: Writes, id: string, now: number): Promise<void> {
  await writes
    .updateTable('asset_store')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}
