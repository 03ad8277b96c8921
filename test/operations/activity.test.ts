// What the home page counts: what clients asked of the content API, and nothing that the dashboard asked itself; and how
// the answers to it were come by.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ActivityView } from '../../src/operations/activity.schema.ts'
import { createMetrics } from '../../src/operations/metrics.ts'
import type { ImportRecord } from '../../src/publishing/records.ts'
import { nextAnswer } from '../kit/next-answer.ts'
import { serveWith } from '../kit/serve-with.ts'
import { type SignedIn, sendAs, signIn } from '../kit/signed-in.ts'
import { createNeighbour, createTestSpace } from '../kit/test-space.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(60_000)

test('requests of the content API are counted, good and refused ones; no page, probe, preflight or question of the dashboard is', async () => {
  const space = await createTestSpace()
  const owner = await signIn(space)
  const read = async () => {
    const { requests, errors } = (await (await owner.send('GET', '/api/dashboard/activity')).json()) as {
      requests: number
      errors: number
    }
    return [requests, errors]
  }
  expect(await read()).toEqual([0, 0])
  for (const path of ['/', '/healthz', '/docs', '/api/setup', '/nothing', '/api/v1/openapi.json'])
    await space.request(path)
  await owner.send('GET', '/api/v1/tokens/api-keys')
  await space.request('/api/v1/public/schema', { method: 'OPTIONS' })
  expect(await read()).toEqual([0, 0])
  await space.get('/schema')
  await space.get('/content/nothing?depth=1')
  await space.request('/api/v1/public/content/books')
  await space.request('/api/v1/public/schema', {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${space.key}` },
  })
  expect(await read()).toEqual([4, 0])
})

const book = (id: string, title: string, publishedAt = '2026-01-01T00:00:00.000Z'): ImportRecord => ({
  type: 'entry',
  id,
  slug: id,
  collection: 'books',
  publishedAt,
  liveData: { title },
})

const records: readonly ImportRecord[] = [
  { type: 'collection', apiName: 'books', name: 'Books', fields: [{ apiName: 'title', type: 'text' }] },
  book('tide', 'Tide Tables'),
  book('kelp', 'Kelp for Supper'),
]

async function readCache({ send }: Pick<SignedIn, 'send'>) {
  const { cache } = (await (await send('GET', '/api/dashboard/activity')).json()) as ActivityView
  if (!cache) throw new Error('The caller is not told of the cache.')
  const minutes = cache.minutes.map(({ hit, checked, miss }) => [hit, checked, miss])
  const causes = Object.fromEntries(Object.entries(cache.invalidations).filter(([, count]) => count > 0))
  return { ...cache, minutes, causes }
}

describe('the cache', () => {
  test('every answer is counted in its minute as what its Server-Timing says, in whatever space', async () => {
    const space = await createTestSpace({ records })
    const neighbour = await createNeighbour(space, 'neighbour', { records })
    const owner = await signIn(space)
    const ask = async (path: string) =>
      (await space.get(path)).headers.get('Server-Timing')?.match(/desc=(\w+)/)?.[1]
    const said: (string | undefined)[] = []
    for (let turn = 0; turn < 3; turn++) said.push(await ask('/content/books/tide'))
    said.push(await ask('/content/books/kelp'))
    expect(said).toEqual(['miss', 'hit', 'hit', 'miss'])
    expect(await readCache(owner)).toMatchObject({ minutes: [[2, 0, 2]], causes: {} })

    space.time.now += 2 * 60_000
    await space.import([book('tide', 'Tide Tables, again')])
    expect(
      await nextAnswer(
        () => ask('/content/books/tide'),
        outcome => outcome !== 'hit',
      ),
    ).toBe('miss')
    expect(await ask('/content/books/kelp')).toBe('checked')
    expect(await ask('/content/books/kelp')).toBe('hit')
    const { minutes, causes } = await readCache(owner)
    expect([minutes, causes]).toEqual([
      [
        [2, 0, 2],
        [0, 0, 0],
        [1, 1, 1],
      ],
      { entry: 1 },
    ])

    const joint = serveWith({ ...space, key: neighbour.key }, { cacheBytes: 4_000_000 })
    await joint.request('/api/v1/public/content/books', {
      headers: { Authorization: `Bearer ${neighbour.key}` },
    })
    expect((await readCache({ send: sendAs(joint, owner.cookie) })).minutes).toEqual([[0, 0, 1]])
  })

  test('what goes because others came is counted, and what is kept stays below what is allowed', async () => {
    const space = await createTestSpace({ records, cacheBytes: 16_000 })
    const owner = await signIn(space)
    await space.get('/content/books?perPage=1')
    const few = await readCache(owner)
    expect(few).toMatchObject({ evictions: 0, bytesMax: 16_000 })
    expect(few.bytes).toBeGreaterThan(0)
    for (let perPage = 2; perPage < 30; perPage++) await space.get(`/content/books?perPage=${perPage}`)
    const full = await readCache(owner)
    expect(full.evictions).toBeGreaterThan(0)
    expect(full.bytes).toBeGreaterThan(few.bytes)
    expect(full.bytes).toBeLessThanOrEqual(16_000)
  })

  test('where nothing is kept, every answer is one that had to be made', async () => {
    const space = await createTestSpace({ records, cacheBytes: 0 })
    const owner = await signIn(space)
    for (let turn = 0; turn < 3; turn++) await space.get('/content/books/tide')
    expect(await readCache(owner)).toMatchObject({ minutes: [[0, 0, 3]], bytes: 0, bytesMax: 0 })
  })

  test('an admin is told of it, a member of one of many spaces is not', async () => {
    const space = await createTestSpace({ records })
    await space.get('/content/books')
    const admin = await signIn(space, { email: 'admin@example.com', role: 'admin' })
    expect((await readCache(admin)).minutes).toEqual([[0, 0, 1]])
    const member = await signIn(space, { email: 'member@example.com', role: 'member' })
    const answer = await member.send('GET', '/api/dashboard/activity')
    expect(await answer.json()).toMatchObject({ requests: 1, cache: null })
  })

  test('/metrics counts the same at the same time', async () => {
    const space = await createTestSpace({ records, cacheBytes: 0 })
    const owner = await signIn(space)
    const served = serveWith(space, { cacheBytes: 4_000_000, metrics: createMetrics() })
    const headers = { Authorization: `Bearer ${space.key}` }
    for (let turn = 0; turn < 3; turn++) await served.request('/api/v1/public/content/books', { headers })
    const { minutes, bytes } = await readCache({ send: sendAs(served, owner.cookie) })
    expect(minutes).toEqual([[2, 0, 1]])
    const text = await (await served.request('/metrics')).text()
    // Bun walks the whole heap for it.
    expect(text).not.toContain('nodejs_heap_space')
    expect(text).toContain('frontlist_cache_lookups_total{kind="answer",outcome="hit"} 2')
    expect(text).toContain('frontlist_cache_lookups_total{kind="answer",outcome="miss"} 1')
    expect(text).toContain(`frontlist_cache_bytes ${bytes}`)
    expect(text).toContain('frontlist_answer_build_seconds_count 1')
  })
})
