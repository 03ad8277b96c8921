// Totals, collections and pages of entries: counts, order, titles, search, and nothing of another space.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { describeCollection } from '../../src/delivery/query/describe-model.ts'
import type { EntryRecord } from '../../src/import-export/records.ts'
import { createNeighbour, createTestSpace } from '../kit/test-space.ts'
import { openBrowse } from './entries-app.ts'

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
const search = (text: string, rest = '') => `?search=${encodeURIComponent(text)}${rest}`

/** The order of the database: that of code points, which is not JavaScript's. */
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

describe('totals', () => {
  test('count the space, and name the newest publication of what is served', async () => {
    const space = await createTestSpace({
      records: [
        posts,
        pages,
        entry('a'),
        entry('b', { liveData: {}, publishedAt: '2020-01-01T00:00:00Z' }),
        entry('c', { liveData: {}, publishedAt: '2021-01-01T00:00:00Z' }),
        entry('d', { collection: 'pages', liveData: {}, publishedAt: '2019-01-01T00:00:00Z' }),
      ],
    })
    await createNeighbour(space, 'other', { records: [posts, entry('x', { liveData: {} })] })
    const browse = openBrowse(space)
    expect(await browse.totals()).toEqual({
      collections: 2,
      entries: 4,
      live: 3,
      lastPublishedAt: '2021-01-01T00:00:00.000Z',
    })
    await browse.unpublish('c')
    expect(await browse.totals()).toMatchObject({
      entries: 4,
      live: 2,
      lastPublishedAt: '2020-01-01T00:00:00.000Z',
    })
  })

  test('of an empty space are zero', async () => {
    const space = await createTestSpace()
    await createNeighbour(space, 'other', { records: [posts, entry('x', { liveData: {} })] })
    const none = { collections: 0, entries: 0, live: 0, lastPublishedAt: null }
    expect(await openBrowse(space).totals()).toEqual(none)
  })
})

describe('collections', () => {
  test('come with what the schema endpoint says of them and the numbers of their entries, a page at a time', async () => {
    const space = await createTestSpace({
      records: [posts, pages, entry('a'), entry('b', { liveData: {} }), entry('c', { liveData: {} })],
    })
    await createNeighbour(space, 'other', { records: [posts, entry('a'), entry('b', { liveData: {} })] })
    const browse = openBrowse(space)
    const both = [
      { ...describeCollection(pages), entries: 0, live: 0 },
      { ...describeCollection(posts), entries: 3, live: 2 },
    ]
    expect(await browse.collections()).toEqual({ list: both, count: 2, pagesCount: 1 } as never)
    const second = await browse.collections('?perPage=1&page=2')
    expect(second).toEqual({ list: both.slice(1), count: 2, pagesCount: 2 } as never)
    expect((await browse.collections('?page=9')).list).toEqual([])
  })
})

describe('the list of entries', () => {
  test('is a 404 for a collection that the space does not have', async () => {
    const space = await createTestSpace({ records: [pages] })
    await createNeighbour(space, 'other', { records: [posts, entry('a')] })
    for (const name of ['posts', 'Pages', '%00', '%ff']) {
      const response = await openBrowse(space).request('GET', `/collections/${name}/entries`)
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        404,
        'collection_not_found',
      ])
    }
  })

  test('holds each entry of the collection once, by slug in the order of code points', async () => {
    const slugs = ['\uff5e', '😀', 'ä', 'a', 'B', '/', '/x', ' ', 'a-2', 'a2', 'Ω', '~']
    const space = await createTestSpace({
      records: [posts, pages, ...slugged(slugs), entry('p', { collection: 'pages' })],
    })
    await createNeighbour(space, 'other', { records: [posts, entry('a', { slug: 'aa' })] })
    const browse = openBrowse(space)
    const seen: string[] = []
    for (let page = 1; page <= 6; page++) {
      const response = await browse.entries('posts', `?perPage=2&page=${page}`)
      expect([response.count, response.pagesCount, response.list.length]).toEqual([12, 6, 2])
      seen.push(...response.list.map(({ slug }) => slug))
    }
    expect(seen).toEqual(slugs.toSorted(byCodePoint))
    expect(await browse.entries('posts', '?perPage=2&page=7')).toEqual({ list: [], count: 12, pagesCount: 6 })
  })

  test('says what is live of each: version and time', async () => {
    const space = await createTestSpace({
      records: [posts, entry('a'), entry('b', { liveData: {}, publishedAt: '2020-01-01T00:00:00Z' })],
    })
    const { list } = await openBrowse(space).entries('posts')
    const common = { collection: 'posts', title: null }
    expect(list).toEqual([
      { ...common, id: 'a', slug: 'a', state: 'draft', version: null, publishedAt: null },
      { ...common, id: 'b', slug: 'b', state: 'live', version: 1, publishedAt: '2020-01-01T00:00:00.000Z' },
    ])
  })

  test('of large entries holds none of their values', async () => {
    const body = 'x'.repeat(1024 * 1024)
    const many = Array.from({ length: 5 }, (_, index) =>
      entry(`e${index}`, { liveData: { body }, data: { body } }),
    )
    const space = await createTestSpace({ records: [posts, ...many] })
    const response = await openBrowse(space).request('GET', '/collections/posts/entries')
    expect((await response.text()).length).toBeLessThan(1000)
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
    const { list } = await openBrowse(space).entries('posts')
    expect(list.map(one => one.title)).toEqual([title])
  })
})

describe('search', () => {
  const slugs = [
    ...['100%', '100', '100x', '1_0', '110', '/', '/a', '//', '/b', 'a*', 'aa', 'A', 'a', '[a', 'a?'],
    ...[
      'άλφα',
      'άλμα',
      'Άλφα',
      'αλφα',
      '\ud7ff',
      '\ud7ff1',
      '\ue000',
      '\u{10ffff}',
      '\u{10ffff}a',
      'a\u{10ffff}',
    ],
    ...['a\u{10ffff}b', "a'b", 'a\\b', 'ab', 'b'],
  ]

  test('finds what begins with the text exactly, whatever characters it has', async () => {
    const space = await createTestSpace({ records: [posts, ...slugged(slugs)] })
    const browse = openBrowse(space)
    const rest = [
      '%',
      '1%',
      '_',
      '\\',
      'ά',
      'άλ',
      'Ά',
      'a%',
      'zz',
      '*',
      'a\u{10ffff}\u{10ffff}',
      '\u{10fffe}',
      ' ',
    ]
    for (const text of [...slugs, ...rest, '']) {
      const expected = slugs.filter(slug => slug.startsWith(text)).sort(byCodePoint)
      const { list, count } = await browse.entries('posts', search(text, '&perPage=100'))
      expect([text, list.map(({ slug }) => slug)]).toEqual([text, expected])
      expect([text, count]).toEqual([text, expected.length])
    }
  })

  test('finds what begins with any text among any slugs', async () => {
    const letter = fc.constantFrom(
      'a',
      'b',
      'A',
      '%',
      '_',
      'ά',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '😀',
      '\u{10ffff}',
    )
    const text = fc.string({ unit: letter, minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(text, { minLength: 20, maxLength: 40 }),
        fc.array(text, { minLength: 20, maxLength: 20 }),
        async (some, texts) => {
          const space = await createTestSpace({ records: [posts, ...slugged(some)] })
          for (const wanted of texts) {
            const { list } = await openBrowse(space).entries('posts', search(wanted, '&perPage=100'))
            const expected = some.filter(slug => slug.startsWith(wanted)).sort(byCodePoint)
            expect(list.map(({ slug }) => slug)).toEqual(expected)
          }
        },
      ),
      { numRuns: 5 },
    )
  }, 300_000)

  test('counts and pages what it finds, and finds nothing elsewhere', async () => {
    const many = Array.from({ length: 25 }, (_, index) => `x${String(index).padStart(2, '0')}`)
    const space = await createTestSpace({
      records: [posts, pages, ...slugged([...many, 'y']), entry('p', { collection: 'pages', slug: 'x99' })],
    })
    await createNeighbour(space, 'other', { records: [posts, entry('e', { slug: 'x98' })] })
    const response = await openBrowse(space).entries('posts', search('x', '&perPage=10&page=3'))
    expect([response.count, response.pagesCount]).toEqual([25, 3])
    expect(response.list.map(({ slug }) => slug)).toEqual(['x20', 'x21', 'x22', 'x23', 'x24'])
  })

  test('takes up to 255 characters, and NUL is none that a slug could have', async () => {
    const slug = '😀'.repeat(255)
    const space = await createTestSpace({ records: [posts, entry('a', { slug })] })
    const browse = openBrowse(space)
    expect((await browse.entries('posts', search(slug))).count).toBe(1)
    expect((await browse.entries('posts', '?search=%00')).count).toBe(0)
    const response = await browse.request('GET', `/collections/posts/entries${search('a'.repeat(256))}`)
    expect(response.status).toBe(400)
  })
})
