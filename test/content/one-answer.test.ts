// How often an answer is made: once for all who ask at the same time, and after a change only where that concerns it.
import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { type CacheCounts, type Cause, uncounted } from '../../src/base/cache-counts.ts'
import { createAnswers } from '../../src/content/answers.ts'
import { createContentService } from '../../src/content/content.service.ts'
import { defaultBudget } from '../../src/content/measure.ts'
import { publish } from '../../src/publishing/publish.service.ts'
import type { ImportRecord } from '../../src/publishing/records.ts'
import { entryReads } from '../kit/statements.ts'
import { testOnSqlite } from '../kit/test-engine.ts'
import { createTestSpace, type TestSpace } from '../kit/test-space.ts'

const refer = (id: string) => ({ id })

/** Posts p0 to p9, newest first, each of an author and with the post before it; author a0 wrote p0 only. */
const records: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'author', type: 'reference' },
      { apiName: 'before', type: 'reference' },
    ],
  },
  { type: 'collection', apiName: 'authors', name: 'Authors', fields: [{ apiName: 'name', type: 'text' }] },
  ...['a0', 'a1'].map(id => ({
    type: 'entry' as const,
    collection: 'authors',
    id,
    data: { name: `${id} anew` },
    liveData: { name: id },
  })),
  ...Array.from({ length: 10 }, (_, at) => ({
    type: 'entry' as const,
    collection: 'posts',
    id: `p${at}`,
    publishedAt: new Date(Date.UTC(2026, 0, 20 - at)).toISOString(),
    data: { title: `p${at} anew` },
    liveData: { title: `p${at}`, author: refer(at === 0 ? 'a0' : 'a1'), before: refer(`p${at + 1}`) },
  })),
]

async function cacheOf(space: TestSpace, path: string): Promise<string> {
  const timing = (await space.get(path)).headers.get('Server-Timing') ?? ''
  return /^cache;desc=(\w+)/.exec(timing)?.[1] ?? ''
}

const publishOne = (space: TestSpace, address: string) => {
  space.time.now += 1
  return publish(space.database, space.space, [address], () => space.time.now)
}

test('who asks at the same time gets the same answer, which is read once', async () => {
  const space = await createTestSpace({ records })
  await space.get('/content/authors')
  space.statements.length = 0
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => (await space.get('/content/posts?depth=1')).text()),
  )
  expect(new Set(answers).size).toBe(1)
  expect(entryReads(space.statements)).toBeLessThanOrEqual(3)
})

const serviceOf = ({ database }: TestSpace, counts: Partial<CacheCounts>) =>
  createContentService(createAnswers(database, 8_000_000, { ...uncounted, ...counts }), defaultBudget)

testOnSqlite(
  'what was made of a later past is not given again: an older copy may have taken its place',
  async () => {
    const space = await createTestSpace({ records })
    const invalidations: Cause[] = []
    const service = serviceOf(space, { onInvalidation: cause => invalidations.push(cause) })
    const ask = async () => {
      const question = { collection: 'posts', slug: 'p0', depth: 0, variants: [] }
      const { outcome, answer } = await service.getEntry(space.space, question)
      return [outcome, (await answer.body.text()).includes('p0 anew')]
    }
    await publishOne(space, 'posts/p0')
    expect([await ask(), await ask()]).toEqual([
      ['miss', true],
      ['hit', true],
    ])
    await space.database.transaction(writes =>
      sql`update space set revision = revision - 1 where id = ${space.space}`.execute(writes),
    )
    expect([await ask(), await ask()]).toEqual([
      ['miss', true],
      ['hit', true],
    ])
    expect(invalidations).toEqual(['history'])
  },
)

test('what answers are put together from is counted by its kind', async () => {
  const space = await createTestSpace({ records })
  const lookups: string[] = []
  const service = serviceOf(space, { onLookup: (kind, outcome) => lookups.push(`${kind} ${outcome}`) })
  const ask = async (slug: string, depth: number) => {
    lookups.length = 0
    await service.getEntry(space.space, { collection: 'posts', slug, depth, variants: [] })
    return lookups.toSorted()
  }
  // p9 refers to its author and to nothing.
  expect(await ask('p9', 1)).toEqual(['answer miss', 'entry miss', 'entry miss', 'fragment miss'])
  expect(await ask('p9', 1)).toEqual(['answer hit'])
  expect(await ask('p9', 2)).toEqual(['answer miss', 'entry hit', 'entry miss', 'fragment miss'])
  const question = { collection: 'posts', page: 10, perPage: 1, depth: 1, variants: [] }
  lookups.length = 0
  await service.listEntries(space.space, question)
  expect(lookups.toSorted()).toEqual(['answer miss', 'fragment hit'])
})

test('what is kept counts with its bodies in every coding, the fragments, and the ids of both', async () => {
  const ids = Array.from({ length: 200 }, (_, at) => `nothing-${at}`)
  const [posts] = records
  const space = await createTestSpace({
    records: [
      { ...posts!, fields: [{ apiName: 'to', type: 'reference', many: true }] } as ImportRecord,
      { type: 'entry', collection: 'posts', id: 'one', liveData: { to: ids.map(refer) } },
    ],
  })
  let bytes = 0
  const onBytes = (now: number) => {
    bytes = now
  }
  const service = serviceOf(space, { onBytes })
  const question = { collection: 'posts', slug: 'one', depth: 0, variants: [] }
  const { answer } = await service.getEntry(space.space, question)
  const body = answer.body.size
  // Nothing of what it refers to is published: the ids take more than the texts, in the answer and in its fragment.
  const ofIds = 2 * 64 * (ids.length + 1)
  expect(bytes).toBeGreaterThan(2 * body + ofIds)
  expect(bytes).toBeLessThan(3 * body + ofIds + 2000)
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

  test('of an author, what shows its values is made anew; what shows its address, or nothing of it, is not', async () => {
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

  test('of a post that comes to the front, the pages that it moves are made anew, and none behind it', async () => {
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

  test('a page that is made anew reads only the entries that were not in it', async () => {
    const space = await createTestSpace({ records })
    await space.get(paths.firstPageWithAuthors)
    await space.get('/content/posts?perPage=2&page=2&depth=1')
    await publishOne(space, 'posts/p9')
    space.statements.length = 0
    const response = await space.get(paths.firstPageWithAuthors)
    expect(((await response.json()) as { list: { id: string }[] }).list.map(({ id }) => id)).toEqual([
      'p9',
      'p0',
    ])
    const entryRead = space.statements.filter(sql => entryReads([sql]) > 0)
    expect(entryRead.length).toBeLessThanOrEqual(2)
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

  test('a collection is not counted anew', async () => {
    const space = await createTestSpace({ records })
    const counts = async () => {
      space.statements.length = 0
      expect((await space.get('/content/posts?perPage=2')).status).toBe(200)
      return space.statements.filter(sql => sql.includes('row_number()') || sql.includes('count(*)')).length
    }
    expect(await counts()).toBe(1)
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
