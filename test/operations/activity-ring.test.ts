// The last hour of the cache, by a clock of the test's own.
import { expect, test } from 'bun:test'
import { causes, countedMinutesMax } from '../../src/base/cache-counts.ts'
import { createActivityRing } from '../../src/operations/activity-ring.ts'

const minute = 60_000
const start = Date.parse('2026-06-01T12:30:20.000Z')

function createRing() {
  const time = { now: start }
  const { counts, read } = createActivityRing(() => time.now)
  const ask = (outcome: 'hit' | 'checked' | 'miss', times: number) => {
    for (let turn = 0; turn < times; turn++) counts.onLookup('answer', outcome)
  }
  /** Time of day and counts of the minutes that had any. */
  const seen = () =>
    read()
      .minutes.filter(({ hit, checked, miss }) => hit + checked + miss > 0)
      .map(({ at, hit, checked, miss }) => [new Date(at).toISOString().slice(11, 16), hit, checked, miss])
  return { time, counts, read, ask, seen }
}

test('at the start there is one minute, of zeros', () => {
  const { read } = createRing()
  const none = Object.fromEntries(causes.map(cause => [cause, 0]))
  expect(read()).toEqual({
    minutes: [{ at: Date.parse('2026-06-01T12:30:00.000Z'), hit: 0, checked: 0, miss: 0 }],
    evictions: 0,
    invalidations: none as never,
    bytes: 0,
  })
})

test('each answer counts in the minute of the clock in which it was given, and minutes without any are there', () => {
  const { time, read, ask, seen } = createRing()
  ask('miss', 2)
  time.now = start + 40 * 1000 - 1
  ask('hit', 1)
  time.now += 1
  ask('hit', 5)
  ask('checked', 1)
  time.now += 2 * minute
  ask('miss', 1)
  expect(seen()).toEqual([
    ['12:30', 1, 0, 2],
    ['12:31', 5, 1, 0],
    ['12:33', 0, 0, 1],
  ])
  expect(read().minutes.map(({ at }) => (at - read().minutes[0]!.at) / minute)).toEqual([0, 1, 2, 3])
})

test('fragments are no answers', () => {
  const { counts, seen } = createRing()
  counts.onLookup('fragment', 'hit')
  counts.onLookup('fragment', 'miss')
  expect(seen()).toEqual([])
})

test('what is an hour old goes, whatever came since, and there are never more minutes than an hour has', () => {
  const { time, counts, read, ask, seen } = createRing()
  for (let passed = 0; passed < 5 * countedMinutesMax; passed++) {
    time.now = start + passed * minute
    ask('hit', passed + 1)
    counts.onEviction(1000)
    counts.onInvalidation('entry')
    const hits = read().minutes.map(({ hit }) => hit)
    const oldest = Math.max(0, passed + 1 - countedMinutesMax)
    expect(hits).toEqual(Array.from({ length: passed + 1 - oldest }, (_, place) => oldest + place + 1))
    expect(read().evictions).toBe(hits.length)
    expect(read().invalidations.entry).toBe(hits.length)
  }
  time.now += (countedMinutesMax - 1) * minute
  expect(seen()).toHaveLength(1)
  time.now += minute
  expect(seen()).toEqual([])
  expect([read().evictions, read().invalidations.entry, read().minutes.length]).toEqual([
    0,
    0,
    countedMinutesMax,
  ])
})

test('after hours of nothing, the place of an old minute begins at zero', () => {
  const { time, counts, ask, read, seen } = createRing()
  ask('hit', 7)
  counts.onEviction(1000)
  counts.onInvalidation('page')
  time.now += 3 * countedMinutesMax * minute
  ask('miss', 1)
  expect(seen()).toEqual([['15:30', 0, 0, 1]])
  expect([read().evictions, read().invalidations.page]).toEqual([0, 0])
})

test('each cause is counted by itself, and bytes are those of now', () => {
  const { time, counts, read } = createRing()
  for (const [place, cause] of causes.entries()) {
    for (let turn = 0; turn <= place; turn++) counts.onInvalidation(cause)
    time.now += minute
  }
  expect(Object.entries(read().invalidations)).toEqual(causes.map((cause, place) => [cause, place + 1]))
  counts.onBytes(2000)
  counts.onBytes(1000)
  expect(read().bytes).toBe(1000)
  time.now += 2 * countedMinutesMax * minute
  expect(read().bytes).toBe(1000)
})

test('a clock that is set back hides what is yet to come, and goes on counting', () => {
  const { time, ask, read, seen } = createRing()
  time.now += 10 * minute
  ask('hit', 3)
  time.now -= 5 * minute
  ask('miss', 1)
  expect(seen()).toEqual([['12:35', 0, 0, 1]])
  time.now -= 60 * minute
  ask('miss', 2)
  expect(seen()).toEqual([['11:35', 0, 0, 2]])
  expect(read().minutes).toHaveLength(1)
})

test('what was read stays as it was', () => {
  const { ask, read } = createRing()
  ask('hit', 1)
  const before = read()
  ask('hit', 1)
  expect(before.minutes[0]?.hit).toBe(1)
  expect(read().minutes[0]?.hit).toBe(2)
})
