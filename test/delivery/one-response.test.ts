// How often a response is made: once for all who ask at the same time, and after a change only where that concerns it.
import { describe, expect, test } from 'bun:test'
import { unpublish } from '../../src/authoring/entries/publish.service.ts'
import { defaultBudget } from '../../src/content/publish/response-budget.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { entryReads } from '../kit/database/statements.ts'
import { publishOne, records, refer } from './posts-and-authors.ts'

interface Page {
  readonly list: readonly { readonly id: string }[]
}

async function cacheOf(space: TestSpace, path: string): Promise<string> {
  const timing = (await space.get(path)).headers.get('Server-Timing') ?? ''
  return /^cache;desc=(\w+)/.exec(timing)?.[1] ?? ''
}

test('who asks at the same time gets the same response, which is read once', async () => {
  const space = await createTestSpace({ records })
  await space.get('/content/authors')
  space.statements.length = 0
  const responses = await Promise.all(
    Array.from({ length: 50 }, async () => (await space.get('/content/posts?depth=1')).text()),
  )
  expect(new Set(responses).size).toBe(1)
  expect(entryReads(space.statements)).toBeLessThanOrEqual(3)
})

test('a response says whether it was kept, and to a tenth of a millisecond how long it took otherwise', async () => {
  const space = await createTestSpace({ records })
  const send = async () => (await space.get('/content/posts')).headers.get('Server-Timing')
  expect(await send()).toMatch(/^cache;desc=miss, db;dur=\d+\.\d, build;dur=\d+\.\d$/)
  expect(await send()).toBe('cache;desc=hit')
  await publishOne(space, 'authors/a0')
  expect(await send()).toBe('cache;desc=checked')
})

describe('a page of which each entry was asked for before', () => {
  const numbers = [0, 1, 2, 3, 4, 5]
  const fields = [{ apiName: 'to', type: 'reference', many: true }] as const
  const toEntry = (collection: string, id: string, to: string): ImportRecord => {
    return { type: 'entry', collection, id, liveData: { to: [refer(to)] } }
  }
  const records: readonly ImportRecord[] = [
    { type: 'collection', apiName: 'pages', name: 'Pages', fields },
    { type: 'collection', apiName: 'parts', name: 'Parts', fields },
    ...numbers.map(number => toEntry('pages', `page-${number}`, `part-${number}`)),
    ...numbers.map(number => toEntry('parts', `part-${number}`, `nothing-${number}`)),
  ]
  for (const [depth, counted] of [
    [0, 6],
    [1, 12],
  ] as const) {
    const path = `/content/pages?depth=${depth}`
    test(`is put together without a read, where it is as much as a response may hold: ${path}`, async () => {
      const root = await createTestSpace({ records })
      const bytes = (await (await root.get(path)).arrayBuffer()).byteLength
      const limits = [{ entriesMax: counted }, { referencesMax: counted }, { bytesMax: bytes }] as const
      for (const [at, limit] of limits.entries()) {
        const budget = { ...defaultBudget, ...limit }
        const space = await createNeighbour(root, `space-${at}`, { records, budget })
        for (const number of numbers) {
          expect((await space.get(`/content/pages/page-${number}?depth=${depth}`)).status).toBe(200)
        }
        space.statements.length = 0
        expect((await space.get(path)).status).toBe(200)
        expect([limit, entryReads(space.statements)]).toEqual([limit, 0])
      }
    })
  }

  // References to nothing are hardly anything in a response, and 1.5 MB to read: 24 times that is too much.
  const nothing = Array.from({ length: 6000 }, (_, at) => refer(`${'n'.repeat(110)}-${at}`))

  test('is refused where it would be too much to read, though it is kept', async () => {
    const pages = Array.from({ length: 24 }, (_, at) => `page-${at}`)
    const large = pages.map((id): ImportRecord => {
      return { type: 'entry', collection: 'pages', id, liveData: { to: nothing } }
    })
    const budget = { ...defaultBudget, referencesMax: 1e9, targetsMax: 1e9 }
    const space = await createTestSpace({
      records: [...records.slice(0, 2), ...large],
      budget,
      cacheBytes: 64_000_000,
    })
    const statusOf = async (path: string) => (await space.get(`/content/pages${path}`)).status
    expect(await statusOf('?perPage=24')).toBe(400)
    for (const id of pages) expect(await statusOf(`/${id}`)).toBe(200)
    expect([await statusOf('?perPage=12'), await statusOf('?perPage=24')]).toEqual([200, 400])
  })

  test('counts once what stands in it often, as it is read', async () => {
    const ways = Array.from({ length: 24 }, (_, at) => `way-${at}`)
    const space = await createTestSpace({
      records: [
        ...records.slice(0, 2),
        { type: 'entry', collection: 'parts', id: 'end', liveData: { to: nothing } },
        ...ways.map(id => toEntry('parts', id, 'end')),
        { type: 'entry', collection: 'pages', id: 'page', liveData: { to: ways.map(refer) } },
      ],
      budget: { ...defaultBudget, referencesMax: 1e9, targetsMax: 1e9 },
      cacheBytes: 64_000_000,
    })
    expect((await space.get('/content/pages/page?depth=2')).status).toBe(200)
    space.statements.length = 0
    expect((await space.get('/content/pages?depth=2')).status).toBe(200)
    expect(entryReads(space.statements)).toBe(0)
  })
})

describe('after a publish', () => {
  const paths = {
    firstPage: '/content/posts?perPage=2',
    firstPageWithAuthors: '/content/posts?perPage=2&depth=1',
    laterPage: '/content/posts?perPage=2&page=3',
    laterPageWithAuthors: '/content/posts?perPage=2&page=3&depth=1',
    authors: '/content/authors',
    post: '/content/posts/p9',
    postWithAuthor: '/content/posts/p0?depth=1',
  } as const

  async function cachesAfter(address: string): Promise<Record<string, string>> {
    const space = await createTestSpace({ records })
    for (const path of Object.values(paths)) await space.get(path)
    await publishOne(space, address)
    const found: Record<string, string> = {}
    for (const [name, path] of Object.entries(paths)) found[name] = await cacheOf(space, path)
    for (const path of Object.values(paths)) expect([path, await cacheOf(space, path)]).toEqual([path, 'hit'])
    return found
  }

  test('of an author, what shows its values is rebuilt; what shows its address, or nothing of it, is not', async () => {
    expect(await cachesAfter('authors/a0')).toEqual({
      firstPage: 'checked',
      firstPageWithAuthors: 'miss',
      laterPage: 'checked',
      laterPageWithAuthors: 'checked',
      authors: 'miss',
      post: 'checked',
      postWithAuthor: 'miss',
    })
  })

  test('of a post that comes to the front, the pages that it moves are rebuilt, and none behind it', async () => {
    expect(await cachesAfter('posts/p3')).toEqual({
      firstPage: 'miss',
      firstPageWithAuthors: 'miss',
      laterPage: 'checked',
      laterPageWithAuthors: 'checked',
      authors: 'checked',
      post: 'checked',
      postWithAuthor: 'checked',
    })
  })

  test('a page that is rebuilt reads only the entries that were not in it', async () => {
    const space = await createTestSpace({ records })
    await space.get(paths.firstPageWithAuthors)
    await space.get('/content/posts?perPage=2&page=2&depth=1')
    await publishOne(space, 'posts/p9')
    space.statements.length = 0
    const response = await space.get(paths.firstPageWithAuthors)
    expect(((await response.json()) as Page).list.map(({ id }) => id)).toEqual(['p9', 'p0'])
    const entryRead = space.statements.filter(sql => entryReads([sql]) > 0)
    expect(entryRead.length).toBeLessThanOrEqual(2)
  })

  test('a page of one entry is rebuilt where another comes before it', async () => {
    const space = await createTestSpace({ records })
    const path = '/content/posts?perPage=1&page=2'
    const ids = async () => ((await (await space.get(path)).json()) as Page).list.map(({ id }) => id)
    expect(await ids()).toEqual(['p1'])
    await publishOne(space, 'posts/p9')
    expect(await ids()).toEqual(['p0'])
  })

  test('a page is rebuilt where an entry comes between its last two, also where there are as many', async () => {
    const space = await createTestSpace({ records })
    const ids = async () =>
      ((await (await space.get(paths.firstPage)).json()) as Page).list.map(({ id }) => id)
    expect(await ids()).toEqual(['p0', 'p1'])
    const publishedAt = new Date(Date.UTC(2026, 0, 19, 12)).toISOString()
    await space.import([{ type: 'entry', collection: 'posts', id: 'new', publishedAt, liveData: {} }])
    await unpublish(space.database, space.space, ['posts/p9'], () => 0)
    expect(await ids()).toEqual(['p0', 'new'])
  })

  test('who asks at the same time looks once for what has changed', async () => {
    const space = await createTestSpace({ records })
    const all = () => Promise.all(Object.values(paths).map(path => cacheOf(space, path)))
    await all()
    await publishOne(space, 'authors/a0')
    space.statements.length = 0
    await Promise.all([
      cacheOf(space, paths.laterPage),
      cacheOf(space, paths.post),
      cacheOf(space, paths.firstPage),
    ])
    const looks = space.statements.filter(sql => /^select "revision" from "space"/.test(sql))
    expect(looks.length).toBe(1)
  })

  test('a collection is not counted again', async () => {
    const space = await createTestSpace({ records })
    const counts = async () => {
      space.statements.length = 0
      expect((await space.get('/content/posts?perPage=2')).status).toBe(200)
      return space.statements.filter(sql => sql.includes('count(*)') || sql.includes('row_number()')).length
    }
    // How many there are, and where the blocks of the first part begin.
    expect(await counts()).toBe(2)
    await publishOne(space, 'posts/p9')
    expect(await counts()).toBe(0)
  })

  test('what stands below others is read once, whatever it stands below', async () => {
    const posts = ['one', 'two'].map((id): ImportRecord => {
      return { type: 'entry', collection: 'posts', id, liveData: { title: id, author: refer('a0') } }
    })
    const space = await createTestSpace({ records: [...records.slice(0, 3), ...posts] })
    const readsOf = async (id: string) => {
      space.statements.length = 0
      expect((await space.get(`/content/posts/${id}?depth=1`)).status).toBe(200)
      return entryReads(space.statements)
    }
    expect([await readsOf('one'), await readsOf('two')]).toEqual([2, 1])
    await publishOne(space, 'authors/a0')
    expect([await readsOf('two'), await readsOf('one')]).toEqual([2, 1])
  })
})
