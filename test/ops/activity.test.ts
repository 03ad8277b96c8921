// What the home page says of requests: those of clients to this space, and no others; and /metrics beside it.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import type { ActivityView } from '../../src/ops/activity.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { type SignedIn, sendAs, signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const records: readonly ImportRecord[] = [
  { type: 'collection', apiName: 'books', name: 'Books', fields: [{ apiName: 'title', type: 'text' }] },
  {
    type: 'entry',
    id: 'tide',
    slug: 'tide',
    collection: 'books',
    publishedAt: '2026-01-01T00:00:00.000Z',
    liveData: { title: 'Tide Tables' },
  },
]

const read = async ({ send }: Pick<SignedIn, 'send'>, headers = {}) =>
  (await (await send('GET', '/api/dashboard/activity', undefined, headers)).json()) as ActivityView

describe('the requests of the last hour', () => {
  test('are those for content of the space: no page, probe, preflight, refused request or request of the dashboard', async () => {
    const space = await createTestSpace({ records })
    const owner = await signIn(space)
    for (const path of ['/', '/healthz', '/docs', '/api/setup', '/nothing', '/api/v1/openapi.json'])
      await space.request(path)
    await owner.send('GET', '/api/v1/tokens/api-keys')
    await space.request('/api/v1/public/content/books', { method: 'OPTIONS' })
    await space.request('/api/v1/public/content/books')
    await space.get('/content/books?depth=99')
    expect(await read(owner)).toEqual({ requests: 0, cacheHits: 0 })
    await space.get('/content/books')
    await space.get('/content/books')
    await space.get('/content/books/nothing')
    expect(await read(owner)).toEqual({ requests: 3, cacheHits: 1 })
    space.time.now += 61 * 60_000
    expect(await read(owner)).toEqual({ requests: 0, cacheHits: 0 })
  })

  test('are never those of another space, which the same members may not see', async () => {
    const press = await createTestSpace({ records })
    const shop = await createNeighbour(press, 'shop', { records })
    const owner = await signIn(press)
    const member = await signIn(shop, { email: 'member@example.com', role: 'member' })
    for (let turn = 0; turn < 4; turn++) {
      await press.request('/api/v1/public/content/books', {
        headers: { Authorization: `Bearer ${shop.key}` },
      })
    }
    expect(await read(owner)).toEqual({ requests: 0, cacheHits: 0 })
    const atPress = { send: sendAs(press, member.cookie) }
    expect(await read(atPress)).toEqual({ requests: 4, cacheHits: 3 })
    expect(await read(atPress, { 'Frontlist-Space': 'main' })).toMatchObject({ code: 'space_not_found' })
  })

  test('are none of the cache where it is off', async () => {
    const space = await createTestSpace({ records, cacheBytes: 0 })
    const owner = await signIn(space)
    for (let turn = 0; turn < 3; turn++) await space.get('/content/books/tide')
    expect(await read(owner)).toEqual({ requests: 3, cacheHits: 0 })
  })
})

describe('/metrics', () => {
  const open = async (cacheBytes: number) => {
    const space = await createTestSpace({ records, cacheBytes: 0 })
    const served = serveWith(space, { cacheBytes, metrics: createMetrics() })
    const headers = { Authorization: `Bearer ${space.key}` }
    const get = (query: string) => served.request(`/api/v1/public/content/books?${query}`, { headers })
    const figure = async (name: string) => {
      const text = await (await served.request('/metrics')).text()
      // To say these, Bun walks the whole heap.
      expect(text).not.toContain('nodejs_heap_space')
      return Number(
        text
          .split('\n')
          .find(line => line.startsWith(`${name} `))
          ?.slice(name.length + 1) ?? 0,
      )
    }
    return { space, served, get, figure }
  }

  test('counts the same requests as the home page', async () => {
    const { space, served, get, figure } = await open(4_000_000)
    const owner = await signIn(space)
    for (let turn = 0; turn < 3; turn++) await get('')
    expect(await read({ send: sendAs(served, owner.cookie) })).toEqual({ requests: 3, cacheHits: 2 })
    expect(await figure('frontlist_cache_lookups_total{kind="answer",outcome="hit"}')).toBe(2)
    expect(await figure('frontlist_cache_lookups_total{kind="answer",outcome="miss"}')).toBe(1)
    expect(await figure('frontlist_answer_build_seconds_count')).toBe(1)
  })

  test('counts what is evicted, and what is kept stays below what is allowed', async () => {
    const { get, figure } = await open(16_000)
    await get('perPage=1')
    const few = await figure('frontlist_cache_bytes')
    expect(few).toBeGreaterThan(0)
    expect(await figure('frontlist_cache_evictions_total')).toBe(0)
    for (let perPage = 2; perPage < 30; perPage++) await get(`perPage=${perPage}`)
    expect(await figure('frontlist_cache_evictions_total')).toBeGreaterThan(0)
    const full = await figure('frontlist_cache_bytes')
    expect(full).toBeGreaterThan(few)
    expect(full).toBeLessThanOrEqual(16_000)
  })
})
