// The loader for Astro, on a store as Astro gives it: what a build reads depends on what has changed since the last one.
import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { frontlistLoader } from '../../client/src/astro.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type ClientFixture, serveClient } from './client-fixture.ts'

const model: ImportRecord = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [{ apiName: 'title', type: 'text' }],
}
const post = (index: number, title = `Post ${index}`): ImportRecord => ({
  type: 'entry',
  collection: 'posts',
  id: `p${1000 + index}`,
  slug: `post-${index}`,
  publishedAt: '2026-01-01T00:00:00.000Z',
  liveData: { title },
})
const posts = Array.from({ length: 250 }, (_, index) => post(index))

interface StoredEntry {
  readonly id: string
  readonly data: Record<string, unknown>
  readonly digest: string
}

/** Astro saves both between builds. */
function createSite() {
  const entries = new Map<string, StoredEntry>()
  const meta = new Map<string, string>()
  const messages: string[] = []
  const written: string[] = []
  return {
    entries,
    written,
    messages,
    context: {
      store: {
        keys: () => entries.keys(),
        has: (id: string) => entries.has(id),
        set: (entry: StoredEntry) => {
          if (entries.get(entry.id)?.digest === entry.digest) return false
          entries.set(entry.id, entry)
          written.push(entry.id)
          return true
        },
        delete: (id: string) => void entries.delete(id),
      },
      meta: {
        get: (key: string) => meta.get(key),
        set: (key: string, value: string) => void meta.set(key, value),
      },
      logger: { info: (message: string) => void messages.push(message) },
      generateDigest: (data: object) => String(Bun.hash(JSON.stringify(data))),
      parseData: async ({ data }: { data: Record<string, unknown> }) => data,
    },
  }
}

let fixture: ClientFixture
let statuses: number[]
beforeAll(async () => {
  fixture = await serveClient({ records: [model, ...posts] })
})
beforeEach(async () => {
  await fixture.space.import([model, ...posts], { prune: true })
  statuses = []
})

/** A build is a process: it has a new client. */
async function build(site: ReturnType<typeof createSite>, options: object = {}): Promise<number[]> {
  statuses.length = 0
  const client = fixture.createClient({ onResponse: ({ status }) => void statuses.push(status) })
  await frontlistLoader(client, 'posts', options).load(site.context)
  return [...statuses]
}

test('the first build reads all entries, the next one nothing but that they are unchanged', async () => {
  const site = createSite()
  expect(await build(site)).toEqual([200, 200, 200])
  expect([...site.entries.keys()]).toEqual(posts.map((_, index) => `post-${index}`))
  expect(site.entries.get('post-7')?.data).toMatchObject({ id: 'p1007', data: { title: 'Post 7' } })
  site.written.length = 0
  expect(await build(site)).toEqual([304, 304, 304])
  expect(site.entries.size).toBe(250)
  expect(site.written).toEqual([])
  expect(site.messages).toEqual([
    'posts: 250 entries, 250 read, 0 removed',
    'posts: 250 entries, 0 read, 0 removed',
  ])
})

test('what was published or withdrawn since is written or leaves, and its page alone is read', async () => {
  const site = createSite()
  await build(site)
  site.written.length = 0
  await fixture.space.import([model, ...posts.with(120, post(120, 'Changed'))])
  // It is the newest now and moves others on.
  await build(site)
  expect(site.written).toEqual(['post-120'])
  expect(site.entries.get('post-120')?.data).toMatchObject({ data: { title: 'Changed' } })
  await fixture.space.import([model, ...posts.slice(0, 249)], { prune: true })
  await build(site)
  expect(site.entries.has('post-249')).toBe(false)
  expect(site.entries.size).toBe(249)
})

test('other options and a store that was cleared are read again', async () => {
  const site = createSite()
  await build(site)
  expect(await build(site, { fields: ['title'], filter: { title: 'Post 3' } })).toEqual([200])
  expect([...site.entries.keys()]).toEqual(['post-3'])
  expect(await build(site)).toEqual([200, 200, 200])
  expect(site.entries.size).toBe(250)
})

test('a server that refuses so large a page is asked for its largest', async () => {
  const small = await serveClient({ records: [model, ...posts.slice(0, 120)], perPageMax: 50 })
  const site = createSite()
  const seen: number[] = []
  const client = small.createClient({ onResponse: ({ status }) => void seen.push(status) })
  await frontlistLoader(client, 'posts').load(site.context)
  expect(site.entries.size).toBe(120)
  expect(seen).toEqual([400, 200, 200, 200])
})
