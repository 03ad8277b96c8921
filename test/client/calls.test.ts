// What each call of the client asks for and results in, against a real server.
import { beforeAll, describe, expect, test } from 'bun:test'
import { createClient } from '../../client/src/client.ts'
import { safe } from '../../client/src/errors.ts'
import { tagsOf } from '../../client/src/tags.ts'
import { type ClientFixture, oddSlugs, serveClient } from './client-fixture.ts'

let fixture: ClientFixture
beforeAll(async () => {
  fixture = await serveClient()
})
const codeOf = async (call: Promise<unknown>) => {
  const result = await safe(call)
  return result.ok ? null : result.error.code
}

describe('a call', () => {
  test('of list has the page, of get the entry, and of single the entry of a singleton', async () => {
    const client = fixture.createClient()
    const page = await client.list('books', { depth: 1, perPage: 2, sort: 'price', filter: { price: 12.5 } })
    expect(page).toMatchObject({ count: 1, pagesCount: 1, revision: null })
    expect(page.list[0]).toMatchObject({ slug: 'tide', data: { author: { data: { name: 'Wren' } } } })
    expect(await client.get('books', 'tide')).toMatchObject({
      slug: 'tide',
      data: { author: { id: 'wren' } },
    })
    expect(await client.single('settings')).toMatchObject({ data: { title: 'Shop' } })
    expect(tagsOf(page)).toEqual([])
  })

  test('of a missing slug throws or is null, and in a missing collection throws always', async () => {
    const client = fixture.createClient()
    expect(await codeOf(client.get('books', 'none'))).toBe('entry_not_found')
    expect(await client.find('books', 'none')).toBeNull()
    expect(await codeOf(client.find('none', 'tide'))).toBe('collection_not_found')
    expect(await codeOf(client.single('none'))).toBe('collection_not_found')
  })

  test.each(oddSlugs)('finds the entry with the slug %p by one request', async slug => {
    const before = fixture.requests.length
    expect(await fixture.createClient().get('books', slug)).toMatchObject({ slug })
    expect(fixture.requests.length - before).toBe(1)
  })

  test.each(['', '.', '..', '\ud83c'])(
    'for the name %j, which no path can hold, sends nothing',
    async name => {
      const before = fixture.requests.length
      const client = fixture.createClient()
      expect(await codeOf(client.get('books', name))).toBe('entry_not_found')
      expect(await client.find('books', name)).toBeNull()
      expect(await codeOf(client.list(name))).toBe('collection_not_found')
      expect(fixture.requests).toHaveLength(before)
    },
  )

  test('for such a name says in its path which it is, and in which collection', async () => {
    const client = fixture.createClient()
    const messageOf = (call: Promise<unknown>) => call.catch(error => error.message)
    const base = '/api/v1/public/content/'
    expect(await messageOf(client.get('books', '..'))).toBe(
      `404 entry_not_found: entry_not_found (GET ${base}books/..)`,
    )
    expect(await messageOf(client.get('books', ''))).toBe(
      `404 entry_not_found: entry_not_found (GET ${base}books/)`,
    )
    expect(await messageOf(client.list('.'))).toBe(
      `404 collection_not_found: collection_not_found (GET ${base}.)`,
    )
  })

  test('with an option that the server does not know fails if it is strict, and otherwise ignores it', async () => {
    const options = { perPage: 1, colour: 'red' }
    expect(await codeOf(fixture.createClient().list('books', options))).toBe('invalid_parameters')
    expect(await codeOf(fixture.createClient({ strict: false }).list('books', options))).toBeNull()
  })

  test('has what its init adds to the request, but not the key, and no method but GET', async () => {
    const headers = { 'X-Test': '1', Authorization: 'Bearer other' }
    await fixture.createClient().get('books', 'tide', { init: { headers, method: 'POST', keepalive: true } })
    const sent = fixture.requests.at(-1)!.headers
    expect([sent.get('X-Test'), sent.get('Authorization')]).toEqual(['1', `Bearer ${fixture.space.key}`])
  })
})

test('with sets defaults for all calls that can have them, and shares the cache', async () => {
  const client = fixture.createClient()
  const german = client.with({ variants: ['de'], queryVariant: 'de', depth: 1 })
  expect(await german.list('books', { filter: { title: 'Gezeiten' } })).toMatchObject({ count: 1 })
  expect(await german.get('books', 'tide')).toMatchObject({
    data: { title: 'Gezeiten' },
    variantsApplied: ['de'],
  })
  expect(await german.single('settings')).toMatchObject({ variantsApplied: [] })
  expect(await german.get('books', 'tide', { variants: [] })).toMatchObject({ data: { title: 'Tide' } })
  expect(fixture.requests.at(-1)!.target).toEndWith('/tide?depth=1')
  await client.get('books', 'tide', { depth: 1 })
  expect(fixture.requests.at(-1)!.headers.get('If-None-Match')).not.toBeNull()
})

describe('the key', () => {
  test('may be a function that is called before each request; another key empties the cache', async () => {
    const other = await fixture.space.makeKey()
    const keys = [fixture.space.key, fixture.space.key, other.key, other.key]
    const client = fixture.createClient({ key: async () => keys.shift()! })
    const before = fixture.requests.length
    for (let turn = 0; turn < 4; turn++) await client.get('books', 'tide')
    const sent = fixture.requests.slice(before).map(({ headers }) => headers)
    expect(sent.map(headers => headers.get('Authorization')!.slice(7))).toEqual([
      ...[fixture.space.key, fixture.space.key],
      ...[other.key, other.key],
    ])
    expect(sent.map(headers => headers.has('If-None-Match'))).toEqual([false, true, false, true])
  })

  test.each(['', 'ä', 'a b', 'a\n', undefined!])('%j is refused before any request', async key => {
    const before = fixture.requests.length
    const error = await fixture
      .createClient({ key })
      .list('books')
      .catch(reason => reason)
    expect(error).toMatchObject({ code: 'request_invalid', detail: 'TypeError: key must be set, in ASCII' })
    expect(fixture.requests).toHaveLength(before)
  })

  test('is in no error, no client and nothing that onResponse gets, even if a proxy sends it back', async () => {
    const seen: unknown[] = []
    const { key } = fixture.space
    const client = fixture.createClient({
      retries: 0,
      onResponse: info => seen.push(info, [...info.headers]),
    })
    fixture.proxy = request => new Response(`<p>${request.headers.get('Authorization')}</p>`, { status: 502 })
    const proxied = await safe(client.list('books'))
    fixture.proxy = () => undefined
    const broken = fixture.createClient({
      retries: 0,
      fetch: (_, init) => Promise.reject(new Error(new Headers(init.headers).get('Authorization')!)),
    })
    const failed = await safe(broken.list('books'))
    const missing = await safe(client.get('books', 'none'))
    for (const value of [proxied, failed, missing, client, seen]) {
      expect(Bun.inspect(value, { depth: 10 })).not.toContain(key)
      expect(JSON.stringify(value)).not.toContain(key)
    }
    expect(missing).toMatchObject({ ok: false, error: { status: 404 } })
    expect(seen).toHaveLength(4)
  })
})

test('onResponse gets each response with its facts', async () => {
  const seen: object[] = []
  const client = fixture.createClient({ onResponse: info => seen.push(info) })
  await client.get('books', 'tide')
  await client.get('books', 'tide')
  const url = `${fixture.url}/api/v1/public/content/books/tide`
  expect(seen).toEqual([
    {
      url,
      status: 200,
      headers: expect.any(Headers),
      revision: null,
      fromCache: false,
      attempts: 1,
      ms: expect.any(Number),
    },
    {
      url,
      status: 304,
      headers: expect.any(Headers),
      revision: null,
      fromCache: true,
      attempts: 1,
      ms: expect.any(Number),
    },
  ])
})

describe('url', () => {
  test.each([
    'example.com',
    '/api',
    'ftp://example.com',
    'http://user:secret@example.com',
    'https://example.com?x',
    'https://example.com/#x',
    'https://',
    'http://exa mple.com',
  ])('%j is refused at once', url => {
    expect(() => createClient({ url, key: 'flst_test' })).toThrow(TypeError)
  })

  test.each([
    ['https://example.com', 'https://example.com/api/v1/public/content/books'],
    ['https://example.com/', 'https://example.com/api/v1/public/content/books'],
    ['https://example.com/cms/', 'https://example.com/cms/api/v1/public/content/books'],
  ])('%j is an origin with a path prefix', async (url, sent) => {
    const urls: string[] = []
    const response = () => Response.json({ list: [], count: 0, pagesCount: 0 })
    const fetch = async (url: string) => {
      urls.push(url)
      return response()
    }
    await createClient({ url, key: 'flst_test', fetch }).list('books')
    expect(urls).toEqual([sent])
  })
})
