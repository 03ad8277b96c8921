// SQL statements for the id of the file store. No other statements write it.
import { query, type Reads, readsWithin, type Writes } from '../../database/database.ts'

export interface KnownIdentity {
  readonly id: string
  /** True if the id was written to the store. A store with another id, or none, is then another store. */
  readonly isConfirmed: boolean
}

export async function findIdentity(reads: Reads): Promise<KnownIdentity | null> {
  const row = await reads.first(query.selectFrom('asset_store').select(['id', 'confirmed_at']))
  return row ? { id: row.id, isConfirmed: row.confirmed_at !== null } : null
}

/** Returns the id, or creates it. If several nodes start on a new database, all get the same id. */
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
