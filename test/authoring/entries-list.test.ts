// Lists of entries: their order by slug, titles, and entries found by a slug.
import { describe, expect, test } from 'bun:test'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { createNeighbour, createTestSpace } from '../kit/app/test-space.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'tags', type: 'text', many: true },
    { apiName: 'body', type: 'richText' },
    { apiName: 'sub.title-1', type: 'text' },
    { apiName: 'title', type: 'text' },
  ],
} as const
const pages = { ...posts, apiName: 'pages', name: 'Pages', fields: [] } as const

const entry = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: {},
  ...rest,
})
const slugged = (slugs: readonly string[]) => slugs.map((slug, index) => entry(`e${index}`, { slug }))

/** The order of the database: that of code points, which is not JavaScript's. */
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

describe('the list of entries', () => {
  test('holds each entry of the collection once, by slug in the order of code points', async () => {
    const slugs = ['\uff5e', '😀', 'ä', 'a', 'B', '/', '/x', ' ', 'a-2', 'a2', 'Ω', '~']
    const space = await createTestSpace({
      records: [posts, pages, ...slugged(slugs), entry('p', { collection: 'pages' })],
    })
    await createNeighbour(space, 'other', { records: [posts, entry('a', { slug: 'aa' })] })
    const { list } = await openManagement(space)
    const seen: string[] = []
    for (let page = 1; page <= 6; page++) {
      const response = await list(`?collection=posts&sort=slug&perPage=2&page=${page}`)
      expect([response.count, response.pagesCount, response.list.length]).toEqual([12, 6, 2])
      seen.push(...response.list.map(({ slug }) => slug))
    }
    expect(seen).toEqual(slugs.toSorted(byCodePoint))
    const beyond = await list('?collection=posts&sort=slug&perPage=2&page=7')
    expect(beyond).toEqual({ list: [], count: 12, pagesCount: 6 })
  })

  test('of large entries holds none of their values', async () => {
    const body = 'x'.repeat(1024 * 1024)
    const many = Array.from({ length: 5 }, (_, index) =>
      entry(`e${index}`, { liveData: { body }, data: { body } }),
    )
    const space = await createTestSpace({ records: [posts, ...many] })
    const response = await (await openManagement(space)).request('GET', '/entries?collection=posts')
    expect((await response.text()).length).toBeLessThan(3000)
  })
})

describe('a title', () => {
  const titles: readonly (readonly [string, EntryRecord['data'] & object, string | null])[] = [
    ["is the draft's first text that is not empty", { 'sub.title-1': '', title: 'T' }, 'T'],
    ['is the first by the model, not by the source', { title: 'T', 'sub.title-1': 'S' }, 'S'],
    ['is no list of texts and no rich text', { tags: ['x'], body: 'y' }, null],
    ['is cut to 200 characters, none of them halved', { title: '😀'.repeat(201) }, '😀'.repeat(200)],
    ['is written as it is', { title: '"quoted" \\ \n line\u2028' }, '"quoted" \\ \n line\u2028'],
  ]
  test.each(titles)('%s', async (_, data, title) => {
    const space = await createTestSpace({
      records: [posts, entry('a', { data, liveData: { title: 'live' } })],
    })
    const { list } = await (await openManagement(space)).list()
    expect(list.map(one => one.title)).toEqual([title])
  })
})

describe('a slug', () => {
  const slugs = ['100%', '100', '1_0', '/', '/a', 'A', 'a', 'ä', 'aa', "a'b", 'a\\b', '\ue000', '😀', 'x y']

  test('finds its own entry exactly, in its collection and its space', async () => {
    const space = await createTestSpace({
      records: [posts, pages, ...slugged(slugs), entry('p', { collection: 'pages', slug: 'a' })],
    })
    await createNeighbour(space, 'other', { records: [posts, entry('theirs', { slug: 'theirs' })] })
    const { list } = await openManagement(space)
    const find = async (slug: string, rest = '&collection=posts') =>
      (await list(`?slug=${encodeURIComponent(slug)}${rest}`)).list.map(found => [
        found.collection,
        found.slug,
      ])
    for (const slug of slugs) expect(await find(slug)).toEqual([['posts', slug]])
    for (const none of ['%', 'theirs', 'aaa', 'á', '\0', ' ', 'x'.repeat(255)])
      expect(await find(none)).toEqual([])
    expect((await find('a', '&sort=slug')).toSorted()).toEqual([
      ['pages', 'a'],
      ['posts', 'a'],
    ])
    expect(await find('a', '&state=live')).toEqual([])
  })
})
