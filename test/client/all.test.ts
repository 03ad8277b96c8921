// `all` reads a collection page by page, each entry once, and stops when its reader does.
import { beforeAll, beforeEach, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { testStart } from '../kit/app/test-space.ts'
import { until } from '../kit/until.ts'
import { type ClientFixture, serveClient } from './client-fixture.ts'

const model: ImportRecord = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [{ apiName: 'title', type: 'text' }],
}
const post = (index: number, minutes = index): ImportRecord => ({
  type: 'entry',
  collection: 'posts',
  id: `p${index}`,
  publishedAt: new Date(testStart - minutes * 60_000).toISOString(),
  liveData: { title: `Post ${index}` },
})
const count = 1050
const posts = Array.from({ length: count }, (_, index) => post(index))

let fixture: ClientFixture
beforeAll(async () => {
  fixture = await serveClient({ records: [model, ...posts] })
})
beforeEach(() => {
  fixture.requests.length = 0
  fixture.proxy = () => undefined
})

async function idsOf(entries: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of entries) ids.push(id)
  return ids
}

test('it yields every entry once, in order, by one request for each hundred', async () => {
  const ids = await idsOf(fixture.createClient().all('posts'))
  expect(ids).toEqual(posts.map((_, index) => `p${index}`))
  expect(fixture.requests).toHaveLength(11)
})

test('it takes conditions, a page size and an order', async () => {
  const options = {
    perPage: 2,
    sort: 'id',
    filter: { title: { in: ['Post 1', 'Post 7', 'Post 9'] } },
  } as const
  expect(await idsOf(fixture.createClient().all('posts', options))).toEqual(['p1', 'p7', 'p9'])
  expect(fixture.requests).toHaveLength(2)
  expect(await idsOf(fixture.createClient().all('posts', { filter: { title: 'none' } }))).toEqual([])
})

test('an entry that moves to a later page is yielded once', async () => {
  const client = fixture.createClient()
  const ids: string[] = []
  for await (const { id } of client.all('posts')) {
    ids.push(id)
    // Newer ones push others to the next page.
    if (ids.length === 1) {
      await fixture.space.import([model, ...posts, ...[1, 2, 3].map(index => post(count + index, -index))])
    }
  }
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter(id => Number(id.slice(1)) < count)).toEqual(posts.map((_, index) => `p${index}`))
  await fixture.space.import([model, ...posts], { prune: true })
})

test('after a break nothing is asked for, and what is under way is aborted', async () => {
  let aborted = 0
  fixture.proxy = (request, number) => {
    if (number === 1) return
    request.signal.addEventListener('abort', () => aborted++)
    return new Promise(() => {})
  }
  let seen = 0
  for await (const _ of fixture.createClient().all('posts')) {
    if (++seen < 3) continue
    await until(() => fixture.requests.length === 2)
    break
  }
  await until(() => aborted === 1)
  expect(fixture.requests).toHaveLength(2)
})

test('an abort ends it with the reason', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  let seen = 0
  const walk = async () => {
    for await (const _ of fixture.createClient().all('posts', { signal: controller.signal })) {
      if (++seen === 150) controller.abort(reason)
    }
  }
  expect(await walk().catch(error => error)).toBe(reason)
  expect(seen).toBeLessThan(count)
  const aborted = fixture
    .createClient()
    .with({ signal: AbortSignal.abort(reason) } as object)
    .all('posts')
  expect(await idsOf(aborted).catch(error => error)).toBe(reason)
})

test('an abort ends it at the next step, on the last page too', async () => {
  for (const [wanted, sent] of [
    [3, 1],
    [1050, 11],
  ] as const) {
    fixture.requests.length = 0
    const controller = new AbortController()
    const entries = fixture.createClient().all('posts', { signal: controller.signal })
    for (let index = 0; index < wanted; index++) expect((await entries.next()).done).toBe(false)
    controller.abort('left')
    expect(await entries.next().catch(error => error)).toBe('left')
    expect(await entries.next()).toEqual({ done: true, value: undefined })
    expect(fixture.requests.length).toBeLessThanOrEqual(sent + 1)
  }
})

test('a server that refuses so large a page is asked for its largest', async () => {
  const small = await serveClient({ records: [model, ...posts.slice(0, 120)], perPageMax: 50 })
  expect(await idsOf(small.createClient().all('posts'))).toHaveLength(120)
  expect(small.requests.map(({ target }) => new URL(target, small.url).search)).toEqual([
    '?perPage=100',
    '?perPage=50',
    '?perPage=50&page=2',
    '?perPage=50&page=3',
  ])
})
