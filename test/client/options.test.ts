// Options that are missing, wrong or throw: a clear error of the client, or the default.
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createClient } from '../../client/src/client.ts'
import { type FrontlistError, safe } from '../../client/src/errors.ts'
import type { ClientOptions } from '../../client/src/options.ts'
import { type ClientFixture, problem, serveClient } from './client-fixture.ts'

let fixture: ClientFixture
beforeAll(async () => {
  fixture = await serveClient()
})
beforeEach(() => {
  fixture.requests.length = 0
  fixture.proxy = () => undefined
})

async function errorOf(call: Promise<unknown>): Promise<FrontlistError> {
  const result = await safe(call)
  if (result.ok) throw new Error('The call did not fail.')
  return result.error
}

/** Everything of an error that is read or logged, its causes included. */
const textOf = (error: Error) =>
  [error.message, error.stack, JSON.stringify(error), Bun.inspect(error, { depth: 20 })].join('\n')

test.each([
  ['timeoutMs', { timeoutMs: Number.NaN }],
  ['timeoutMs', { timeoutMs: -1 }],
  ['retries', { retries: Number.NaN }],
  ['retries', { retries: -1 }],
  ['retries', { retries: 'two' as never }],
  ['retries', { retries: null as never }],
  ['timeoutMs', { timeoutMs: '500' as never }],
  ['concurrency', { concurrency: [4] as never }],
  ['retryWaitMaxMs', { retryWaitMaxMs: Number.NaN }],
  ['concurrency', { concurrency: -1 }],
  ['concurrency', { concurrency: Number.NaN }],
  ['entries', { cache: { entries: -1 } }],
  ['bytes', { cache: { bytes: Number.NaN } }],
] satisfies [string, Partial<ClientOptions>][])('createClient refuses %s in %p', (name, options) => {
  const create = () => createClient({ url: 'http://localhost:3000', key: 'flst_test', ...options })
  expect(create).toThrow(new TypeError(`${name} must be a number from 0`))
})

test.each([
  undefined,
  '',
  '/api',
  'localhost:3000',
  'ftp://host.example',
  ' https://host.example',
  'https:\\\\host.example',
  'https:///',
  'https://user:secret@host.example',
  'https://host.example?space=a',
  'https://host.example/#top',
])('createClient refuses the url %p', url => {
  const create = () => createClient({ url: url as string, key: 'flst_test' })
  expect(create).toThrow(new TypeError('url must be http(s)://HOST[/PATH]'))
})

test('numbers may be 0 or infinite, and an option that is undefined has its default', async () => {
  const least = { retries: 0, retryWaitMaxMs: 0, concurrency: 0, cache: { entries: 0, bytes: 0 } }
  const most = { timeoutMs: Infinity, retryWaitMaxMs: Infinity, concurrency: Infinity }
  const none = { timeoutMs: undefined, retries: undefined, concurrency: undefined, cache: undefined }
  for (const options of [least, most, none]) {
    expect(await fixture.createClient(options).get('books', 'tide')).toMatchObject({ slug: 'tide' })
  }
})

test('an option of a call that is undefined leaves what was set before', async () => {
  const client = fixture.createClient().with({ depth: 1, variants: ['de'] })
  const none = { depth: undefined, variants: undefined }
  const entry = { data: { title: 'Gezeiten', author: { data: { name: 'Wren' } } } }
  expect(await client.get('books', 'tide', none)).toMatchObject(entry)
  expect(await client.with(none).find('books', 'tide')).toMatchObject(entry)
  const page = await client.list('books', { ...none, filter: { pages: 96 }, sort: undefined })
  expect(page.list).toMatchObject([entry])
  for await (const each of client.all('books', { ...none, perPage: undefined, filter: { pages: 96 } })) {
    expect(each).toMatchObject(entry)
  }
  expect(new URL(fixture.requests.at(-1)!.target, fixture.url).searchParams.get('perPage')).toBe('100')
  expect(await client.single('settings', none)).toMatchObject({ variantsApplied: [] })
})

describe('init that fetch would refuse is an error at once', () => {
  test.each([
    ['a header name', { headers: { 'a b': 'c' } }],
    ['a header value', { headers: { 'X-Test': 'a\0b' } }],
    ['headers that are none', { headers: [['a']] as never }],
    ['a body', { body: 'x' }],
  ])('%s', async (_, init) => {
    const error = await errorOf(fixture.createClient().list('books', { init }))
    expect(error).toMatchObject({ code: 'request_invalid', status: 0, attempts: 0, errors: [] })
    expect(fixture.requests).toHaveLength(0)
  })
})

describe('a key function that throws', () => {
  test('is an invalid request with the reason, without a try', async () => {
    let calls = 0
    const key = () => {
      calls++
      throw new Error('The vault is sealed', { cause: new RangeError('no quorum') })
    }
    const error = await errorOf(fixture.createClient({ key }).list('books'))
    expect(error).toMatchObject({
      code: 'request_invalid',
      attempts: 0,
      errors: [],
      cause: expect.any(Error),
    })
    expect(error.message).toContain('no quorum')
    expect([calls, fixture.requests.length]).toEqual([1, 0])
  })

  test('does not tell a key, neither the last one nor one that it never returned', async () => {
    const last = { key: fixture.space.key, isOver: false }
    const key = async () => {
      if (last.isOver) throw new Error(`${last.key} was replaced by flst_secret2 and flpv_secret3`)
      return last.key
    }
    const client = fixture.createClient({ key })
    await client.get('books', 'tide')
    last.isOver = true
    const text = textOf(await errorOf(client.get('books', 'tide')))
    expect(text).toContain('was replaced by')
    expect(text).not.toContain(last.key)
    expect(text).not.toContain('flst_secret2')
    expect(text).not.toContain('flpv_secret3')
  })

  test('may reject with anything', async () => {
    for (const reason of [undefined, null, 'sealed', 7, Symbol.iterator]) {
      const key = () => Promise.reject(reason)
      const error = await errorOf(fixture.createClient({ key }).list('books'))
      expect(error.code).toBe('request_invalid')
    }
  })
})

test('an error of a fetch of one’s own tells its reason, but neither the request nor the key', async () => {
  const fetch = (url: string, init: RequestInit) => {
    const cause = Object.assign(new Error(`refused ${new Headers(init.headers).get('Authorization')}`), {
      init,
    })
    const config = { url, headers: Object.fromEntries(new Headers(init.headers)) }
    return Promise.reject(Object.assign(new Error('failed', { cause }), { config, request: init }))
  }
  const error = await errorOf(fixture.createClient({ fetch, retries: 0 }).list('books'))
  expect(error).toMatchObject({ code: 'network_failed', detail: 'Error: refused Bearer …' })
  expect(textOf(error)).not.toContain(fixture.space.key)
  const cyclic = new Error('round and round')
  cyclic.cause = cyclic
  const other = fixture.createClient({ fetch: () => Promise.reject(cyclic), retries: 0 })
  expect((await errorOf(other.list('books'))).detail).toBe('Error: round and round')
})

test('onResponse that throws or rejects loses neither the response nor the wait after a 429', async () => {
  const onResponse = () => {
    throw new Error('mine')
  }
  fixture.proxy = (_, number) =>
    number === 1 ? problem(429, 'too_many_requests', { 'Retry-After': '1' }) : undefined
  const client = fixture.createClient({ onResponse })
  const entries = await Promise.all([1, 2, 3].map(() => client.get('books', 'tide')))
  expect(entries.map(({ slug }) => slug)).toEqual(['tide', 'tide', 'tide'])
  const rejecting = fixture.createClient({ onResponse: () => Promise.reject(new Error('mine')) })
  expect(await rejecting.get('books', 'tide')).toMatchObject({ slug: 'tide' })
})
