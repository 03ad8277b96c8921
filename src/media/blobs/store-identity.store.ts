// Ensures that the store belongs to this database. A random id is stored in both, so that no installation cleans up the
// files of another one, and no node serves from a folder that the other nodes do not have. No other statements write the
// id.
import type { Clock } from '../../base/clock.ts'
import { newId, type RandomBytes } from '../../base/ids.ts'
import { type Database, query, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import { createIdentifiedStore } from '../stores/identified-store.ts'
import { type Store, StoreUnavailable } from '../stores/store.ts'

interface KnownIdentity {
  readonly id: string
  /** True if the id was written to the store. A store with another id, or none, is then another store. */
  readonly isConfirmed: boolean
}

async function findIdentity(reads: Reads): Promise<KnownIdentity | null> {
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

async function confirmIdentity(writes: Writes, id: string, now: number): Promise<void> {
  await writes
    .updateTable('asset_store')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

interface IdentityOptions {
  readonly database: Database
  readonly store: Store
  readonly clock: Clock
  readonly random: RandomBytes
}

/**
 * Returns the store, which throws {@link StoreUnavailable} while it is not the one that belongs to the database. A store
 * without an id is assigned to the database, unless the database has confirmed another one.
 */
export function openIdentifiedStore(options: IdentityOptions): Store {
  let known: string | null = null
  const check = async () => {
    if (known === null) known = await identifyStore(options)
    else await requireIdentity(options.store, known)
  }
  return createIdentifiedStore(options.store, check, options.clock)
}

/**
 * Returns the id. At the first start, it is saved to the database as unconfirmed, then to the store, and then confirmed; if
 * the process is killed in between, the next start finishes this.
 */
export async function identifyStore({ database, store, clock, random }: IdentityOptions): Promise<string> {
  const found = await findIdentity(database.reads)
  const known = found ?? (await database.transaction(writes => findOrCreateIdentity(writes, newId(random))))
  if (known.isConfirmed) {
    await requireIdentity(store, known.id)
    return known.id
  }
  const present = await store.writeIdentity(known.id)
  if (present !== known.id) throw anotherStore(store)
  await database.transaction(writes => confirmIdentity(writes, known.id, clock()))
  return known.id
}

/**
 * Returns null if this is the database's store or can become it, otherwise a description of the problem for an operator.
 * Changes nothing.
 */
export async function findIdentityProblem({
  database,
  store,
}: {
  readonly database: Pick<Database, 'reads'>
  readonly store: Store
}): Promise<string | null> {
  const known = await findIdentity(database.reads)
  const present = await store.readIdentity()
  if (present === null) return known?.isConfirmed ? noIdentity(store) : null
  return present === known?.id ? null : otherIdentity(store)
}

async function requireIdentity(store: Store, id: string): Promise<void> {
  const present = await store.readIdentity()
  if (present === null) throw wrongStore('is not the one of its database', noIdentity(store))
  if (present !== id) throw anotherStore(store)
}

/** Retrying helps only after an operator has corrected the store. */
const wrongStore = (what: string, reason: string) =>
  new StoreUnavailable(reason, {
    detail: `The file store of this server ${what}. Its operator has to set that right.`,
    retrySeconds: 60,
  })

const anotherStore = (store: Store) => wrongStore('belongs to another database', otherIdentity(store))

const otherIdentity = ({ location }: Store) =>
  `${location} belongs to another database: its id in frontlist-store is not the one that this database knows. Set ASSETS_STORE to the store of this database, or to an empty one for a new database.`

const noIdentity = ({ location }: Store) =>
  `${location} is not the store of this database: it has no id in frontlist-store. Is it mounted? After a move, copy the files with \`frontlist assets copy\`, which copies the id too.`
