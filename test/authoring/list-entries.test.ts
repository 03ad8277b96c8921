// GET /entries: filters, search and order, and what an entry's links and changes are.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { longTestMs } from '../kit/fuzz.ts'
import { type AuthoringFixture, openAuthoring, verdict } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

let api: AuthoringFixture
beforeAll(async () => {
  api = await openAuthoring()
  const { time } = api.space
  const step = () => {
    time.now += 1000
  }
  await api.create({ collection: 'authors', id: 'ada', data: { name: 'Ada' } })
  step()
  await api.create({ collection: 'posts', id: 'a', data: { title: 'Über uns', author: { id: 'ada' } } })
  step()
  await api.create({ collection: 'posts', id: 'b', data: { title: 'Ebb', score: 11 } })
  step()
  await api.create({ collection: 'posts', id: 'c', slug: 'Ubersee', data: { title: 'Wave' } })
  await api.create({ collection: 'posts', id: 'd', slug: 'no-title' })
  step()
  await api.publish('c')
  await api.patch('c', { draftVersion: 1, variants: { vip: { author: { id: 'ada' } } } })
  step()
  await api.ask('W', 'PATCH', '/entries/a', { draftVersion: 1, data: { tags: ['x'] } })
  await api.create({ collection: 'posts', id: 'z', data: { title: 'Gone', author: { id: 'ada' } } })
  await api.ask('owner', 'POST', '/entries/z/archive', { draftVersion: 1 })
})

const list = async (query: string) => {
  const response = await api.ask('owner', 'GET', `/entries${query}`)
  expect({ query, status: response.status, text: response.text }).toMatchObject({ status: 200 })
  return response.body as { list: { id: string }[]; count: number; pagesCount: number }
}

describe('a list', () => {
  test.each<[string, readonly string[]]>([
    ['', ['a', 'c', 'd', 'b', 'ada']],
    ['?collection=posts', ['a', 'c', 'd', 'b']],
    ['?collection=posts,authors&sort=slug', ['c', 'ada', 'b', 'd', 'a']],
    ['?collection=nothing', []],
    ['?id=c,ada,gone,a', ['a', 'c', 'ada']],
    ['?id=z', []],
    ['?id=z,a&state=draft,archived', ['a', 'z']],
    ['?id=a,ada&collection=authors', ['ada']],
    ['?id=a,b,c,d&search=wave', ['c']],
    ['?search=UBER', ['a', 'c']],
    ['?search=UBER&state=draft&sort=slug', ['a']],
    ['?search=%C3%9Cber%20u', ['a']],
    ['?search=%25', []],
    ['?search=%00', []],
    ['?slug=ubersee', []],
    ['?slug=Ubersee', ['c']],
    ['?slug=no-title&collection=posts', ['d']],
    ['?slug=no-title&collection=authors', []],
    ['?slug=%00', []],
    ['?state=changed', ['c']],
    ['?state=live', []],
    ['?state=archived', ['z']],
    ['?state=draft,archived&sort=createdAt', ['ada', 'a', 'b', 'd', 'z']],
    ['?state=invalid&sort=title', ['b', 'd']],
    ['?state=scheduled', []],
    ['?state=failed', []],
    ['?references=ada', ['a', 'c']],
    ['?references=ada&state=archived', ['z']],
    ['?references=gone', []],
    ['?updatedBy=me&collection=posts', ['c', 'd', 'b']],
    ['?updatedBy=test', ['a']],
    ['?updatedBy=nobody', []],
    ['?sort=title&collection=posts', ['b', 'a', 'c', 'd']],
    ['?sort=-title&collection=posts', ['c', 'a', 'b', 'd']],
    ['?sort=-publishedAt&collection=posts', ['c', 'a', 'b', 'd']],
    ['?sort=publishedAt&perPage=2&page=2', ['ada', 'b']],
    ['?sort=updatedAt', ['ada', 'b', 'd', 'c', 'a']],
    ['?page=9', []],
  ])('of %j has %j', async (query, ids) => {
    const { list: items, count } = await list(query)
    expect(items.map(({ id }) => id)).toEqual([...ids])
    if (!query.includes('page=')) expect(count).toBe(ids.length)
  })

  test.each([
    ['?state=x', 'state'],
    ['?state=draft,', 'state'],
    ['?sort=id', 'sort'],
    ['?perPage=1001', 'perPage'],
    ['?page=0', 'page'],
    [`?search=${'x'.repeat(101)}`, 'search'],
    ['?references=-', 'references'],
    ['?id=', 'id'],
    ['?id=a,-', 'id'],
    [`?id=${Array.from({ length: 101 }, (_, at) => `e${at}`)}`, 'id'],
    ['?collection=a%2Fb', 'collection'],
    ['?updatedBy=', 'updatedBy'],
    ['?slug=', 'slug'],
    ['?stateCounts=1', 'stateCounts'],
    [`?slug=${'x'.repeat(256)}`, 'slug'],
  ])('of %j is a 400 that names %s', async (query, name) => {
    const response = await api.ask('owner', 'GET', `/entries${query}`)
    expect([verdict(response), response.body.errors[0].name]).toEqual(['400 invalid_parameters', name])
  })

  test.each<[string, Partial<Record<string, number>>]>([
    ['', { draft: 4, changed: 1, archived: 1, invalid: 2 }],
    ['&collection=posts&state=live&page=9', { draft: 3, changed: 1, archived: 1, invalid: 2 }],
    ['&search=UBER', { draft: 1, changed: 1 }],
    ['&references=ada', { draft: 1, changed: 1, archived: 1 }],
    ['&updatedBy=test', { draft: 1 }],
    ['&collection=nothing', {}],
  ])('of %j counts the entries of each state as the list of that state does', async (query, counted) => {
    const { states } = (await list(`?stateCounts=true${query}`)) as unknown as { states: object }
    const none = { draft: 0, live: 0, changed: 0, archived: 0, scheduled: 0, failed: 0, invalid: 0 }
    expect(states).toEqual({ ...none, ...counted })
    const others = query.replace(/&(?:state|page)=[^&]*/g, '')
    for (const [state, count] of Object.entries(states)) {
      expect([state, (await list(`?state=${state}${others}`)).count]).toEqual([state, count])
    }
    expect(await list('?stateCounts=false')).not.toHaveProperty('states')
  })

  test('has no values, and says of each entry what it needs to be shown', async () => {
    const { list: items } = await list('?references=ada&sort=slug')
    expect(items[0]).toEqual({
      id: 'c',
      collection: 'posts',
      slug: 'Ubersee',
      state: 'changed',
      draftVersion: 2,
      title: 'Wave',
      picture: null,
      problems: 0,
      live: { version: 1, draftVersion: 1, slug: 'Ubersee', publishedAt: '2026-06-01T00:00:04.000Z' },
      schedule: null,
      createdAt: '2026-06-01T00:00:03.000Z',
      createdBy: { kind: 'user', name: 'owner@example.com' },
      updatedAt: '2026-06-01T00:00:04.000Z',
      updatedBy: { kind: 'user', name: 'owner@example.com' },
      archivedAt: null,
      firstPublishedAt: '2026-06-01T00:00:04.000Z',
    } as never)
  })
})

test('links name what a draft refers to and which drafts refer to it', async () => {
  const to = await api.ask('D', 'GET', '/entries/a/links')
  const ada = { id: 'ada', collection: 'authors', slug: 'ada', title: 'Ada', state: 'draft' }
  expect(to.body.doc).toEqual({
    ...{
      to: [{ ...ada, path: '/data/author', publishAt: null, unpublishAt: null, suggested: false }],
      toCount: 1,
    },
    ...{ from: [], fromCount: 0, fromLiveCount: 0 },
  })
  const from = await api.ask('D', 'GET', '/entries/ada/links')
  expect(from.body.doc.from.map(({ id, path }: { id: string; path: string }) => [id, path])).toEqual([
    ['a', '/data/author'],
    ['c', '/variants/vip/author'],
    ['z', '/data/author'],
  ])
  expect([from.body.doc.fromCount, from.body.doc.fromLiveCount]).toEqual([3, 0])
})

test('changes name the paths that changed after a version', async () => {
  const { body } = await api.ask('D', 'GET', '/entries/a/changes?since=1')
  expect(body.doc).toEqual({
    draftVersion: 2,
    modelVersion: 1,
    state: 'draft',
    updatedAt: '2026-06-01T00:00:05.000Z',
    updatedBy: { kind: 'key', name: 'test' },
    paths: ['/data/tags'],
  })
  expect((await api.ask('D', 'GET', '/entries/a/changes?since=2')).body.doc.paths).toEqual([])
  expect(verdict(await api.ask('D', 'GET', '/entries/a/changes'))).toBe('400 invalid_parameters')
})

test.each(['', '/links', '/changes?since=1'])(
  'an entry of another space is the same 404 as a missing one: %s',
  async rest => {
    const elsewhere = await api.neighbourOwner.send('POST', '/api/v1/entries', {
      collection: 'posts',
      id: 'theirs',
    })
    expect([201, 200]).toContain(elsewhere.status)
    const withoutId = ({ text }: { text: string }) => text.replace(/"requestId":"[^"]*"/, '')
    const missing = await api.ask('owner', 'GET', `/entries/missing${rest}`)
    expect(verdict(missing)).toBe('404 entry_not_found')
    for (const id of ['theirs', '%00', '%ff', '-']) {
      const response = await api.ask('owner', 'GET', `/entries/${id}${rest}`)
      expect([response.status, withoutId(response)]).toEqual([404, withoutId(missing)])
    }
  },
)
