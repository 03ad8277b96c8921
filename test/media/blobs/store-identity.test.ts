// Which store a database takes for its own.
import { describe, expect, test } from 'bun:test'
import { systemRandom } from '../../../src/base/ids.ts'
import type { Database } from '../../../src/database/database.ts'
import {
  findIdentityProblem,
  findOrCreateIdentity,
  identifyStore,
  openIdentifiedStore,
} from '../../../src/media/blobs/store-identity.store.ts'
import { openStore } from '../../../src/media/stores/open-store.ts'
import { type Store, StoreUnavailable } from '../../../src/media/stores/store.ts'
import { openTestDatabase } from '../../kit/database/test-databases.ts'
import { startS3Server } from '../../kit/files/s3-server.ts'
import { putBytes, readBytes, storeKinds, storeOptions } from '../../kit/files/stores.ts'
import { makeFolder } from '../../kit/test-folder.ts'

const clock = () => 1_000
const newStore = () => openStore(`file:${makeFolder()}`, storeOptions)
const identify = (database: Database, store: Store) =>
  identifyStore({ database, store, clock, random: systemRandom })
const refusalOf = (work: Promise<unknown>) => work.then(String, reason => reason)

describe.each(storeKinds)('%s', (_, openNew) => {
  test('an empty store becomes that of a new database, which takes no other afterwards', async () => {
    const { database } = await openTestDatabase()
    const store = openNew()
    expect(await findIdentityProblem({ database, store })).toBeNull()
    const id = await identify(database, store)
    expect(await store.readIdentity()).toBe(id)
    expect(await identify(database, store)).toBe(id)
    const empty = openNew()
    expect(await refusalOf(identify(database, empty))).toBeInstanceOf(StoreUnavailable)
    expect(await empty.readIdentity()).toBeNull()
    expect(await findIdentityProblem({ database, store: empty })).toContain('has no id')
  })

  test('a store of another database is not adopted, by a new database either', async () => {
    const [ours, theirs] = [await openTestDatabase(), await openTestDatabase()]
    const store = openNew()
    const id = await identify(ours.database, store)
    for (let start = 0; start < 2; start++) {
      const refusal = await refusalOf(identify(theirs.database, store))
      expect((refusal as StoreUnavailable).detail).toContain('belongs to another database')
    }
    expect(await findIdentityProblem({ database: theirs.database, store })).toContain('another database')
    expect(await store.readIdentity()).toBe(id)
  })

  test('a start that was killed between any two steps is finished by the next one', async () => {
    for (const isInStore of [false, true]) {
      const { database } = await openTestDatabase()
      const store = openNew()
      const { id } = await database.transaction(writes => findOrCreateIdentity(writes, 'x'.repeat(20)))
      if (isInStore) await store.writeIdentity(id)
      expect(await identify(database, store)).toBe(id)
      expect(await refusalOf(identify(database, openNew()))).toBeInstanceOf(StoreUnavailable)
    }
  })
})

test('nodes that start at once on a new database and one store agree on its id', async () => {
  const { database } = await openTestDatabase()
  const { address } = startS3Server()
  const ids = await Promise.all([1, 2, 3, 4].map(() => identify(database, openStore(address, storeOptions))))
  expect(new Set(ids).size).toBe(1)
})

test('two nodes on one bucket see the same files', async () => {
  const { database } = await openTestDatabase()
  const { address } = startS3Server()
  const [first, second] = [1, 2].map(() =>
    openIdentifiedStore({ database, clock, random: systemRandom, store: openStore(address, storeOptions) }),
  )
  const sha256 = await putBytes(first!, 'bytes')
  expect(new TextDecoder().decode(await readBytes(await second!.open(sha256)))).toBe('bytes')
})

test('a node with a folder of its own stores and serves no file', async () => {
  const { database } = await openTestDatabase()
  const [first, second] = [newStore(), newStore()].map(store =>
    openIdentifiedStore({ database, clock, random: systemRandom, store }),
  )
  const sha256 = await putBytes(first!, 'bytes')
  for (const work of [putBytes(second!, 'other bytes'), second!.open(sha256)]) {
    const { status, detail, headers } = (await refusalOf(work)) as StoreUnavailable
    expect([status, detail, headers]).toEqual([
      503,
      expect.stringContaining('is not the one of its database'),
      { 'Retry-After': '60' },
    ])
  }
})
