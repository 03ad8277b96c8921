// Unknown API keys: throttled by the client IP that sends them, and never at the cost of a valid key.
import { describe, expect, test } from 'bun:test'
import { createHashLookup, hashesMax } from '../../src/access/hash-lookup.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { mintKey } from '../../src/keys/api-key.ts'
import type { KeyLookupResult } from '../../src/keys/keys.store.ts'
import { createBuckets, unknownMax } from '../../src/keys/rate-limit.ts'
import { createTestSpace, type TestSpace, testStart } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

const path = '/api/v1/public/content/none'
const here = '192.0.2.1'

const send = (space: TestSpace, key: string, address = here) =>
  space.request(path, { headers: { Authorization: `Bearer ${key}`, 'X-Test-Address': address } })

const unknownKeys = (count: number) => Array.from({ length: count }, () => mintKey(systemRandom))

const countStatuses = (responses: readonly Response[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([s, { length }]) => [s, length]),
  )

/** Of so many unknown keys, a hundred at a time: how many were answered with each status. */
async function askWithUnknown(space: TestSpace, times: number, address = here) {
  const responses: Response[] = []
  for (let sent = 0; sent < times; sent += 100) {
    const some = unknownKeys(Math.min(100, times - sent)).map(key => send(space, key, address))
    responses.push(...(await Promise.all(some)))
  }
  return countStatuses(responses)
}

async function makeKeys(space: TestSpace, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let made = 0; made < count; made++) keys.push((await space.makeKey()).key)
  return keys
}

describe('a client IP that sends unknown keys', () => {
  test(
    'has to wait after 3,000, then has 300 a second, and a valid key always gets its response',
    async () => {
      const space = await createTestSpace()
      expect(await askWithUnknown(space, unknownMax)).toEqual({ 401: 3000 })
      const refused = await send(space, mintKey(systemRandom))
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
      expect(await refused.json()).toMatchObject({
        code: 'too_many_requests',
        detail: 'Too many requests with unknown API keys from this address.',
      })
      expect(await askWithUnknown(space, 20)).toEqual({ 429: 20 })
      expect(await askWithUnknown(space, 1, '192.0.2.2')).toEqual({ 401: 1 })
      // Keys that this node has never seen, one of them made just now.
      for (const key of [space.key, ...(await makeKeys(space, 20))])
        expect((await send(space, key)).status).toBe(404)
      space.time.now += 100
      expect(await askWithUnknown(space, 31)).toEqual({ 401: 30, 429: 1 })
    },
    longTestMs,
  )

  test(
    'does not exhaust the database’s connections: beside 2,000 unknown keys at once 100 valid ones are answered',
    async () => {
      const space = await createTestSpace()
      const valid = await makeKeys(space, 100)
      const requests = unknownKeys(2000).map((key, at) => {
        const unknown = send(space, key)
        return at % 20 === 0 ? [unknown, send(space, valid[at / 20]!)] : [unknown]
      })
      expect(countStatuses(await Promise.all(requests.flat()))).toEqual({ 401: 2000, 404: 100 })
    },
    longTestMs,
  )

  test('is not throttled for text that is no key: that costs no lookup', async () => {
    const space = await createTestSpace()
    space.statements.length = 0
    for (let time = 0; time < 150; time++) expect((await send(space, `flst_${time}`)).status).toBe(401)
    expect(space.statements).toEqual([])
  })
})

describe('lookups of keys', () => {
  const found = (hash: string) => ({ key: { id: hash }, validUntil: null }) as unknown as KeyLookupResult

  test('share one statement at a time, of at most 500 hashes', async () => {
    const batches: number[] = []
    let running = 0
    const lookUp = createHashLookup(async hashes => {
      running += 1
      expect(running).toBe(1)
      batches.push(hashes.length)
      await Bun.sleep(0)
      running -= 1
      return new Map(hashes.filter(hash => hash.endsWith('7')).map(hash => [hash, found(hash)]))
    })
    const responses = await Promise.all(Array.from({ length: 1201 }, (_, at) => lookUp(`hash ${at}`)))
    expect(batches).toEqual([1, hashesMax, hashesMax, 200])
    for (const [at, response] of responses.entries())
      expect(response).toEqual(at % 10 === 7 ? found(`hash ${at}`) : null)
  })

  test('begin after they were asked for: a key that was made in the meantime is found', async () => {
    let isMade = false
    const started: (() => void)[] = []
    const lookUp = createHashLookup(async ([hash = '']) => {
      const seen = isMade
      await new Promise<void>(go => void started.push(go))
      return new Map(seen ? [[hash, found(hash)]] : [])
    })
    const before = lookUp('a')
    isMade = true
    const after = lookUp('a')
    started[0]!()
    expect(await before).toBeNull()
    await Bun.sleep(0)
    started[1]!()
    expect(await after).toEqual(found('a'))
  })

  test('that fail do so for the requests that shared them, and for no later one', async () => {
    let isAway = true
    const lookUp = createHashLookup(async () => {
      if (isAway) throw new Error('away')
      return new Map()
    })
    const failed = await Promise.allSettled([lookUp('a'), lookUp('b'), lookUp('c')])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    isAway = false
    expect(await lookUp('a')).toBeNull()
  })
})

describe('buckets', () => {
  test('are 10,000 at most: the one that was used least lately is full when it comes back', () => {
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
