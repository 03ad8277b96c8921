// A single entry in the management API: its draft and its live content, the targets of the draft's references, and the
// entries that refer to it.
import { describe, expect, test } from 'bun:test'
import { deriveEntryId } from '../../src/base/ids.ts'
import type { EntryState } from '../../src/content/values/model.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { createNeighbour, createTestSpace } from '../kit/app/test-space.ts'
import { entry, posts, to } from './post-records.ts'

const pages = { ...posts, apiName: 'pages', name: 'Pages' } as const

const empty = { title: null, one: null, many: [], only: null }
const missing = (path: string, id: string) => ({
  ...{ path, id, collection: null, slug: null, title: null, state: null },
  ...{ publishAt: null, unpublishAt: null, suggested: false },
})

describe('an entry', () => {
  test('is its draft beside what is live, variants and all, with every field of the model', async () => {
    const space = await createTestSpace({
      records: [
        posts,
        entry('a', {
          slug: '/a b',
          data: { title: 'draft' },
          liveData: { title: 'live', many: to('a') },
          variants: { w: { title: 'W' }, v: { many: to('b') } },
          publishedAt: '2020-01-01T00:00:00Z',
        }),
      ],
    })
    const variants = { v: { many: to('b') }, w: { title: 'W' } }
    const { entry: read, links } = await openManagement(space)
    expect(await read('a')).toMatchObject({
      id: 'a',
      collection: 'posts',
      slug: '/a b',
      state: 'changed',
      data: { ...empty, title: 'draft' },
      variants,
      live: {
        slug: '/a b',
        data: { ...empty, title: 'live', many: to('a') },
        variants,
        version: 1,
        publishedAt: '2020-01-01T00:00:00.000Z',
      },
      firstPublishedAt: '2020-01-01T00:00:00.000Z',
    })
    const itself = { id: 'a', collection: 'posts', slug: '/a b', title: 'draft', state: 'changed' } as const
    expect(await links('a')).toEqual({
      to: [missing('/variants/v/many', 'b')],
      toCount: 1,
      from: [{ ...itself, path: null, live: true }],
      fromCount: 1,
      fromLiveCount: 1,
    })
  })

  test('points to what is live in its own space, not to what has its id in another', async () => {
    const space = await createTestSpace({
      records: [posts, entry('a', { data: { many: to('b') } }), entry('b', { data: { title: 'draft' } })],
    })
    await createNeighbour(space, 'other', { records: [posts, entry('b', { liveData: { title: 'live' } })] })
    expect((await (await openManagement(space)).links('a')).to).toEqual([
      {
        ...{ path: '/data/many', id: 'b', collection: 'posts', slug: 'b', title: 'draft', state: 'draft' },
        ...{ publishAt: null, unpublishAt: null, suggested: true },
      },
    ])
  })

  test('without anything live has none, and variants of its draft only', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', { variants: { v: { title: 'V' } } })] })
    const { publish, unpublish } = await openManagement(space)
    await publish('a')
    const { live, data, variants } = await unpublish('a')
    expect([live, data, variants]).toEqual([null, empty, { v: { title: 'V' } }])
  })

  test('tells when it was first published, live or not; null for what never was', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', {})] })
    const { entry: read, publish, unpublish } = await openManagement(space)
    const first = '2026-06-01T00:00:00.000Z'
    expect((await read('a')).firstPublishedAt).toBeNull()
    expect((await publish('a')).firstPublishedAt).toBe(first)
    space.time.now += 1000
    expect(await unpublish('a')).toMatchObject({ live: null, firstPublishedAt: first })
    space.time.now += 1000
    expect(await publish('a')).toMatchObject({ firstPublishedAt: first, live: { version: 2 } })
  })

  test('has the variants of its live publication, not of an earlier one', async () => {
    const space = await createTestSpace({
      records: [posts, entry('a', { liveData: {}, variants: { v: { title: 'V' } } })],
    })
    await space.import([entry('a', { liveData: {}, variants: { w: { title: 'W' } } })])
    expect((await (await openManagement(space)).entry('a')).live?.variants).toEqual({ w: { title: 'W' } })
  })

  test('of 1 MiB is answered whole', async () => {
    const title = 'ä"\\'.repeat(250_000)
    const space = await createTestSpace({
      records: [posts, entry('a', { data: { title }, liveData: { title } })],
    })
    const { data, live } = await (await openManagement(space)).entry('a')
    expect([data.title === title, live?.data.title === title]).toEqual([true, true])
  })
})

describe('the references of a draft', () => {
  test('are resolved to where the entries stand now, served or not, by id or by slug', async () => {
    const space = await createTestSpace({
      records: [
        posts,
        pages,
        entry('draft'),
        entry('live', { collection: 'pages', liveData: {}, slug: 'here' }),
        entry('a', {
          data: {
            one: { collection: 'pages', slug: 'here' },
            many: [...to('draft', 'gone', 'live', 'draft'), { collection: 'posts', slug: 'none' }],
          },
          liveData: { one: { id: 'gone' } },
        }),
      ],
    })
    const neighbour = await createNeighbour(space, 'other', { records: [posts] })
    await neighbour.import([entry('gone', { liveData: {} }), entry('x', { slug: 'none' })])
    const at = (field: string, id: string, collection: string, slug: string, state: EntryState) => ({
      ...{ path: `/data/${field}`, id, collection, slug, title: null, state },
      ...{ publishAt: null, unpublishAt: null, suggested: id === 'draft' },
    })
    const { links, unpublish } = await openManagement(space)
    expect((await links('a')).to).toEqual([
      at('one', 'live', 'pages', 'here', 'live'),
      at('many', 'draft', 'posts', 'draft', 'draft'),
      missing('/data/many', 'gone'),
      at('many', 'live', 'pages', 'here', 'live'),
      missing('/data/many', deriveEntryId({ collection: 'posts', slug: 'none' })),
    ])
    await space.import([entry('live', { collection: 'pages', liveData: {}, slug: 'there' })])
    const moved = (await links('a')).to
    expect(moved[0]).toEqual(at('one', 'live', 'pages', 'there', 'live'))
    expect(moved[3]).toEqual(at('many', 'live', 'pages', 'there', 'live'))
    await unpublish('live')
    expect((await links('a')).to[3]).toEqual(at('many', 'live', 'pages', 'there', 'draft'))
  })

  test('are those of its variants too, after the base values', async () => {
    const space = await createTestSpace({
      records: [
        posts,
        pages,
        entry('p', { collection: 'pages' }),
        entry('a', {
          data: { only: { id: 'p' }, many: to('a') },
          variants: { v: { one: { id: 'a' }, many: to('p', 'a') } },
        }),
      ],
    })
    const { to: links } = await (await openManagement(space)).links('a')
    expect(links.map(({ path, id }) => [path, id])).toEqual([
      ['/data/many', 'a'],
      ['/data/only', 'p'],
      ['/variants/v/one', 'a'],
      ['/variants/v/many', 'p'],
      ['/variants/v/many', 'a'],
    ])
  })

  test('are at most 500, the first by the model, and read in as many statements as one', async () => {
    const many = Array.from({ length: 600 }, (_, index) => `e${index}`)
    const bySlug = many.map(slug => ({ collection: 'posts', slug }))
    const space = await createTestSpace({
      records: [
        posts,
        ...many.map(id => entry(id)),
        entry('few', { data: { one: { id: 'e0' } } }),
        entry('ids', { data: { one: { id: 'ids' }, many: to(...many) } }),
        entry('one', { data: { one: bySlug[0]! } }),
        entry('slugs', { data: { many: bySlug } }),
      ],
    })
    const { links } = await openManagement(space)
    const statementsFor = async (id: string) => {
      space.statements.length = 0
      const { to, toCount } = await links(id)
      return { statements: [...space.statements], to, toCount }
    }
    await statementsFor('few')
    for (const [single, id, count] of [
      ['few', 'ids', 601],
      ['one', 'slugs', 600],
    ] as const) {
      const few = await statementsFor(single)
      expect(few.to).toHaveLength(1)
      const { statements, to, toCount } = await statementsFor(id)
      expect([to.length, toCount]).toEqual([500, count])
      expect(statements).toHaveLength(few.statements.length)
    }
    expect((await statementsFor('ids')).to.map(({ id }) => id)).toEqual(['ids', ...many.slice(0, 499)])
    expect((await statementsFor('slugs')).to.at(-1)).toMatchObject({ id: 'e499', slug: 'e499' })
  })
})
