// What a preview shows of drafts, to whom, and how its responses may be used.
import { describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

const models: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'pages',
    name: 'Pages',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'next', type: 'reference', to: ['pages'] },
      { apiName: 'related', type: 'reference', many: true },
      { apiName: 'menu', type: 'reference', link: true },
    ],
  },
]

type Data = Extract<ImportRecord, { type: 'entry' }>['data']

const page = (id: string, data: Data, more: object = {}): ImportRecord => ({
  type: 'entry',
  collection: 'pages',
  id,
  data: { title: `draft of ${id}`, ...data },
  ...more,
})
const live = (id: string, day: number, data: Data = {}) => ({
  publishedAt: `2026-01-0${day}T00:00:00.000Z`,
  liveData: { title: `live ${id}`, ...data },
})
const to = (id: string) => ({ id })

const records: readonly ImportRecord[] = [
  ...models,
  page('same', { title: 'live same' }, live('same', 1)),
  page('changed', { next: to('fresh'), menu: to('fresh') }, live('changed', 2)),
  page('fresh', { next: to('circle'), related: [to('gone'), to('nobody'), to('same')] }),
  page('circle', { next: to('changed') }),
  page('withdrawn', {}, live('withdrawn', 3)),
  page('gone', {}),
]

interface Shown {
  readonly id: string
  readonly slug: string
  readonly state: string
  readonly edit?: string
  readonly version: number | null
  readonly publishedAt: string | null
  readonly firstPublishedAt: string | null
  readonly data: Readonly<Record<string, unknown>>
}

async function open() {
  const space = await createTestSpace({ records })
  const user = await signIn(space)
  const unpublished = await user.send('POST', '/api/v1/entries/withdrawn/unpublish')
  const archived = await user.send('POST', '/api/v1/entries/gone/archive', { draftVersion: 1 })
  expect([unpublished.status, archived.status]).toEqual([200, 200])
  const { key } = await space.makeKey({ scopes: ['content.preview'] })
  const get = async (path: string, headers: Record<string, string> = { Authorization: `Bearer ${key}` }) =>
    readResponse(await space.request(`/api/v1/preview/content${path}`, { headers }))
  const list = async (path: string) =>
    JSON.parse((await get(path)).text) as { list: readonly Shown[]; count: number; pagesCount: number }
  const entry = async (path: string) => (JSON.parse((await get(path)).text) as { doc: Shown }).doc
  return { space, user, key, get, list, entry }
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })

test('a key for previews opens previews alone, and no key of delivery opens them', async () => {
  const { space, get, key } = await open()
  expect((await get('/pages')).status).toBe(200)
  for (const path of ['/api/v1/public/content/pages', '/api/v1/public/schema', '/api/v1/entries']) {
    const response = await readResponse(await space.request(path, { headers: bearer(key) }))
    expect([path, response.status, readProblem(response).code]).toEqual([path, 403, 'insufficient_scope'])
  }
  const refused = await get('/pages', bearer(space.key))
  expect(refused.status).toBe(403)
  expect(refused.headers.get('WWW-Authenticate')).toContain('scope="content.preview"')
  const drafts = await space.makeKey({ scopes: ['draft.read'] })
  expect((await get('/pages', bearer(drafts.key))).status).toBe(200)
})

test('a key for previews has no other scope, in a new key and in a change', async () => {
  const { user } = await open()
  const keys = '/api/v1/tokens/api-keys'
  const mixed = await user.send('POST', keys, { name: 'x', scopes: ['content.read', 'content.preview'] })
  expect(mixed.status).toBe(400)
  for (const [scope, other] of [
    ['content.preview', 'content.read'],
    ['content.preview', 'draft.read'],
    ['content.read', 'content.preview'],
    ['draft.read', 'content.preview'],
  ]) {
    const created = await user.send('POST', keys, { name: 'x', scopes: [scope] })
    const { doc } = (await created.json()) as { doc: { id: string } }
    const changed = await user.send('PATCH', `${keys}/${doc.id}`, { scopes: [other] })
    expect([scope, other, changed.status]).toEqual([scope, other, 400])
  }
})

test('a member sees the previews of their space, and nobody those of another', async () => {
  const { space, user, get } = await open()
  expect((await user.send('GET', '/api/v1/preview/content/pages')).status).toBe(200)
  expect((await get('/pages', {})).status).toBe(401)
  const neighbour = await createNeighbour(space, 'rival')
  const { key } = await neighbour.makeKey({ scopes: ['content.preview'] })
  const response = await get('/pages', bearer(key))
  expect([response.status, readProblem(response).code]).toEqual([404, 'collection_not_found'])
})

describe('an entry is shown', () => {
  test('with the values of its draft, its state, and the version and times of what is live', async () => {
    const { entry } = await open()
    expect(await entry('/pages/changed')).toMatchObject({
      state: 'changed',
      edit: 'pages/changed',
      version: 1,
      publishedAt: '2026-01-02T00:00:00.000Z',
      data: { title: 'draft of changed' },
    })
    expect((await entry('/pages/same')).state).toBe('live')
    for (const id of ['fresh', 'withdrawn']) {
      expect(await entry(`/pages/${id}`)).toMatchObject({
        state: 'draft',
        version: null,
        firstPublishedAt: null,
        publishedAt: null,
        data: { title: `draft of ${id}` },
      })
    }
  })

  test("with drafts at each level of references, by the drafts' slugs, and null for what is archived or missing", async () => {
    const { entry, user } = await open()
    await user.send('PATCH', '/api/v1/entries/circle', { draftVersion: 1, slug: 'circle-moved' })
    expect((await entry('/pages/fresh')).data).toEqual({
      title: 'draft of fresh',
      next: { id: 'circle', collection: 'pages', slug: 'circle-moved' },
      related: [{ id: 'same', collection: 'pages', slug: 'same' }],
      menu: null,
    })
    const { data } = await entry('/pages/changed?depth=4')
    const next = (shown: unknown) => (shown as Shown).data.next
    expect(data.menu).toEqual({ id: 'fresh', collection: 'pages', slug: 'fresh' })
    expect(data.next).toMatchObject({ id: 'fresh', state: 'draft', edit: 'pages/fresh' })
    const related = (data.next as Shown).data.related as readonly Shown[]
    expect(related.map(({ id }) => id)).toEqual(['same'])
    expect(next(data.next)).toMatchObject({ id: 'circle', slug: 'circle-moved' })
    expect(next(next(data.next))).toMatchObject({ id: 'changed', state: 'changed' })
    expect(next(next(next(data.next)))).toMatchObject({ id: 'fresh', data: { title: 'draft of fresh' } })
  })

  test('not if it is archived, missing, or found by the slug of what is live alone', async () => {
    const { get, user } = await open()
    await user.send('PATCH', '/api/v1/entries/same', { draftVersion: 1, slug: 'same-moved' })
    for (const slug of ['gone', 'nobody', 'same']) {
      const response = await get(`/pages/${slug}`)
      expect([slug, response.status, readProblem(response).code]).toEqual([slug, 404, 'entry_not_found'])
    }
    expect((await get('/pages/same-moved')).status).toBe(200)
  })

  test('as it was saved in the request before', async () => {
    const { entry, user } = await open()
    await user.send('PATCH', '/api/v1/entries/fresh', { draftVersion: 1, data: { title: 'just saved' } })
    expect((await entry('/pages/fresh')).data.title).toBe('just saved')
  })
})

test('references inside rich text lead to drafts, as in the content API to what is live', async () => {
  const body = (id: string) => [
    { _type: 'entry', _key: 'a', entry: { id } },
    {
      ...{ _type: 'block', _key: 'b', style: 'normal' },
      children: [{ _type: 'span', _key: 'c', text: 'link', marks: ['d'] }],
      markDefs: [{ _type: 'entryLink', _key: 'd', entry: { id } }],
    },
  ]
  const fields = [
    { apiName: 'title', type: 'text' },
    { apiName: 'body', type: 'richText', format: 'portableText' },
  ] as const
  const space = await createTestSpace({
    records: [
      { type: 'collection', apiName: 'posts', name: 'Posts', fields },
      { type: 'entry', collection: 'posts', id: 'draft', data: { title: 'a draft', body: body('live') } },
      { type: 'entry', collection: 'posts', id: 'live', liveData: { title: 'live', body: body('draft') } },
      { type: 'entry', collection: 'posts', id: 'both', liveData: { title: 'both', body: body('live') } },
    ],
  })
  const { key } = await space.makeKey({ scopes: ['content.preview'] })
  const read = async (path: string) => {
    const response = await space.request(`/api/v1/preview${path}`, { headers: bearer(key) })
    return response.text()
  }
  const stub = '{"id":"draft","collection":"posts","slug":"draft"}'
  const atDepth0 = await read('/content/posts/live')
  expect(atDepth0.split(`"entry":${stub}`)).toHaveLength(3)
  const { doc } = JSON.parse(await read('/content/posts/live?depth=1')) as { doc: Shown }
  expect(doc.data.body).toMatchObject([
    { entry: { id: 'draft', state: 'draft', data: { title: 'a draft' } } },
    { markDefs: [{ entry: JSON.parse(stub) }] },
  ])
  for (const path of ['/content/posts/both', '/content/posts/both?fields=body']) {
    const live = await (await space.get(path)).text()
    expect((await read(path)).replace(',"state":"live","edit":"posts/both"', '')).toBe(live)
  }
})

test('a list begins with what was never live, by id, then has what is live, the newest first', async () => {
  const { list } = await open()
  const { list: shown, count, pagesCount } = await list('/pages?perPage=2')
  expect([shown.map(({ id }) => id), count, pagesCount]).toEqual([['circle', 'fresh'], 5, 3])
  const rest = await list('/pages?perPage=3&page=2')
  expect(rest.list.map(({ id }) => id)).toEqual(['changed', 'same'])
  const sorted = await list('/pages?sort=-title&filter[title][prefix]=draft')
  expect(sorted.list.map(({ id }) => id)).toEqual(['withdrawn', 'fresh', 'circle', 'changed'])
  const beyond = await list('/pages?filter[next.next.title]=draft+of+circle')
  expect(beyond.list.map(({ id }) => id)).toEqual(['changed'])
  expect((await list('/pages?filter[publishedAt][exists]=false')).count).toBe(3)
})

test('search and the past are refused, on both endpoints, beside all other errors', async () => {
  const { get } = await open()
  for (const [path, names] of [
    ['/pages?q=draft', ['q']],
    ['/pages?at=2026-01-01T00:00:00Z', ['at']],
    ['/pages?at=2026-01-01T00:00:00Z&q=x&filter[nope]=1', ['at', 'q', 'filter[nope]']],
    ['/pages/same?at=1', ['at']],
  ] as const) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 400])
    const { errors = [] } = JSON.parse(response.text) as { errors?: readonly { name: string }[] }
    expect(errors.map(({ name }) => name).sort()).toEqual([...names].sort())
  }
})

test('no response with drafts may be stored by a cache or read by pages of other origins', async () => {
  const { get, space, key } = await open()
  for (const path of ['/pages', '/pages/fresh', '/pages/nobody', '/nothing', '/pages?depth=x']) {
    const response = await get(path, { ...bearer(key), Origin: 'https://site.example' })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
    if (response.status !== 200) continue
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('ETag')).toBeNull()
  }
  const conditional = await get('/pages', { ...bearer(key), 'If-None-Match': '*' })
  expect(conditional.status).toBe(200)
  const head = await space.request('/api/v1/preview/content/pages', { method: 'HEAD', headers: bearer(key) })
  expect([head.status, head.headers.get('Cache-Control'), head.headers.get('ETag')]).toEqual([
    200,
    'no-store',
    null,
  ])
})

test('a preflight is allowed, and an error is readable only with the bearer of a token', async () => {
  const { get, space } = await open()
  const preflight = await space.request('/api/v1/preview/content/pages', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://site.example',
      'Access-Control-Request-Headers': 'authorization, traceparent',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('authorization, traceparent')
  for (const value of ['Bearer flpv_x', 'bearer  flpv_x']) {
    const response = await get('/pages', { Authorization: value })
    expect([value, response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([
      value,
      401,
      '*',
    ])
  }
  for (const value of ['Bearer flst_flpv_', 'Basic flpv_x', 'flst_x, Bearer flpv_x']) {
    const response = await get('/pages', { Authorization: value })
    expect([value, response.headers.get('Access-Control-Allow-Origin')]).toEqual([value, null])
  }
})

test('a rejected key gets the same response whether or not the entry exists', async () => {
  const { get, space } = await open()
  const texts = new Set<string>()
  for (const path of ['/pages/fresh', '/pages/nobody', '/nothing']) {
    const { requestId: _, ...body } = JSON.parse((await get(path, bearer(space.key))).text)
    texts.add(JSON.stringify(body))
  }
  expect(texts.size).toBe(1)
})

test('the content API serves nothing of drafts that previews were asked for', async () => {
  const { space, get } = await open()
  await get('/pages?depth=3&sort=title')
  const response: TestSpace['get'] = space.get
  const { list } = (await (await response('/content/pages?depth=3')).json()) as { list: readonly Shown[] }
  expect(list.map(({ id }) => id)).toEqual(['changed', 'same'])
  expect(JSON.stringify(list)).not.toContain('draft of')
  expect((await response('/content/pages/fresh')).status).toBe(404)
})
