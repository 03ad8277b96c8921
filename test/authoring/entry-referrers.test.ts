// Which entries refer to an entry, in their drafts or in what is live of them, over the management API.
import { describe, expect, test } from 'bun:test'
import { openManagement } from '../kit/app/management-client.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { entry, posts, to } from './post-records.ts'

describe('what refers to an entry', () => {
  /** Those of which what is live refers. */
  const pointing = async (space: TestSpace, id = 't') => {
    await expectInvariants(space)
    const { from, fromCount, fromLiveCount } = await (await openManagement(space)).links(id)
    const live = from.filter(one => one.live).map(one => one.id)
    expect([fromCount, fromLiveCount]).toEqual([from.length, live.length])
    return live
  }

  test('are drafts and what is live: base values and variants, by id and by slug, each entry once', async () => {
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
    const { from } = await (await openManagement(space)).links('t')
    expect(from.map(({ id, state, path, live }) => [id, state, path, live])).toEqual([
      ['base', 'changed', null, true],
      ['changed', 'changed', '/data/one', false],
      ['draft', 'draft', '/data/one', false],
      ['slug', 'changed', null, true],
      ['variant', 'live', '/variants/v/many', true],
    ])
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
    const { publish, unpublish } = await openManagement(space)
    const both = async () => [await pointing(space), await pointing(space, 'u')]
    expect(await both()).toEqual([[], []])
    await publish('a')
    expect(await both()).toEqual([['a'], ['a']])
    await unpublish('a')
    expect(await both()).toEqual([[], []])
    await publish('a')
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

  test('is not written again where a change leaves it as it is', async () => {
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

  test('stays with the entry that a reference by slug meant, whatever an import brings to its path', async () => {
    const space = await createTestSpace({
      records: [posts, entry('t'), entry('a', { liveData: { one: { collection: 'posts', slug: 't' } } })],
    })
    await space.import([entry('t', { slug: 'old' }), entry('u', { slug: 't' })])
    expect([await pointing(space), await pointing(space, 'u')]).toEqual([['a'], []])
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
    const { from, fromCount, fromLiveCount } = await (await openManagement(space)).links('t')
    expect(from.map(({ id }) => id)).toEqual(ids.slice(0, 100))
    expect([fromCount, fromLiveCount]).toEqual([130, 130])
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
  expect((await (await openManagement(space)).links('t2999')).fromLiveCount).toBe(70)
}, 300_000)
