// A request that comes again to the letter is answered without being read again: what it gets must be what the long way
// gives, and whatever has changed about it must count.
import { describe, expect, test } from 'bun:test'
import type { Values } from '../../src/content/values/model.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createKeys } from '../../src/keys/keys.service.ts'
import { libraryRecords, openLibrary } from '../kit/app/library-space.ts'
import { getFrom } from '../kit/app/other-app.ts'
import { makePrincipal } from '../kit/app/principal.ts'
import type { ServedPage } from '../kit/app/served-content.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

const path = '/content/books?depth=2&variants=vip'

/** All of it, but for what no two responses have in common. */
async function whole(response: Response) {
  const { status } = response
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id').sort()
  return { status, headers, body: Buffer.from(await response.arrayBuffer()).toString('base64') }
}

/** Asked twice before, so that the third answer is one that comes again. */
async function again(space: TestSpace, headers: Record<string, string> = {}, at = path): Promise<Response> {
  await space.get(at, headers)
  await space.get(at, headers)
  return space.get(at, headers)
}

/** A request that says how long its body is goes the long way, also where it has none. */
async function longWay(space: TestSpace, headers: Record<string, string> = {}): Promise<Response> {
  await space.get(path, headers)
  return space.get(path, { ...headers, 'Content-Length': '0' })
}

describe('a response to what comes again', () => {
  const cases: readonly (readonly [string, Record<string, string>])[] = [
    ['as it is', {}],
    ['with zstd', { 'Accept-Encoding': 'zstd, br, gzip' }],
    ['with br', { 'Accept-Encoding': 'br;q=0.9, gzip;q=0.1' }],
    ['with gzip', { 'Accept-Encoding': 'gzip' }],
    ['with identity only', { 'Accept-Encoding': 'identity' }],
    ['with a coding that there is not', { 'Accept-Encoding': 'compress' }],
    ['with another tag', { 'If-None-Match': '"another"' }],
    ['with any tag', { 'If-None-Match': '*' }],
    ['with the preference for strict handling', { Prefer: 'handling=strict' }],
    ['with other preferences', { Prefer: 'handling=strict, respond-async' }],
  ]
  for (const [title, headers] of cases) {
    test(`is byte for byte, header for header that of the long way: ${title}`, async () => {
      const space = await openLibrary()
      expect(await whole(await again(space, headers))).toEqual(await whole(await longWay(space, headers)))
    })
  }

  for (const accept of ['identity', 'zstd', 'br', 'gzip']) {
    test(`is a 304 to its tag in ${accept}, without a body and like the long way's`, async () => {
      const space = await openLibrary()
      const first = await again(space, { 'Accept-Encoding': accept })
      const tag = first.headers.get('ETag') ?? ''
      for (const known of [tag, `"x", W/${tag}`]) {
        const headers = { 'Accept-Encoding': accept, 'If-None-Match': known }
        const unchanged = await whole(await again(space, headers))
        expect(unchanged).toMatchObject({ status: 304, body: '' })
        expect(unchanged).toEqual(await whole(await longWay(space, headers)))
      }
    })
  }

  test('costs its key one request, also where it is in a coding for the first time', async () => {
    const codings = ['identity', 'gzip', 'br', 'zstd']
    const space = await createTestSpace({ records: libraryRecords, rateLimit: codings.length })
    for (const coding of codings) {
      expect((await space.get(path, { 'Accept-Encoding': coding })).status).toBe(200)
    }
    expect((await space.get(path)).status).toBe(429)
  })

  test('asks the database for nothing', async () => {
    const space = await openLibrary()
    await again(space)
    space.statements.length = 0
    expect((await again(space)).status).toBe(200)
    expect(space.statements).toEqual([])
  })

  test('is there at once, without a promise', async () => {
    const space = await openLibrary()
    const entryPath = '/content/books/tide-tables?depth=1'
    await again(space)
    await again(space, {}, entryPath)
    const headers = { Authorization: `Bearer ${space.key}` }
    const send = (at: string) =>
      space.app.fetch(new Request(`http://localhost/api/v1/public${at}`, { headers }))
    expect(send(path)).toBeInstanceOf(Response)
    expect(send(entryPath)).toBeInstanceOf(Response)
    expect(send('/content/books?page=77')).toBeInstanceOf(Promise)
  })

  test('has an id of its own each time', async () => {
    const space = await openLibrary()
    const ids = new Set<string | null>()
    for (let turn = 0; turn < 5; turn++) ids.add((await space.get(path)).headers.get('X-Request-Id'))
    expect(ids.size).toBe(5)
  })
})

describe('what has changed counts at once', () => {
  const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code ?? 'none'

  async function keyOf(space: TestSpace, wanted?: Parameters<TestSpace['makeKey']>[0]) {
    const { id, key } = await space.makeKey(wanted)
    const headers = { Authorization: `Bearer ${key}` }
    const keys = createKeys({ ...space, clock: () => space.time.now })
    return { id, headers, keys, owner: await makePrincipal(space) }
  }

  test('a key that is revoked, expired, or has lost its scope', async () => {
    const space = await openLibrary()
    const revoked = await keyOf(space)
    expect((await again(space, revoked.headers)).status).toBe(200)
    await revoked.keys.revoke(revoked.owner, revoked.id)
    expect(await codeOf(await space.get(path, revoked.headers))).toBe('api_key_revoked')

    const narrowed = await keyOf(space)
    expect((await again(space, narrowed.headers)).status).toBe(200)
    await narrowed.keys.change(narrowed.owner, narrowed.id, { scopes: ['schema.read'] })
    expect(await codeOf(await space.get(path, narrowed.headers))).toBe('insufficient_scope')

    const expiresAt = new Date(space.time.now + 1000).toISOString()
    const brief = await keyOf(space, { expiresAt })
    expect((await again(space, brief.headers)).status).toBe(200)
    space.time.now += 1000
    expect(await codeOf(await space.get(path, brief.headers))).toBe('api_key_expired')
  })

  test('no key, another key, a key that is none', async () => {
    const space = await openLibrary()
    expect((await again(space)).status).toBe(200)
    const send = async (authorization: string | null) =>
      codeOf(
        await space.request(`/api/v1/public${path}`, {
          headers: authorization === null ? {} : { Authorization: authorization },
        }),
      )
    expect(await send(null)).toBe('api_key_missing')
    expect(await send(space.key)).toBe('api_key_missing')
    expect(await send(`Bearer ${space.key}x`)).toBe('api_key_invalid')
    expect(await send(`Bearer ${space.key}, Bearer ${space.key}`)).toBe('api_key_missing')
    expect(await send(`bearer  ${space.key}`)).toBe('none')
  })

  test('headers that are too large, a body that is, a preference, another method', async () => {
    const space = await openLibrary()
    expect((await again(space)).status).toBe(200)
    expect((await space.get(path, { 'X-Filler': 'x'.repeat(17_000) })).status).toBe(431)
    expect((await space.get(path, { 'Content-Length': '99999999' })).status).toBe(413)
    expect((await space.get(path, { Prefer: 'handling=strict' })).headers.get('Preference-Applied')).toBe(
      'handling=strict',
    )
    const headers = { Authorization: `Bearer ${space.key}` }
    const head = await space.request(`/api/v1/public${path}`, { method: 'HEAD', headers })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await space.request(`/api/v1/public${path}`, { method: 'DELETE', headers })).status).toBe(405)
  })

  test('a parameter that is not known is told of each time', async () => {
    const space = await openLibrary()
    const odd = `${path}&shiny=1`
    expect((await again(space, {}, odd)).headers.get('X-Ignored-Parameters')).toBe('shiny')
    expect((await again(space, { Prefer: 'handling=strict' }, odd)).status).toBe(400)
  })

  test('the rate of its key, of which one request takes one', async () => {
    const space = await createTestSpace({ records: libraryRecords, rateLimit: 5 })
    const statuses: number[] = []
    for (let turn = 0; turn < 7; turn++) statuses.push((await space.get(path)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('when its key was last used', async () => {
    const space = await openLibrary()
    const { id, headers, keys } = await keyOf(space)
    await again(space, headers)
    space.time.now += 5000
    await space.get(path, headers)
    const { list } = await keys.list(space.space, { page: 1, perPage: 100 })
    const lastUsedAt = list.find(one => one.id === id)?.lastUsedAt
    expect(Date.parse(lastUsedAt ?? '')).toBe(space.time.now)
  })
})

test('another app over the same database answers the same', async () => {
  const space = await openLibrary()
  const other = getFrom(space, {})
  const [mine, theirs] = [await again(space), await other(path)]
  expect(mine.headers.get('ETag')).toBe(theirs.headers.get('ETag'))
  expect(await mine.text()).toBe(await theirs.text())
})

test('a repeated query is read in the model of its own space, whatever its names mean in another one', async () => {
  const model = (fields: readonly string[]): ImportRecord => ({
    type: 'collection',
    apiName: 'c',
    name: 'C',
    fields: fields.map(apiName => ({ apiName, type: 'text' })),
  })
  const entry = (id: string, liveData: Values): ImportRecord => ({
    type: 'entry',
    collection: 'c',
    id,
    liveData,
  })
  const one = await createTestSpace({ records: [model(['data.title']), entry('a1', { 'data.title': 'x' })] })
  const two = await createNeighbour(one, 'two', {
    records: [
      model(['title', 'data.title']),
      entry('b1', { title: 'x', 'data.title': 'y' }),
      entry('b2', { title: 'y', 'data.title': 'x' }),
    ],
  })
  const ids = async (key: string, query: string) => {
    const headers = { Authorization: `Bearer ${key}` }
    const response = await one.request(`/api/v1/public/content/c?${query}`, { headers })
    return ((await response.json()) as ServedPage).list.map(({ id }) => id)
  }
  for (let round = 0; round < 3; round++) {
    expect(await ids(two.key, 'filter[data.data.title]=x')).toEqual(['b2'])
    expect(await ids(one.key, 'filter[data.title]=x')).toEqual(['a1'])
    expect(await ids(two.key, 'filter[data.title]=x')).toEqual(['b1'])
  }
})
