// Keys that nobody has: throttled by the address that sends them. Keys that are known are held up by nobody.
import { describe, expect, test } from 'bun:test'
import { systemRandom } from '../../src/base/ids.ts'
import { mintKey } from '../../src/keys/api-key.ts'
import { createBuckets } from '../../src/keys/buckets.ts'
import { createStrangers, unknownMax } from '../../src/keys/strangers.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { createTestSpace, type TestSpace, testStart } from '../kit/test-space.ts'

const path = '/api/v1/public/content/none'
const here = '192.0.2.1'

const ask = (space: TestSpace, key: string, address = here) =>
  space.request(path, { headers: { Authorization: `Bearer ${key}`, 'X-Test-Address': address } })

/** Of so many keys that nobody has, a hundred at a time: how many were answered with each status. */
async function askAsStranger(
  space: TestSpace,
  times: number,
  address = here,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let asked = 0; asked < times; asked += 100) {
    const some = Array.from({ length: Math.min(100, times - asked) }, () =>
      ask(space, mintKey(systemRandom), address),
    )
    for (const { status } of await Promise.all(some)) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

describe('an address that sends keys that nobody has', () => {
  test(
    'is told to wait after 3,000, asks the database for nothing meanwhile, and then has 300 a second',
    async () => {
      const space = await createTestSpace()
      const other = await space.makeKey()
      expect((await ask(space, space.key)).status).toBe(404)
      expect(await askAsStranger(space, unknownMax)).toEqual({ 401: 3000 })
      space.statements.length = 0
      const refused = await ask(space, mintKey(systemRandom))
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
      expect(await refused.json()).toMatchObject({
        code: 'too_many_requests',
        detail: 'Too many API keys that nobody has came from this address.',
      })
      expect(await askAsStranger(space, 20)).toEqual({ 429: 20 })
      expect(space.statements).toEqual([])
      expect(await askAsStranger(space, 1, '192.0.2.2')).toEqual({ 401: 1 })
      // A key that is known is held up by nobody, also once every key of its space is to be looked up again.
      expect((await ask(space, space.key)).status).toBe(404)
      await space.makeKey()
      expect((await ask(space, space.key)).status).toBe(404)
      // One that this node has never seen has to wait with the others, and elsewhere has not.
      expect((await ask(space, other.key)).status).toBe(429)
      expect((await ask(space, other.key, '192.0.2.2')).status).toBe(404)
      expect((await ask(space, other.key)).status).toBe(404)
      space.time.now += 100
      expect(await askAsStranger(space, 31)).toEqual({ 401: 30, 429: 1 })
    },
    longTestMs,
  )

  const strangers = createStrangers(() => testStart)
  const isRefused = (find: () => Promise<string | null>) =>
    strangers(here, find).then(
      () => false,
      error => error.code === 'too_many_requests',
    )

  test('is counted before the answer is known, and not for keys that are there or databases that are away', async () => {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const waiting = Array.from({ length: unknownMax }, () => isRefused(() => promise))
    expect(await isRefused(async () => null)).toBe(true)
    resolve('a key')
    expect((await Promise.all(waiting)).includes(true)).toBe(false)
    const away = () => Promise.reject(new Error('away'))
    for (let time = 0; time < unknownMax; time++) expect(await isRefused(away)).toBe(false)
    for (let time = 0; time < unknownMax; time++) expect(await isRefused(async () => null)).toBe(false)
    expect(await isRefused(async () => 'a key')).toBe(true)
  })

  test('is not told of text that is no key: that costs nothing', async () => {
    const space = await createTestSpace()
    space.statements.length = 0
    for (let time = 0; time < 150; time++) expect((await ask(space, `flst_${time}`)).status).toBe(401)
    expect(space.statements).toEqual([])
  })
})

describe('buckets', () => {
  test('are 10,000 at the most: the one that was used least lately is full when it comes back', () => {
    const take = createBuckets(1, 1000, () => testStart)
    const isTaken = (name: string) => take(name).waitSeconds === null
    expect([isTaken('first'), isTaken('second'), isTaken('first')]).toEqual([true, true, false])
    for (let at = 0; at < 9_998; at++) take(`name ${at}`)
    expect(isTaken('first')).toBe(false)
    take('one more')
    expect([isTaken('first'), isTaken('second')]).toEqual([false, true])
  })

  test('take a token back once, and none that was not taken', () => {
    const take = createBuckets(2, 1000, () => testStart)
    const taken = take('a')
    taken.giveBack()
    taken.giveBack()
    expect(take('a').left()).toEqual({ tokens: 1, fullInSeconds: 1 })
    take('a')
    const refused = take('a')
    expect(refused.waitSeconds).toBe(1)
    refused.giveBack()
    expect(refused.left()).toEqual({ tokens: 0, fullInSeconds: 1 })
  })
})
