// Buckets of tokens, which the limits by key and by address are made of: how many there are, and when there is one again.
import { expect, test } from 'bun:test'
import { createBuckets } from '../../src/keys/rate-limit.ts'
import { testStart } from '../kit/app/test-space.ts'

/** Of 4 tokens, one of which comes back each 2 seconds. */
function open() {
  const time = { now: testStart }
  return { time, take: createBuckets(4, 8000, () => time.now) }
}

test('a full one has so many at once, and says when there is one again and when it is full', () => {
  const { time, take } = open()
  const found = Array.from({ length: 5 }, () => {
    const taken = take('a')
    return [taken.waitSeconds, taken.left()]
  })
  expect(found).toEqual([
    [null, { tokens: 3, fullInSeconds: 2 }],
    [null, { tokens: 2, fullInSeconds: 4 }],
    [null, { tokens: 1, fullInSeconds: 6 }],
    [null, { tokens: 0, fullInSeconds: 8 }],
    [2, { tokens: 0, fullInSeconds: 8 }],
  ])
  time.now += 1999
  expect(take('a').waitSeconds).toBe(1)
  time.now += 1
  expect([take('a').waitSeconds, take('a').waitSeconds]).toEqual([null, 2])
  expect(take('b').left().tokens).toBe(3)
})

test('one holds no more than its size, however long nobody takes any', () => {
  const { time, take } = open()
  take('a')
  time.now += 1_000_000
  expect(take('a').left()).toEqual({ tokens: 3, fullInSeconds: 2 })
})

test('a clock that is set back takes none away', () => {
  const { time, take } = open()
  take('a')
  time.now -= 1_000_000
  expect(take('a').left().tokens).toBe(2)
  time.now += 2000
  expect(take('a').left().tokens).toBe(2)
})

test('what is given back is there again, once, and only where it was taken', () => {
  const { take } = open()
  take('a')
  const taken = take('a')
  taken.giveBack()
  taken.giveBack()
  expect(taken.left().tokens).toBe(3)
  for (let turn = 0; turn < 3; turn++) take('a')
  const refused = take('a')
  refused.giveBack()
  expect([refused.left().tokens, take('a').waitSeconds]).toEqual([0, 2])
})

test('a full one takes nothing back', () => {
  const { time, take } = open()
  const taken = take('a')
  time.now += 2000
  const other = take('a')
  time.now += 2000
  take('a').giveBack()
  taken.giveBack()
  other.giveBack()
  expect(other.left()).toEqual({ tokens: 4, fullInSeconds: 0 })
})

test('of 10,000 names each has its own; with one more, the one that was used least lately begins again', () => {
  const { take } = open()
  for (let name = 0; name < 10_000; name++) take(`${name}`)
  expect([take('0').left().tokens, take('9999').left().tokens]).toEqual([2, 2])
  take('one more')
  expect([take('0').left().tokens, take('1').left().tokens, take('9999').left().tokens]).toEqual([1, 3, 1])
})
