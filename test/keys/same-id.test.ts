// Ids of keys are told apart within a space: what is done to a key is done to that of its space, also where another one
// has a key of the same id.
import { expect, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import type { NewKey } from '../../src/keys/keys.schema.ts'
import { createKeys } from '../../src/keys/keys.service.ts'
import { makePrincipal } from '../kit/app/principal.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

/** Ids are made of so many bytes, secrets of more. */
const idLength = 20
const random = (length: number) =>
  length === idLength ? new Uint8Array(length) : crypto.getRandomValues(new Uint8Array(length))

const wanted = { name: 'web', scopes: ['content.read'], expiresAt: null } satisfies NewKey

async function storedOf({ everything, space }: TestSpace) {
  const keys = query.selectFrom('api_key').selectAll().where('space', '=', space)
  const secrets = query.selectFrom('api_key_secret').selectAll().where('space', '=', space)
  return {
    keys: await everything.all(keys.orderBy('id')),
    secrets: await everything.all(secrets.orderBy('hash')),
  }
}

test('a key is changed, rotated, used and revoked, and one of the same id in another space is not', async () => {
  const space = await createTestSpace()
  const neighbour = await createNeighbour(space, 'neighbour')
  const { database, usage, time } = space
  const keys = createKeys({ database, usage, clock: () => time.now, random })
  const owner = await makePrincipal(space)
  const theirs = await keys.create(await makePrincipal(neighbour), wanted)
  const { doc } = await keys.create(owner, wanted)
  expect(doc.id).toBe(theirs.doc.id)
  const list = async (of: TestSpace) => (await keys.list(of.space, { page: 1, perPage: 10 })).list
  const lastUses = async (of: TestSpace) => (await list(of)).map(({ lastUsedAt }) => lastUsedAt)
  const before = await storedOf(neighbour)
  expect([before.keys.length, before.secrets.length]).toEqual([2, 2])

  const steps = [
    () => keys.change(owner, doc.id, { name: 'changed' }),
    () => keys.rotate(owner, doc.id, 60),
    () => keys.rotate(owner, doc.id, 0),
    async () => {
      usage.note({ space: space.space, id: doc.id }, time.now)
      expect(await lastUses(neighbour)).toEqual([null, null])
      expect(await lastUses(space)).toContain(new Date(time.now).toISOString())
      await usage.flush()
    },
    () => keys.revoke(owner, doc.id),
  ]
  for (const step of steps) {
    time.now += 1000
    const own = await storedOf(space)
    await step()
    expect(await storedOf(space)).not.toEqual(own)
    expect(await storedOf(neighbour)).toEqual(before)
  }
  expect((await list(space)).map(({ id, status }) => [id === doc.id, status])).toContainEqual([
    true,
    'revoked',
  ])
  expect((await list(neighbour)).map(({ status }) => status)).toEqual(['active', 'active'])
})
