// The requests of the last hour, by a clock of the test's own.
import { expect, test } from 'bun:test'
import { toSpaceId } from '../../src/base/ids.ts'
import { countedSpacesMax, createLastHour } from '../../src/ops/last-hour.ts'

const minute = 60_000
const press = toSpaceId('press')
const shop = toSpaceId('shop')

function start() {
  const time = { now: Date.parse('2026-06-01T12:30:20.000Z') }
  const hour = createLastHour(() => time.now)
  const send = (hits: number, misses: number, space = press) => {
    for (let turn = 0; turn < hits; turn++) hour.count(space, true)
    for (let turn = 0; turn < misses; turn++) hour.count(space, false)
  }
  return { time, ask: send, read: (space = press) => hour.read(space) }
}

test('a space without requests has none', () => {
  expect(start().read()).toEqual({ requests: 0, cacheHits: 0 })
})

test('each space has its own requests, and no other', () => {
  const { ask: send, read } = start()
  send(3, 1)
  send(0, 5, shop)
  expect([read(), read(shop)]).toEqual([
    { requests: 4, cacheHits: 3 },
    { requests: 5, cacheHits: 0 },
  ])
})

test('a request counts for an hour, minute by minute, and then no longer', () => {
  const { time, ask: send, read } = start()
  send(2, 1)
  time.now += 30 * minute
  send(1, 0)
  expect(read()).toEqual({ requests: 4, cacheHits: 3 })
  time.now += 29 * minute
  expect(read()).toEqual({ requests: 4, cacheHits: 3 })
  time.now += minute
  expect(read()).toEqual({ requests: 1, cacheHits: 1 })
  send(0, 1)
  expect(read()).toEqual({ requests: 2, cacheHits: 1 })
  time.now += 5 * 60 * minute
  expect(read()).toEqual({ requests: 0, cacheHits: 0 })
})

test('a clock that is set back hides what lies ahead of it, and counting continues', () => {
  const { time, ask: send, read } = start()
  send(3, 0)
  time.now -= 10 * minute
  send(0, 1)
  expect(read()).toEqual({ requests: 1, cacheHits: 0 })
})

test('however many spaces there are, no more than the limit are counted, and the newest is one of them', () => {
  const { ask: send, read } = start()
  for (let number = 0; number <= countedSpacesMax; number++) send(1, 0, toSpaceId(`space-${number}`))
  expect(read(toSpaceId('space-0')).requests).toBe(0)
  expect(read(toSpaceId('space-1')).requests).toBe(1)
  expect(read(toSpaceId(`space-${countedSpacesMax}`)).requests).toBe(1)
})
