// Contract 1.6: requests that are not let in, and what they are told.
import { describe, expect, test } from 'bun:test'
import { revokeKey } from '../../src/keys/keys.store.ts'
import { openLibrary } from '../kit/app/library-space.ts'
import { describeRows, type RequestRow } from '../kit/app/request-rows.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { unknownApiKey } from './crc32.ts'

const refused = (
  name: string,
  authorization: string | null,
  code: 'api_key_missing' | 'api_key_invalid',
): RequestRow => ({
  name,
  path: '/books',
  headers: { Authorization: authorization },
  status: 401,
  code,
  never: ['b-tide', 'Tide'],
  responses: {
    'WWW-Authenticate': code === 'api_key_missing' ? 'Bearer' : 'Bearer error="invalid_token"',
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ETag: null,
  },
})

const outsider = unknownApiKey()

describeRows('api_key_missing', [
  refused('is no header', null, 'api_key_missing'),
  refused('is an empty header', '', 'api_key_missing'),
  refused('is Basic', 'Basic Zm9vOmJhcg==', 'api_key_missing'),
  refused('is Digest', 'Digest username="a"', 'api_key_missing'),
  refused('is a scheme that only begins like ours', `Bearers ${outsider}`, 'api_key_missing'),
  refused('is a key without a scheme', outsider, 'api_key_missing'),
  refused('is a scheme glued to the key', `Bearer${outsider}`, 'api_key_missing'),
  refused('is Token', `Token ${outsider}`, 'api_key_missing'),
  refused('is two credentials in one header', `Bearer ${outsider}, Bearer ${outsider}`, 'api_key_missing'),
  refused('is two schemes', `Basic Zm9v, Bearer ${outsider}`, 'api_key_missing'),
])

describeRows('api_key_invalid', [
  refused('is Bearer and nothing', 'Bearer', 'api_key_invalid'),
  refused('is bearer and nothing', 'bearer', 'api_key_invalid'),
  refused('is Bearer and spaces', 'Bearer    ', 'api_key_invalid'),
  refused('is a key that nobody has', `Bearer ${outsider}`, 'api_key_invalid'),
  refused('is such a key behind bearer', `bearer ${outsider}`, 'api_key_invalid'),
  refused('is such a key behind BEARER', `BEARER ${outsider}`, 'api_key_invalid'),
  refused('is a wrong checksum', `Bearer ${outsider.slice(0, -1)}_`, 'api_key_invalid'),
  refused('is a key cut short', `Bearer ${outsider.slice(0, -1)}`, 'api_key_invalid'),
  refused('is a key and one character more', `Bearer ${outsider}0`, 'api_key_invalid'),
  refused('is a key of another prefix', `Bearer FLST_${outsider.slice(5)}`, 'api_key_invalid'),
  refused('is the prefix alone', 'Bearer flst_', 'api_key_invalid'),
  refused('is a key in quotes', `Bearer "${outsider}"`, 'api_key_invalid'),
  refused('is a key and a second word', `Bearer ${outsider} ${outsider}`, 'api_key_invalid'),
  refused('is SQL', "Bearer ' or 1=1 --", 'api_key_invalid'),
  refused('is a JSON Web Token', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'api_key_invalid'),
  refused('is very long', `Bearer ${'a'.repeat(8000)}`, 'api_key_invalid'),
  refused('is Latin-1', 'Bearer flst_\u00e9', 'api_key_invalid'),
])

describe('a right key', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer ', '  Bearer']) {
    test(`is let in behind "${scheme}"`, async () => {
      const space = await openLibrary()
      const response = await space.request('/api/v1/public/content/books', {
        headers: { Authorization: `${scheme} ${space.key}` },
      })
      expect(response.status).toBe(200)
    })
  }

  for (const [where, path, headers] of [
    ['in the query', '?api_key=KEY&key=KEY&access_token=KEY&authorization=Bearer%20KEY', {}],
    ['in a cookie', '', { Cookie: 'Authorization=KEY; api_key=KEY; frontlist=KEY' }],
    ['in headers of other names', '', { 'X-Api-Key': 'KEY', 'Proxy-Authorization': 'Bearer KEY' }],
    ['as a user of Basic', '', { Authorization: 'Basic KEY' }],
  ] as const) {
    test(`is not looked for ${where}`, async () => {
      const space = await openLibrary()
      space.statements.length = 0
      const place = (text: string) => text.replaceAll('KEY', space.key)
      const response = await space.request(place(`/api/v1/public/content/books${path}`), {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, place(value)])),
      })
      const problem = readProblem(await readResponse(response))
      expect(problem.code).toBe('api_key_missing')
      expect(JSON.stringify(problem)).not.toContain(space.key)
      expect(space.statements).toEqual([])
    })
  }
})

const invalidToken = 'Bearer error="invalid_token"'

async function expectRefused(
  space: TestSpace,
  key: string,
  code: string,
  path = '/content/c',
): Promise<void> {
  const response = await space.get(path, { Authorization: `Bearer ${key}` })
  expect(response.status).toBe(401)
  expect(response.headers.get('WWW-Authenticate')).toBe(invalidToken)
  const received = await readResponse(response)
  expect(readProblem(received).code).toBe(code)
  expect(received.text).not.toContain(key)
}

const one = [
  { type: 'collection', apiName: 'c', name: 'C', fields: [] },
  { type: 'entry', collection: 'c', id: 'e', liveData: {} },
] as const

describe('the end of a key', () => {
  test('an expiry takes effect at its very millisecond', async () => {
    const space = await createTestSpace({ records: one })
    const { key } = await space.makeKey({ expiresAt: '2026-06-01T00:00:10.000Z' })
    const headers = { Authorization: `Bearer ${key}` }
    space.time.now += 9_999
    expect((await space.get('/content/c', headers)).status).toBe(200)
    space.time.now += 1
    await expectRefused(space, key, 'api_key_expired')
    space.time.now -= 1
    expect((await space.get('/content/c', headers)).status).toBe(200)
  })

  test('a key without an expiry outlives 100 years, one with the default ends after 365 days', async () => {
    const space = await createTestSpace({ records: one })
    const { key: forever } = await space.makeKey({ expiresAt: null })
    const year = 365 * 24 * 3600 * 1000
    space.time.now += year - 1
    expect((await space.get('/content/c')).status).toBe(200)
    space.time.now += 1
    await expectRefused(space, space.key, 'api_key_expired')
    space.time.now += 100 * year
    expect((await space.get('/content/c', { Authorization: `Bearer ${forever}` })).status).toBe(200)
  })

  test('a revocation refuses the very next request, warm caches and known ETags or not', async () => {
    const space = await createTestSpace({ records: one })
    const { id, key } = await space.makeKey()
    const headers = { Authorization: `Bearer ${key}` }
    const first = await space.get('/content/c/e', headers)
    expect(first.status).toBe(200)
    await space.database.transaction(writes => revokeKey(writes, null, id, space.time.now))
    await expectRefused(space, key, 'api_key_revoked', '/content/c/e')
    const conditional = await space.get('/content/c/e', {
      ...headers,
      'If-None-Match': first.headers.get('ETag')!,
    })
    expect(conditional.status).toBe(401)
    expect((await space.get('/content/c/e')).status).toBe(200)
  })

  test('a revoked key stays revoked beyond its expiry', async () => {
    const space = await createTestSpace({ records: one })
    const { id, key } = await space.makeKey({ expiresAt: '2026-06-01T00:00:10.000Z' })
    await space.database.transaction(writes => revokeKey(writes, null, id, space.time.now))
    space.time.now += 60_000
    await expectRefused(space, key, 'api_key_revoked')
  })

  test('only the holder of the right secret learns that a key ended', async () => {
    const space = await createTestSpace({ records: one })
    const { id, key } = await space.makeKey()
    await space.database.transaction(writes => revokeKey(writes, null, id, space.time.now))
    await expectRefused(space, unknownApiKey(key.slice(5, 12)), 'api_key_invalid')
  })

  test('an ended key is refused before its scope, its parameters and its path are checked', async () => {
    const space = await createTestSpace({ records: one })
    const { id, key } = await space.makeKey({ scopes: ['schema.read'] })
    await space.database.transaction(writes => revokeKey(writes, null, id, space.time.now))
    await expectRefused(space, key, 'api_key_revoked', '/content/nowhere/x?depth=99')
  })
})
