// RATE_LIMIT: what a key may ask in a second, and what happens beyond it.
import { expect, test } from 'bun:test'
import { createRateLimit } from '../../src/keys/rate-limit.ts'
import { createTestSpace, testStart } from '../kit/test-space.ts'

test('a key over its rate is told to wait, other keys are not, and a second later it passes again', async () => {
  const space = await createTestSpace({ rateLimit: 3 })
  const other = await space.makeKey()
  const ask = async (key: string) =>
    space.request('/api/v1/public/content/none', { headers: { Authorization: `Bearer ${key}` } })

  expect([
    (await ask(space.key)).status,
    (await ask(space.key)).status,
    (await ask(space.key)).status,
  ]).toEqual([404, 404, 404])
  const refused = await ask(space.key)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('1')
  expect(((await refused.json()) as { code: string }).code).toBe('too_many_requests')
  expect((await ask(other.key)).status).toBe(404)
  space.time.now += 1000
  expect((await ask(space.key)).status).toBe(404)
})

test('a key is refused for its expiry and its scopes before its rate', async () => {
  const space = await createTestSpace({ rateLimit: 1 })
  const narrow = await space.makeKey({ scopes: ['schema.read'] })
  for (let turn = 0; turn < 3; turn++) {
    const answer = await space.request('/api/v1/public/content/none', {
      headers: { Authorization: `Bearer ${narrow.key}` },
    })
    expect(answer.status).toBe(403)
  }
})

test('requests come back one by one at the rate, and never more than a second of them', () => {
  let now = testStart
  const take = createRateLimit(10, () => now)
  for (let turn = 0; turn < 10; turn++) expect(take('a')).toBeNull()
  expect(take('a')).toBe(1)
  now += 100
  expect(take('a')).toBeNull()
  expect(take('a')).toBe(1)
  now += 3_600_000
  for (let turn = 0; turn < 10; turn++) expect(take('a')).toBeNull()
  expect(take('a')).toBe(1)
})

test('without a limit nobody waits', () => {
  const take = createRateLimit(0, () => testStart)
  for (let turn = 0; turn < 1000; turn++) expect(take('a')).toBeNull()
})
