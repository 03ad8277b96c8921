// RATE_LIMIT: what a key may ask in a second, and what happens beyond it.
import { expect, test } from 'bun:test'
import { createRateLimit } from '../../src/keys/rate-limit.ts'
import { libraryRecords } from '../kit/app/library-space.ts'
import { createTestSpace, testStart } from '../kit/app/test-space.ts'

test('a key over its rate has to wait, other keys do not, and a second later it passes again', async () => {
  const space = await createTestSpace({ rateLimit: 3 })
  const other = await space.makeKey()
  const send = async (key: string) =>
    space.request('/api/v1/public/content/none', { headers: { Authorization: `Bearer ${key}` } })

  expect([
    (await send(space.key)).status,
    (await send(space.key)).status,
    (await send(space.key)).status,
  ]).toEqual([404, 404, 404])
  const refused = await send(space.key)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('1')
  expect(((await refused.json()) as { code: string }).code).toBe('too_many_requests')
  expect((await send(other.key)).status).toBe(404)
  space.time.now += 1000
  expect((await send(space.key)).status).toBe(404)
})

test('a key is refused for its expiry and its scopes before its rate', async () => {
  const space = await createTestSpace({ rateLimit: 1 })
  const narrow = await space.makeKey({ scopes: ['schema.read'] })
  for (let turn = 0; turn < 3; turn++) {
    const response = await space.request('/api/v1/public/content/none', {
      headers: { Authorization: `Bearer ${narrow.key}` },
    })
    expect(response.status).toBe(403)
  }
})

const limitsOf = ({ headers }: Response) => [headers.get('RateLimit-Policy'), headers.get('RateLimit')]

test('each response to a key that is counted says what is left, errors and the refusal too', async () => {
  const space = await createTestSpace({ rateLimit: 3 })
  const headers = { Authorization: `Bearer ${space.key}` }
  const send = (path: string) => space.request(`/api/v1/public/content/${path}`, { headers })
  const responses = []
  for (const path of ['none', 'none?perPage=-1', 'none', 'none']) responses.push(await send(path))
  expect(responses.map(response => [response.status, ...limitsOf(response)])).toEqual([
    [404, '"key";q=3;w=1', '"key";r=2;t=1'],
    [400, '"key";q=3;w=1', '"key";r=1;t=1'],
    [404, '"key";q=3;w=1', '"key";r=0;t=1'],
    [429, '"key";q=3;w=1', '"key";r=0;t=1'],
  ])
  space.time.now += 500
  expect(limitsOf(await send('none'))[1]).toBe('"key";r=0;t=1')
})

test('nothing is said of limits where there are none, nor to whom none of them belongs', async () => {
  const free = await createTestSpace()
  const limited = await createTestSpace({ rateLimit: 3 })
  const path = '/api/v1/public/content/none'
  for (const response of [
    await free.request(path, { headers: { Authorization: `Bearer ${free.key}` } }),
    await limited.request(path, { headers: { Authorization: `Bearer ${free.key}` } }),
    await limited.request(path),
    await limited.request('/healthz'),
  ]) {
    expect(limitsOf(response)).toEqual([null, null])
  }
})

test.each<[string, Record<string, string>]>([
  ['the short way', {}],
  ['the long way', { Prefer: 'handling=strict' }],
])('a 304 costs nothing, %s', async (_, extra) => {
  const space = await createTestSpace({ records: libraryRecords, rateLimit: 4 })
  const headers = { Authorization: `Bearer ${space.key}`, ...extra }
  const send = (tag: string) =>
    space.request('/api/v1/public/content/books?perPage=2', { headers: { ...headers, 'If-None-Match': tag } })
  const tag = (await send('"other"')).headers.get('ETag')!
  const responses = []
  for (let turn = 0; turn < 20; turn++) responses.push(await send(tag))
  for (const response of responses)
    expect([response.status, limitsOf(response)[1]]).toEqual([304, '"key";r=3;t=1'])
  for (const left of [2, 1, 0]) {
    const response = await send('"other"')
    expect([response.status, limitsOf(response)[1]]).toEqual([200, `"key";r=${left};t=1`])
  }
  // It must be had to be given back.
  expect((await send(tag)).status).toBe(429)
})

test('requests come back one by one at the rate, and never more than a second of them', () => {
  let now = testStart
  const takeTicket = createRateLimit(10, () => now)!
  const take = (keyId: string) => takeTicket(keyId).waitSeconds
  for (let turn = 0; turn < 10; turn++) expect(take('a')).toBeNull()
  expect(take('a')).toBe(1)
  now += 100
  expect(take('a')).toBeNull()
  expect(take('a')).toBe(1)
  now += 3_600_000
  for (let turn = 0; turn < 10; turn++) expect(take('a')).toBeNull()
  expect(take('a')).toBe(1)
})

test('without a limit no request is counted', () => {
  expect(createRateLimit(0, () => testStart)).toBeNull()
})
