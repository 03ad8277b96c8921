// One entry: its draft beside what is live, where the draft points to, and which live entries point to it.
import { describe, expect, test } from 'bun:test'
import type { EntryRecord } from '../../src/import-export/records.ts'
import { expectInvariants } from '../kit/tables.ts'
import { createNeighbour, createTestSpace } from '../kit/test-space.ts'
import { openBrowse } from './entries-app.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'one', type: 'reference' },
    { apiName: 'many', type: 'reference', many: true },
    { apiName: 'only', type: 'reference', to: ['pages'] },
  ],
} as const
const pages = { ...posts, apiName: 'pages', name: 'Pages' } as const

const entry = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: {},
  ...rest,
})
const empty = { title: null, one: null, many: [], only: null }
const to = (...ids: string[]) => ids.map(id => ({ id }))

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
    expect(await openBrowse(space).entry('a')).toEqual({
      id: 'a',
      collection: 'posts',
      slug: '/a b',
      state: 'changed',
      draft: { data: { ...empty, title: 'draft' }, variants },
      live: {
        data: { ...empty, title: 'live', many: to('a') },
        variants,
        version: 1,
        firstPublishedAt: '2020-01-01T00:00:00.000Z',
        publishedAt: '2020-01-01T00:00:00.000Z',
      },
      firstPublishedAt: '2020-01-01T00:00:00.000Z',
      references: [{ field: 'many', id: 'b', collection: null, slug: null, live: false }],
      referencedBy: { list: [{ id: 'a', collection: 'posts', slug: '/a b' }], count: 1 },
    })
  })

  test('points to what is live in its own space, not to what has its id in another', async () => {
    const space = await createTestSpace({
      records: [posts, entry('a', { data: { many: to('b') } }), entry('b', { data: { title: 'draft' } })],
    })
    await createNeighbour(space, 'other', { records: [posts, entry('b', { liveData: { title: 'live' } })] })
    const { references } = await openBrowse(space).entry('a')
    expect(references).toEqual([{ field: 'many', id: 'b', collection: 'posts', slug: 'b', live: false }])
  })

  test('without anything live has none, and variants of its draft only', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', { variants: { v: { title: 'V' } } })] })
    const browse = openBrowse(space)
    await browse.publish('a')
    const { live, draft } = await browse.unpublish('a')
    expect([live, draft]).toEqual([null, { data: empty, variants: { v: { title: 'V' } } }])
  })

  test('tells when it was first published, live or not; null for what never was', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', {})] })
    const browse = openBrowse(space)
    const first = '2026-06-01T00:00:00.000Z'
    expect((await browse.entry('a')).firstPublishedAt).toBeNull()
    expect((await browse.publish('a')).firstPublishedAt).toBe(first)
    space.time.now += 1000
    expect(await browse.unpublish('a')).toMatchObject({ live: null, firstPublishedAt: first })
    space.time.now += 1000
    const again = await browse.publish('a')
    expect(again).toMatchObject({ firstPublishedAt: first, live: { firstPublishedAt: first, version: 2 } })
  })

  test('has the variants of its live publication, not of an earlier one', async () => {
    const space = await createTestSpace({
      records: [posts, entry('a', { liveData: {}, variants: { v: { title: 'V' } } })],
    })
    await space.import([entry('a', { liveData: {}, variants: { w: { title: 'W' } } })])
    expect((await openBrowse(space).entry('a')).live?.variants).toEqual({ w: { title: 'W' } })
  })

  test('of 1 MiB is answered whole', async () => {
    const title = 'ä"\\'.repeat(250_000)
    const space = await createTestSpace({
      records: [posts, entry('a', { data: { title }, liveData: { title } })],
    })
    const { draft, live } = await openBrowse(space).entry('a')
    expect([draft.data.title === title, live?.data.title === title]).toEqual([true, true])
  })

  test('that there is not, or in another space only, is one and the same 404', async () => {
    const space = await createTestSpace({ records: [posts] })
    await createNeighbour(space, 'other', { records: [posts, entry('x', { liveData: {} })] })
    const send = async (id: string) => {
      const response = await openBrowse(space).request('GET', `/entries/${id}`)
      return [response.status, await response.text()]
    }
    const missing = await send('missing')
    expect(missing).toEqual([404, expect.stringContaining('entry_not_found')])
    for (const id of ['x', '%00', '%ff', 'X']) expect(await send(id)).toEqual(missing)
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
    const at = (field: string, id: string | null, collection: string | null, slug: string | null) => ({
      field,
      id,
      collection,
      slug,
      live: id === 'live',
    })
    expect((await openBrowse(space).entry('a')).references).toEqual([
      at('one', 'live', 'pages', 'here'),
      at('many', 'draft', 'posts', 'draft'),
      at('many', 'gone', null, null),
      at('many', 'live', 'pages', 'here'),
      at('many', null, 'posts', 'none'),
    ])
    await space.import([entry('live', { collection: 'pages', liveData: {}, slug: 'there' })])
    const browse = openBrowse(space)
    const moved = (await browse.entry('a')).references
    expect(moved[0]).toEqual(at('one', null, 'pages', 'here'))
    expect(moved[3]).toEqual(at('many', 'live', 'pages', 'there'))
    await browse.unpublish('live')
    const withdrawn = { ...at('many', 'live', 'pages', 'there'), live: false }
    expect((await browse.entry('a')).references[3]).toEqual(withdrawn)
  })

  test('are those of its variants too, after the base values of the same field', async () => {
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
    const { references } = await openBrowse(space).entry('a')
    expect(references.map(({ field, id }) => [field, id])).toEqual([
      ['one', 'a'],
      ['many', 'a'],
      ['many', 'p'],
      ['only', 'p'],
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
        entry('slugs', { data: { many: bySlug } }),
      ],
    })
    const browse = openBrowse(space)
    const statementsFor = async (id: string) => {
      space.statements.length = 0
      const { references } = await browse.entry(id)
      return { statements: [...space.statements], references }
    }
    // The first request makes the owner.
    await statementsFor('few')
    const few = await statementsFor('few')
    expect(few.references).toHaveLength(1)
    for (const id of ['ids', 'slugs']) {
      const { statements, references } = await statementsFor(id)
      expect(references).toHaveLength(500)
      expect(statements).toHaveLength(few.statements.length)
    }
    const { references } = await statementsFor('ids')
    expect(references.map(({ id }) => id)).toEqual(['ids', ...many.slice(0, 499)])
    expect((await statementsFor('slugs')).references.at(-1)).toMatchObject({ id: 'e499', slug: 'e499' })
  })
})

describe('what points to an entry', () => {
  const pointing = async (space: Awaited<ReturnType<typeof createTestSpace>>, id = 't') => {
    await expectInvariants(space)
    const { list, count } = (await openBrowse(space).entry(id)).referencedBy
    expect(count).toBe(list.length)
    return list.map(one => one.id)
  }

  test('is what is served: base values and variants, by id and by slug, each entry once', async () => {
    const space = await createTestSpace({
      records: [
        posts,
        entry('t'),
        entry('base', { liveData: { one: { id: 't' }, many: to('t', 't') } }),
        entry('slug', { liveData: { one: { collection: 'posts', slug: 't' } } }),
        entry('variant', {
          liveData: {},
          variants: { v: { many: to('base', 't') }, w: { one: { id: 't' } } },
        }),
        entry('draft', { data: { one: { id: 't' } } }),
        entry('changed', { data: { one: { id: 't' } }, liveData: {} }),
        entry('forbidden', { liveData: { only: { id: 't' } } }),
        entry('other', { liveData: { one: { id: 'base' } } }),
      ],
    })
    const neighbour = await createNeighbour(space, 'neighbour', {
      records: [posts, entry('t'), entry('theirs', { liveData: { one: { id: 't' } } })],
    })
    expect(await pointing(space)).toEqual(['base', 'slug', 'variant'])
    expect(await pointing(space, 'base')).toEqual(['other', 'variant'])
    expect(await pointing(neighbour)).toEqual(['theirs'])
  })

  test('follows publish, unpublish and imports', async () => {
    const space = await createTestSpace({
      records: [
        posts,
        entry('t'),
        entry('u'),
        entry('a', { data: { one: { id: 't' } }, variants: { v: { one: { id: 'u' } } } }),
      ],
    })
    const browse = openBrowse(space)
    const both = async () => [await pointing(space), await pointing(space, 'u')]
    expect(await both()).toEqual([[], []])
    await browse.publish('a')
    expect(await both()).toEqual([['a'], ['a']])
    await browse.unpublish('a')
    expect(await both()).toEqual([[], []])
    await browse.publish('a')
    await space.import([entry('a', { liveData: { one: { id: 'u' } } })])
    expect(await both()).toEqual([[], ['a']])
    await space.import([posts, entry('t'), entry('u')], { prune: true })
    expect(await both()).toEqual([[], []])
  })

  test('follows a variant whose base values stay, and one that is gone', async () => {
    const variant = (id: string) => ({ liveData: { one: { id: 't' } }, variants: { v: { many: to(id) } } })
    const space = await createTestSpace({
      records: [posts, entry('t'), entry('u'), entry('w'), entry('a', variant('u'))],
    })
    const all = async () => [await pointing(space), await pointing(space, 'u'), await pointing(space, 'w')]
    expect(await all()).toEqual([['a'], ['a'], []])
    await space.import([entry('a', variant('w'))])
    expect(await all()).toEqual([['a'], [], ['a']])
    await space.import([entry('a', { liveData: { one: { id: 't' } } })])
    expect(await all()).toEqual([['a'], [], []])
  })

  test('is not written anew where a change leaves it as it is', async () => {
    const values = (title: string) => ({
      liveData: { title, one: { id: 't' } },
      variants: { v: { many: to('t') } },
    })
    const space = await createTestSpace({ records: [posts, entry('t'), entry('a', values('1'))] })
    space.statements.length = 0
    expect(await space.import([entry('a', values('2'))])).toMatchObject({ changed: 1 })
    expect(space.statements.filter(sql => sql.includes('publication_reference'))).toEqual([])
    expect(await pointing(space)).toEqual(['a'])
  })

  test('follows what a reference by slug means after an import', async () => {
    const space = await createTestSpace({
      records: [posts, entry('t'), entry('a', { liveData: { one: { collection: 'posts', slug: 't' } } })],
    })
    await space.import([entry('t', { slug: 'old' }), entry('u', { slug: 't' })])
    expect([await pointing(space), await pointing(space, 'u')]).toEqual([[], ['a']])
  })

  test('follows a field that leaves the model', async () => {
    const space = await createTestSpace({
      records: [posts, entry('t'), entry('a', { liveData: { one: { id: 't' } } })],
    })
    await space.import([{ ...posts, fields: posts.fields.slice(0, 1) }])
    expect(await pointing(space)).toEqual([])
  })

  test('is there for an entry that comes after what points to it', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', { liveData: { one: { id: 't' } } })] })
    await space.import([entry('t')])
    expect(await pointing(space)).toEqual(['a'])
  })

  test('is listed up to 100, by id, and counted whole', async () => {
    const ids = Array.from({ length: 130 }, (_, index) => `e${String(index).padStart(3, '0')}`)
    const space = await createTestSpace({
      records: [
        posts,
        entry('t'),
        ...ids.toReversed().map(id => entry(id, { liveData: { one: { id: 't' } } })),
      ],
    })
    const { list, count } = (await openBrowse(space).entry('t')).referencedBy
    expect([list.map(({ id }) => id), count]).toEqual([ids.slice(0, 100), 130])
    expect(list[0]).toEqual({ id: 'e000', collection: 'posts', slug: 'e000' })
  })
})

test('an import of more references than are held back at once loses none', async () => {
  const targets = Array.from({ length: 3000 }, (_, index) => `t${index}`)
  const pointers = (many: readonly string[]) =>
    Array.from({ length: 70 }, (_, index) => entry(`p${index}`, { liveData: { many: to(...many) } }))
  const models = [posts, ...targets.map(id => entry(id))]
  const space = await createTestSpace({ records: [...models, ...pointers(targets)] })
  await expectInvariants(space)
  // What comes after the pointers is written after them.
  const after = Array.from({ length: 600 }, (_, index) => entry(`z${index}`))
  await space.import([...pointers(targets.toReversed()), ...after])
  await expectInvariants(space)
  const { referencedBy } = await openBrowse(space).entry('t2999')
  expect(referencedBy.count).toBe(70)
}, 300_000)
