// Several operations in one request: all of them or none, judged at the end.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import {
  type AuthoringFixture,
  type CallerName,
  namesOf,
  openAuthoring,
  verdict,
} from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring()
})

const run = (operations: readonly unknown[], more: object = {}, as: CallerName = 'owner') =>
  api.ask(as, 'POST', '/operations', { operations, ...more })
// biome-ignore lint/suspicious/noExplicitAny: as it is served
const docAt = async (slug: string): Promise<any> => {
  const response = await api.space.get(`/content/posts/${slug}`)
  return ((await response.json()) as { doc: object }).doc
}
const create = (id: string, data: object = {}) => ({
  op: 'create',
  collection: 'posts',
  id,
  data: { title: id, ...data },
})

describe('operations', () => {
  test('create entries that refer to each other and publish them, in one revision', async () => {
    const revision = await revisionOf(api.space)
    const { status, body } = await run([
      create('a'),
      create('b', { related: [{ id: 'a' }, { collection: 'posts', slug: 'a' }] }),
      { op: 'publish', id: 'a' },
      { op: 'publish', id: 'b' },
    ])
    expect([status, body]).toEqual([
      200,
      {
        list: ['a', 'b', 'a', 'b'].map(id => ({ id, state: 'live', draftVersion: 1, version: 1 })),
        count: 4,
      },
    ])
    expect(await revisionOf(api.space)).toBe(revision + 1)
    expect((await docAt('b')).data.related).toHaveLength(2)
    await expectInvariants(api.space)
  })

  test('refer by slug to what a later one creates or moves there', async () => {
    await run([create('a')])
    const author = { collection: 'authors', slug: 'ada' }
    const response = await run([
      create('p', { author, related: [{ collection: 'posts', slug: 'moved' }] }),
      { op: 'publish', id: 'p' },
      { op: 'create', collection: 'authors', slug: 'ada', data: { name: 'Ada' } },
      { op: 'patch', id: 'a', draftVersion: 1, slug: 'moved' },
    ])
    expect(response.status).toBe(200)
    const ada = response.body.list[2].id
    expect((await api.get('/entries/p')).live?.data).toMatchObject({
      author: { id: ada },
      related: [{ id: 'a' }],
    })
    const refused = await run([
      create('q', { author: { collection: 'posts', slug: 'later' } }),
      create('later', { author: { collection: 'authors', slug: 'nobody' } }),
    ])
    expect([verdict(refused), namesOf(refused)]).toEqual([
      '400 invalid_body',
      ['/operations/0/data/author', '/operations/1/data/author'],
    ])
    await expectInvariants(api.space)
  })

  test('exchange the slugs of two live entries', async () => {
    await run([create('a'), create('b'), { op: 'publish', id: 'a' }, { op: 'publish', id: 'b' }])
    const { status } = await run([
      { op: 'patch', id: 'a', draftVersion: 1, slug: 'b' },
      { op: 'patch', id: 'b', draftVersion: 1, slug: 'a' },
      { op: 'publish', id: 'a' },
      { op: 'publish', id: 'b' },
    ])
    expect(status).toBe(200)
    expect((await docAt('a')).id).toBe('b')
    expect((await docAt('b')).id).toBe('a')
    await expectInvariants(api.space)
  })

  test('publish a draft and change it further', async () => {
    const { body } = await run([
      create('a'),
      { op: 'publish', id: 'a' },
      { op: 'patch', id: 'a', data: { score: 1 } },
    ])
    expect(body.list.at(-1)).toEqual({ id: 'a', state: 'changed', draftVersion: 2, version: 1 })
    expect((await api.get('/entries/a')).live).toMatchObject({ draftVersion: 1, data: { score: null } })
    await expectInvariants(api.space)
  })

  test('are refused together where one of them is, each error at its place', async () => {
    await run([create('a'), create('b'), create('c')])
    await api.patch('b', { draftVersion: 1, data: { score: 1 } })
    const before = await dumpTables(api.space)
    const response = await run([
      { op: 'patch', id: 'a', draftVersion: 1, data: { score: 2 } },
      { op: 'patch', id: 'b', draftVersion: 1, data: { score: 2 } },
      { op: 'patch', id: 'gone', draftVersion: 1 },
      { op: 'patch', id: 'c', draftVersion: 1, data: { score: 2 } },
    ])
    expect(verdict(response)).toBe('409 operations_refused')
    expect(
      response.body.errors.map(({ name, code }: { name: string; code: string }) => [name, code]),
    ).toEqual([
      ['/operations/1/data/score', 'draft_conflict'],
      ['/operations/2', 'entry_not_found'],
    ])
    expect(await dumpTables(api.space)).toEqual(before)
  })

  test.each<[title: string, operation: object, fault: readonly string[]]>([
    ['a conflict', { op: 'patch', draftVersion: 1, data: { score: 2 } }, ['/data/score', 'draft_conflict']],
    ['an id that is taken', { ...create('b'), data: { title: 'Other' } }, ['', 'entry_exists']],
    ['an unknown collection', { op: 'create', collection: 'gone' }, ['', 'collection_not_found']],
    ['an entry that is not there', { op: 'patch', id: 'gone', draftVersion: 1 }, ['', 'entry_not_found']],
    ['values that do not fit', { op: 'patch', draftVersion: 2, data: { titel: 1 } }, ['/data/titel']],
  ])('name %s alone where a later one relies on it', async (_, operation, [place, code]) => {
    await run([create('b')])
    await api.patch('b', { draftVersion: 1, data: { score: 1 } })
    const given = { id: 'b', ...operation }
    const response = await run([given, { op: 'publish', id: given.id }])
    expect(response.body.errors).toMatchObject([{ name: `/operations/0${place}`, ...(code && { code }) }])
    expect(response.body.errors).toHaveLength(1)
    expect(verdict(response)).toBe(code ? '409 operations_refused' : '400 invalid_body')
  })

  test('may refer to any entry that a later one creates: by id, by the slug that it is given, makes or gets', async () => {
    const author = (id: string, data: object = {}) => ({ op: 'create', collection: 'authors', id, data })
    const wrong = await run([create('p', { author: { id: 'q' } }), create('q')])
    expect([verdict(wrong), namesOf(wrong)]).toEqual(['400 invalid_body', ['/operations/0/data/author']])
    const by = (slug: string) => ({ author: { collection: 'authors', slug } })
    const made = await run([create('m', by('ada')), author('ada')])
    expect(verdict(made)).toBe('200')
    const patched = { op: 'patch', id: 'grace', slug: 'hopper' }
    expect(verdict(await run([create('n', by('hopper')), author('grace'), patched]))).toBe('200')
    const titled = { related: [{ collection: 'posts', slug: 'a-title' }] }
    expect(verdict(await run([create('o', titled), create('t', { title: 'A title' })]))).toBe('200')
    expect((await api.get('/entries/m')).data.author).toEqual({ id: 'ada' })
    expect((await api.get('/entries/n')).data.author).toEqual({ id: 'grace' })
    expect((await api.get('/entries/o')).data.related).toEqual([{ id: 't' }])
    await expectInvariants(api.space)
  })

  test('that create an entry and change it keep its creation as a version', async () => {
    await run([
      create('a'),
      { op: 'patch', id: 'a', data: { score: 1 } },
      { op: 'patch', id: 'a', slug: 'z' },
    ])
    const { body } = await api.ask('owner', 'GET', '/entries/a/versions')
    expect(
      body.list.map(({ version, reason, names }: { version: string; reason: string; names: string[] }) => [
        version,
        reason,
        names,
      ]),
    ).toEqual([
      ['d3', 'edit', ['/data/score', '/slug']],
      ['d1', 'create', []],
    ])
    await expectInvariants(api.space)
  })

  test('are refused where what they publish breaks a rule, or a slug is taken at the end', async () => {
    await run([create('a')])
    const invalid = await run([create('b', { title: null, score: 11 }), { op: 'publish', id: 'b' }])
    expect([verdict(invalid), namesOf(invalid)]).toEqual([
      '409 operations_refused',
      ['/operations/1/data/title', '/operations/1/data/score'],
    ])
    const taken = await run([create('c'), { op: 'patch', id: 'c', slug: 'a' }])
    expect(taken.body.errors).toMatchObject([{ name: '/operations/1/slug', code: 'slug_taken' }])
    expect((await api.ask('D', 'GET', '/entries')).body.count).toBe(1)
  })

  test.each<[string, readonly unknown[], readonly string[]]>([
    ['nothing', [], ['operations']],
    ['501 of them', Array(501).fill({ op: 'unpublish', id: 'a' }), ['operations']],
    ['no object', [7], ['/operations/0']],
    ['an unknown op', [{ op: 'delete', id: 'a' }, {}], ['/operations/0/op', '/operations/1/op']],
    ['an op that is no string', [{ op: ['unpublish'], id: 'a' }], ['/operations/0/op']],
    [
      'unknown and missing fields',
      [
        { op: 'unpublish', slug: 'a' },
        { op: 'publish', id: 7 },
      ],
      ['/operations/0/id', '/operations/0/slug', '/operations/1/id'],
    ],
    ['a version that is left out', [{ op: 'patch', id: 'a', data: {} }], ['/operations/0/draftVersion']],
    [
      'values that do not fit',
      [create('x', { score: 'x' }), create('y', { titel: 1 })],
      ['/operations/0/data/score', '/operations/1/data/titel'],
    ],
    [
      'fields, values and references, as far as they can be judged',
      [
        create('x', { score: 'x', author: { collection: 'authors', slug: 'nowhere' } }),
        { op: 'patch', id: 'a', draftVersion: 'x', data: { titel: 1 }, slug: '' },
        { op: 'patch', id: 'x', data: { score: 1 } },
        { op: 'delete', id: 'a' },
      ],
      [
        '/operations/0/data/score',
        ...['draftVersion', 'slug', 'data/titel'].map(name => `/operations/1/${name}`),
        '/operations/3/op',
      ],
    ],
  ])('that are malformed are a 400: %s', async (_, operations, names) => {
    await api.create({ collection: 'posts', id: 'a' })
    const response = await run(operations)
    expect([verdict(response), namesOf(response)]).toEqual(['400 invalid_body', [...names]])
  })

  test('over 8 MiB are a 413', async () => {
    const response = await run([create('x', { title: 'x'.repeat(8 * 1024 * 1024) })])
    expect(verdict(response)).toBe('413 body_too_large')
  })

  test('need the rights of each: without one, nothing is done', async () => {
    const both = [create('a'), { op: 'publish', id: 'a' }]
    for (const as of ['W', 'P', 'D', 'author', 'member'] as const) {
      const response = await run(both, {}, as)
      expect([as, response.status]).toEqual([as, 403])
    }
    expect((await run([create('b')], {}, 'author')).status).toBe(200)
    expect((await run([{ op: 'publish', id: 'b', draftVersion: 1 }], {}, 'P')).status).toBe(200)
    expect((await run([{ op: 'archive', id: 'b', draftVersion: 1 }], {}, 'author')).status).toBe(403)
    expect((await run([{ op: 'archive', id: 'b', draftVersion: 1 }], {}, 'WP')).status).toBe(200)
    expect((await api.ask('D', 'GET', '/entries')).body.count).toBe(0)
  })

  test('of a dry run response alike and change nothing', async () => {
    await run([create('a')])
    const before = await dumpTables(api.space)
    const operations = [create('b'), { op: 'publish', id: 'b' }, { op: 'archive', id: 'a', draftVersion: 1 }]
    const dry = await run(operations, { dryRun: true })
    expect(await dumpTables(api.space)).toEqual(before)
    const refused = await run([create('a', { score: 1 })], { dryRun: true })
    expect(verdict(refused)).toBe('409 operations_refused')
    const real = await run(operations, { dryRun: false })
    expect([dry.status, dry.text]).toEqual([200, real.text])
  })

  test('that are repeated change nothing', async () => {
    const operations = [create('a'), { op: 'patch', id: 'a', draftVersion: 1, data: { score: 1 } }]
    const first = await run(operations)
    expect(first.status).toBe(200)
    const before = await dumpTables(api.space)
    const again = await run([{ op: 'patch', id: 'a', draftVersion: 1, data: { score: 1 } }])
    expect(again.body.list).toEqual(first.body.list.slice(1))
    expect(await dumpTables(api.space)).toEqual(before)
  })
})
