// What stays of references is kept for a space, a history and the revisions at which it is right.
import { expect, test } from 'bun:test'
import type { SpaceId } from '../../src/base/ids.ts'
import { InvalidationLog } from '../../src/delivery/cache/dependencies.ts'
import { ReferenceCache } from '../../src/delivery/cache/fragment-cache.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createNeighbour, createTestSpace } from '../kit/app/test-space.ts'
import { openTestDatabase } from '../kit/database/test-databases.ts'
import { createStates } from './snapshots.ts'

const reference = Buffer.from('{"id":"a1"}')
const [here, there] = ['s1' as SpaceId, 's2' as SpaceId]

async function createCache(bytesMax = 100_000) {
  const { database } = await openTestDatabase()
  const snapshots = createStates(database)
  return new ReferenceCache(bytesMax, (space, epoch) => snapshots.find(space, epoch)?.log ?? null)
}

test('it is that of one space and one history', async () => {
  const cache = await createCache()
  cache.at({ space: here, epoch: 1, revision: 5 }).keep('a1', reference)
  expect(cache.at({ space: here, epoch: 1, revision: 5 }).find('a1')).toBe(reference)
  expect(cache.at({ space: there, epoch: 1, revision: 5 }).find('a1')).toBeUndefined()
  expect(cache.at({ space: here, epoch: 2, revision: 5 }).find('a1')).toBeUndefined()
})

test('it is not given for an older revision, nor for a newer one of which nothing is known', async () => {
  const cache = await createCache()
  cache.at({ space: here, epoch: 1, revision: 5 }).keep('a1', null)
  expect(cache.at({ space: here, epoch: 1, revision: 5 }).find('a1')).toBeNull()
  expect(cache.at({ space: here, epoch: 1, revision: 4 }).find('a1')).toBeUndefined()
  expect(cache.at({ space: here, epoch: 1, revision: 6 }).find('a1')).toBeUndefined()
})

test('it is given for a newer revision that has not moved its entry, each time', async () => {
  const { database } = await openTestDatabase()
  const states = createStates(database)
  const follow = (revision: number) => database.snapshot(here, reads => states.at(reads, here, 1, revision))
  const cache = new ReferenceCache(100_000, (space, epoch) => states.find(space, epoch)?.log ?? null)
  await follow(5)
  cache.at({ space: here, epoch: 1, revision: 5 }).keep('a1', reference)
  await follow(6)
  const later = cache.at({ space: here, epoch: 1, revision: 6 })
  expect([later.find('a1'), later.find('a1')]).toEqual([reference, reference])
  expect(cache.at({ space: here, epoch: 1, revision: 5 }).find('a1')).toBe(reference)
})

test.each([
  ['short', reference, 200],
  ['long', Buffer.alloc(4000), 20],
])(
  'those that are asked for stay, and there are no more than there is room for: %s',
  async (_, one, most) => {
    const cache = await createCache(80_000)
    const references = cache.at({ space: here, epoch: 1, revision: 1 })
    references.keep('a1', one)
    for (let number = 0; number < 1000; number++) {
      references.keep(`b${number}`, one)
      expect(references.find('a1')).toBe(one)
    }
    let stored = 0
    for (let number = 0; number < 1000; number++) if (references.find(`b${number}`)) stored += 1
    expect(stored).toBeGreaterThan(most / 4)
    expect(stored).toBeLessThanOrEqual(most)
  },
)

test('a log that has forgotten what happened says that an address may have changed', () => {
  const log = new InvalidationLog(5, new Set())
  log.advance(6, [], new Set())
  expect(log.hasMoved('a1', 5)).toBe(false)
  log.advance(7, null, new Set())
  expect([log.hasMoved('a1', 5), log.hasMoved('a1', 7)]).toEqual([true, false])
})

test('spaces with entries of the same ids have the references of their own', async () => {
  const records = (slug: string): ImportRecord[] => [
    {
      type: 'collection',
      apiName: 'posts',
      name: 'Posts',
      fields: [{ apiName: 'to', type: 'reference', to: ['posts'] }],
    },
    { type: 'entry', collection: 'posts', id: 'p1', slug: 'first', liveData: { to: { id: 'p2' } } },
    { type: 'entry', collection: 'posts', id: 'p2', slug, liveData: {} },
  ]
  const space = await createTestSpace({ records: records('mine'), cacheBytes: 2 ** 24 })
  const neighbour = await createNeighbour(space, 'neighbour', { records: records('theirs') })
  for (const [{ key }, slug] of [
    [space, 'mine'],
    [neighbour, 'theirs'],
  ] as const) {
    const headers = { Authorization: `Bearer ${key}` }
    const response = await space.request('/api/v1/public/content/posts/first', { headers })
    expect(await response.json()).toMatchObject({ doc: { data: { to: { id: 'p2', slug } } } })
  }
})
