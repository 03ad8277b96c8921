// Keys that nobody has: throttled by the address that sends them. Keys that are known are held up by nobody.
import { describe, expect, test } from 'bun:test'
import { systemRandom } from '../../src/base/ids.ts'
import { mintKey } from '../../src/keys/api-key.ts'
import { createBuckets } from '../../src/keys/buckets.ts'
import { createTestSpace, type TestSpace, testStart } from '../kit/test-space.ts'

const path = '/api/v1/public/content/none'
const here = '192.0.2.1'

const ask = (space: TestSpace, key: string, address = here) =>
  space.request(path, { headers: { Authorization: `Bearer ${key}`, 'X-Test-Address': address } })

/** 401 for each of those that are looked up. */
async function askAsStranger(space: TestSpace, times: number, address = here): Promise<number[]> {
  const statuses = []
  for (let time = 0; time < times; time++)
    statuses.push((await ask(space, mintKey(systemRandom), address)).status)
  return statuses
}

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

describe('an address that sends keys that nobody has', () => {
  test('is told to wait after a hundred, and then has ten a second', async () => {
    const space = await createTestSpace()
    expect(await askAsStranger(space, 100)).toEqual(times(100, 401))
    const refused = await ask(space, mintKey(systemRandom))
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
    expect(await refused.json()).toMatchObject({
      code: 'too_many_requests',
      detail: 'Too many API keys that nobody has came from this address.',
    })
    expect((await askAsStranger(space, 1, '192.0.2.2'))[0]).toBe(401)
    space.time.now += 1000
    expect(await askAsStranger(space, 11)).toEqual([...times(10, 401), 429])
  })

  test('asks the database for nothing while it waits', async () => {
    const space = await createTestSpace()
    await askAsStranger(space, 100)
    space.statements.length = 0
    await askAsStranger(space, 20)
    expect(space.statements).toEqual([])
  })

  test('at once has no more than one after another', async () => {
    const space = await createTestSpace()
    const answers = await Promise.all(times(150, 0).map(() => ask(space, mintKey(systemRandom))))
    expect(answers.filter(({ status }) => status === 401).length).toBe(100)
  })

  test('is not told of text that is no key: that costs nothing', async () => {
    const space = await createTestSpace()
    for (let time = 0; time < 150; time++) expect((await ask(space, `flst_${time}`)).status).toBe(401)
    expect((await askAsStranger(space, 1))[0]).toBe(401)
  })

  test('holds up no key that is known, nor one that was and has changed', async () => {
    const space = await createTestSpace()
    const other = await space.makeKey()
    expect((await ask(space, space.key)).status).toBe(404)
    await askAsStranger(space, 100)
    expect((await ask(space, space.key)).status).toBe(404)
    // Every key of the space is looked up again once one has changed.
    await space.makeKey()
    expect((await ask(space, space.key)).status).toBe(404)
    // One that this node has never seen has to wait with the others, and elsewhere has not.
    expect((await ask(space, other.key)).status).toBe(429)
    expect((await ask(space, other.key, '192.0.2.2')).status).toBe(404)
    expect((await ask(space, other.key)).status).toBe(404)
  })
})

test('keys that are there cost an address nothing, however many', async () => {
  const space = await createTestSpace()
  for (let time = 0; time < 120; time++)
    expect((await ask(space, (await space.makeKey()).key)).status).toBe(404)
  expect((await askAsStranger(space, 1))[0]).toBe(401)
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
