// How often an answer is made: once for all who ask at the same time, and after a change only where that concerns it.
import { describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/publishing/records.ts'
import { entryReads } from '../kit/statements.ts'
import { createTestSpace, type TestSpace } from '../kit/test-space.ts'
import { publishOne, records, refer } from './posts-and-authors.ts'

async function cacheOf(space: TestSpace, path: string): Promise<string> {
  const timing = (await space.get(path)).headers.get('Server-Timing') ?? ''
  return /^cache;desc=(\w+)/.exec(timing)?.[1] ?? ''
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
