// POST /entries: a new draft, its slug, its problems, and what is refused.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, errorsOf, namesOf, openAuthoring, verdict } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring()
})

const post = (fields: object) => api.ask('owner', 'POST', '/entries', { collection: 'posts', ...fields })

describe('a new entry', () => {
  test('is a draft at version 1, with a slug made of its title', async () => {
    const { status, body } = await post({ data: { title: 'Über uns' } })
    expect(status).toBe(201)
    expect(body.doc).toMatchObject({
      collection: 'posts',
      slug: 'uber-uns',
      state: 'draft',
      draftVersion: 1,
      variants: {},
      problems: [],
      live: null,
      schedule: null,
      createdBy: { kind: 'user', name: 'owner@example.com' },
      updatedBy: { kind: 'user', name: 'owner@example.com' },
      createdAt: '2026-06-01T00:00:00.000Z',
      updatedAt: '2026-06-01T00:00:00.000Z',
      archivedAt: null,
      firstPublishedAt: null,
    })
    expect(body.doc.data).toMatchObject({ title: 'Über uns', author: null, tags: [], score: null })
    expect(Object.keys(body.doc.data)).toEqual([
      ...['title', 'body', 'author', 'tags', 'score', 'kind', 'sku', 'related', 'day', 'at', 'extra'],
    ])
    await expectInvariants(api.space)
  })

  test('gets a number where its slug is taken, and a taken slug that is given is refused with a free one', async () => {
    for (const slug of ['uber-uns', 'uber-uns-2']) {
      expect((await api.create({ collection: 'posts', data: { title: 'Über uns' } })).slug).toBe(slug)
    }
    const taken = await post({ slug: 'uber-uns' })
    expect(verdict(taken)).toBe('409 slug_taken')
    expect(taken.body.suggestion).toBe('uber-uns-3')
    expect((await post({ slug: taken.body.suggestion })).status).toBe(201)
    const other = await api.ask('owner', 'POST', '/entries', { collection: 'authors', slug: 'uber-uns' })
    expect(other.status).toBe(201)
  })

  test.each([
    ['日本語', '日本語'],
    ['', 'given'],
    ['***', 'given'],
    ['Crème  Brûlée!', 'creme-brulee'],
    ['ACME-2', 'acme-2'],
  ])('with the title %j has the slug %s', async (title, slug) => {
    expect((await api.create({ collection: 'posts', id: 'given', data: { title } })).slug).toBe(slug)
  })

  test('may be sent twice with the same id and content; other content is refused', async () => {
    const fields = { id: 'x', data: { title: 'One', tags: ['a'] }, variants: { vip: { title: 'V' } } }
    const first = await post(fields)
    expect(first.status).toBe(201)
    api.space.time.now += 1000
    const second = await post(fields)
    expect([second.status, second.text]).toEqual([200, first.text])
    expect((await post({ ...fields, slug: 'one' })).status).toBe(200)
    for (const other of [
      { data: { title: 'Two' } },
      { slug: 'two' },
      { variants: {} },
      { collection: 'authors', data: {}, variants: {} },
    ]) {
      expect(verdict(await post({ ...fields, ...other }))).toBe('409 entry_exists')
    }
    await expectInvariants(api.space)
  })

  test('may break rules of its model: they are problems', async () => {
    const { body } = await post({ data: { score: 11, kind: 'poem', tags: [] } })
    expect(
      body.doc.problems.map((problem: { path: string; code: string }) => [problem.path, problem.code]),
    ).toEqual([
      ['/data/title', 'required'],
      ['/data/score', 'max'],
      ['/data/kind', 'options'],
    ])
  })

  test('is one of two where both are created at once with one title', async () => {
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map(() => api.create({ collection: 'posts', data: { title: 'T' } })),
    )
    expect(all.map(({ slug }) => slug).sort()).toEqual(['t', 't-2', 't-3', 't-4', 't-5'])
  })
})

describe('a creation is refused', () => {
  test.each<[string, object, readonly string[]]>([
    ['unknown fields and wrong types', { data: { titel: 1, score: 'x' } }, ['/data/titel', '/data/score']],
    [
      'what only the server says',
      { version: 9, state: 'live', createdBy: { kind: 'user', name: 'x' } },
      ['version', 'state', 'createdBy'],
    ],
    ['a slug that a path cannot hold', { slug: '.' }, ['slug']],
    ['a slug with NUL', { slug: 'a\u0000' }, ['slug']],
    ['a slug of 256 characters', { slug: 'x'.repeat(256) }, ['slug']],
    ['an empty slug', { slug: '' }, ['slug']],
    ['a malformed id', { id: '-x' }, ['id']],
    ['data that is no object', { data: [] }, ['data']],
    ['an unknown variant', { variants: { nobody: { title: 'x' } } }, ['/variants/nobody']],
    ['an overlay with an unknown field', { variants: { vip: { titel: 'x' } } }, ['/variants/vip/titel']],
    [
      'a reference that means nothing',
      { data: { author: { collection: 'authors', slug: 'x' } } },
      ['/data/author'],
    ],
    ['an integer that a double cannot hold', { data: { score: 0.5 } }, ['/data/score']],
    ['a day that is not', { data: { day: '2026-02-30' } }, ['/data/day']],
    ['a time without a zone', { data: { at: '2026-01-01T00:00:00' } }, ['/data/at']],
    ['a lone surrogate', { data: { title: '\ud800' } }, ['/data/title']],
    ['NUL', { data: { tags: ['a\u0000'] } }, ['/data/tags']],
    ['an unsafe link', { data: { body: link('javascript:alert(1)') } }, ['/data/body/0/markDefs/0/href']],
    ['65 levels', { data: { extra: nested(65) } }, ['/data/extra']],
    [
      'errors of the request and of the values',
      { version: 9, id: '-x', slug: '', data: { titel: 1, score: 0.5 }, variants: { nobody: {} } },
      ['version', 'id', 'slug', '/data/titel', '/data/score', '/variants/nobody'],
    ],
  ])('for %s, every error named', async (_, fields, names) => {
    const response = await post(fields)
    expect(verdict(response)).toBe('400 invalid_body')
    expect(namesOf(response).sort()).toEqual([...names].sort())
    expect((await api.ask('owner', 'GET', '/entries')).body.count).toBe(0)
  })

  test('not for the largest numbers that their shortest text says', async () => {
    const body = '{"collection":"posts","data":{"extra":[1e23,1e308,1.7976931348623157e308,0.1]}}'
    const response = await api.ask('owner', 'POST', '/entries', body)
    expect(verdict(response)).toBe('201')
    expect(response.body.doc.data.extra).toEqual([1e23, 1e308, Number.MAX_VALUE, 0.1])
  })

  test.each([
    ['score', '9007199254740993'],
    ['score', '1e23'],
    ['extra', '1e400'],
    ['extra', '0.12345678901234567890'],
  ])('for the number of %s that is not stored as it is sent: %s', async (name, literal) => {
    const body = `{"collection":"posts","data":{"${name}":${literal}}}`
    const response = await api.ask('owner', 'POST', '/entries', body)
    expect(verdict(response)).toBe('400 invalid_body')
    expect(namesOf(response)).toContain(`/data/${name}`)
  })

  test('for a key that is given twice, wherever it is', async () => {
    const response = await api.ask(
      'owner',
      'POST',
      '/entries',
      '{"collection":"posts","data":{"title":"a","title":"b"}}',
    )
    expect(errorsOf(response)).toEqual(['/data/title must be given only once'])
  })

  test.each(['missing', 'rivals', '-'])(
    'for the collection %s that the space does not have',
    async collection => {
      expect(verdict(await post({ collection }))).toBe('404 collection_not_found')
    },
  )

  test.each([
    ['/data/__proto__', '"data":{"title":"x","__proto__":{"score":3}}'],
    ['/data/__proto__', '"data":{"__proto__":null}'],
    ['/variants/vip/__proto__', '"variants":{"vip":{"__proto__":{"title":"x"}}}'],
    ['/variants/__proto__', '"variants":{"__proto__":{"title":"x"}}'],
    ['/variants/__proto__', '"variants":{"__proto__":null}'],
  ])('for the unknown field %s, in every request that writes entries', async (name, content) => {
    const { id } = await api.create({ collection: 'posts', data: { title: 'One' } })
    const version = '"draftVersion":1'
    for (const [method, path, body] of [
      ['POST', '/entries', `{"collection":"posts",${content}}`],
      ['PUT', `/entries/${id}`, `{${version},${content}}`],
      ['PATCH', `/entries/${id}`, `{${version},${content}}`],
    ] as const) {
      const response = await api.ask('owner', method, path, body)
      expect([verdict(response), ...namesOf(response)]).toEqual(['400 invalid_body', name])
    }
    const operations = `[{"op":"patch","id":"${id}",${version},${content}}]`
    const response = await api.ask('owner', 'POST', '/operations', `{"operations":${operations}}`)
    expect([response.status, ...namesOf(response)]).toEqual([400, `/operations/0${name}`])
    expect((await api.get(`/entries/${id}`)).draftVersion).toBe(1)
  })

  test('for a second entry of a singleton', async () => {
    const settings = { collection: 'settings', data: { motto: 'a' } }
    const first = await api.create(settings)
    expect(verdict(await post(settings))).toBe('409 singleton_exists')
    await api.ask('owner', 'POST', `/entries/${first.id}/archive`, { draftVersion: 1 })
    const second = await api.create(settings)
    const back = await api.ask('owner', 'POST', `/entries/${first.id}/unarchive`, {
      draftVersion: 1,
      slug: 'back',
    })
    expect(verdict(back)).toBe('409 singleton_exists')
    expect(second.state).toBe('draft')
  })

  test('for a body over 2 MiB', async () => {
    const response = await post({ data: { title: 'x'.repeat(2 * 1024 * 1024) } })
    expect(verdict(response)).toBe('413 body_too_large')
    expect((await post({ data: { title: 'x'.repeat(2 * 1024 * 1024 - 1000) } })).status).toBe(201)
  })
})

function link(href: string) {
  const children = [{ _type: 'span', text: 'x', marks: ['a'] }]
  return [{ _type: 'block', children, markDefs: [{ _type: 'link', _key: 'a', href }] }]
}

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
