// What the cache has let go of is collected: not at once, and not where the pause would be felt.
import { expect, test } from 'bun:test'
import { uncounted } from '../../src/base/cache-counts.ts'
import { defaultBudget } from '../../src/content/publish/response-budget.ts'
import { GcPacer } from '../../src/delivery/cache/gc-pacer.ts'
import { createDeliveryService } from '../../src/delivery/delivery.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'

const mib = 1024 * 1024

/** Collects at once, in so many milliseconds. */
function createCollector(tookMs = 0) {
  const at = { now: 0, collections: 0 }
  const collect = () => {
    at.now += tookMs
    at.collections += 1
  }
  return { at, collector: { collect, defer: (work: () => void) => work(), now: () => at.now } }
}

function count(cachedMib: number, use: (pacer: GcPacer) => void): number {
  const { at, collector } = createCollector()
  use(new GcPacer(cachedMib * mib, collector))
  return at.collections
}

/** One after the other, and whether no response is being made after each. */
const adding = (isAtRest: boolean, steps: readonly number[]) => (pacer: GcPacer) => {
  for (const step of steps) {
    pacer.add(step * mib)
    if (isAtRest) pacer.rest()
  }
}

test('everything is collected in the first pause after 16 MiB have been let go of, and after as many more', () => {
  expect(count(64, adding(true, [12, 3.9]))).toBe(0)
  expect(count(64, adding(true, [12, 4]))).toBe(1)
  expect(count(64, adding(true, [12, 4, 15]))).toBe(1)
  expect(count(64, adding(true, [12, 4, 16]))).toBe(2)
})

test('where there is no pause it waits for four times as many', () => {
  expect(count(64, adding(false, [60, 3.9]))).toBe(0)
  expect(count(64, adding(false, [60, 4]))).toBe(1)
  expect(count(64, adding(false, [60, 4, 63]))).toBe(1)
  expect(count(64, adding(false, [60, 4, 64]))).toBe(2)
})

test('collections in pauses take no more than a tenth of the time', () => {
  const { at, collector } = createCollector(30)
  const pacer = new GcPacer(64 * mib, collector)
  for (const [now, collections] of [
    [1000, 1],
    [1299, 1],
    [1300, 2],
    [1599, 2],
    [1600, 3],
  ] as const) {
    at.now = now
    pacer.add(16 * mib)
    pacer.rest()
    expect([now, at.collections]).toEqual([now, collections])
  }
})

test('and what is too much waits for no time', () => {
  const { at, collector } = createCollector(1000)
  const pacer = new GcPacer(64 * mib, collector)
  pacer.add(64 * mib)
  pacer.add(64 * mib)
  expect(at.collections).toBe(2)
})

test('where more than 128 MiB may be kept, never: that takes too long', () => {
  for (const isAtRest of [true, false]) {
    expect(count(128, adding(isAtRest, [64]))).toBe(1)
    expect(count(129, adding(isAtRest, [64, 64, 1000]))).toBe(0)
  }
})

// PostgreSQL refuses so many at once.
testOnSqlite(
  'what the cache lets go of because others come is counted, and a response that is being made is no pause',
  async () => {
    const text = 'x'.repeat(90_000)
    const numbers = Array.from({ length: 120 }, (_, number) => number)
    const records: ImportRecord[] = [
      { type: 'collection', apiName: 'notes', name: 'Notes', fields: [{ apiName: 'text', type: 'text' }] },
      ...numbers.map(n => ({ type: 'entry', collection: 'notes', id: `n${n}`, liveData: { text } }) as const),
    ]
    const { database, space } = await createTestSpace({ records })
    const { at, collector } = createCollector()
    const parts = { database, cacheBytes: 4 * mib, counts: uncounted, budget: defaultBudget, collector }
    const service = createDeliveryService(parts)
    const send = (n: number, depth: number) =>
      service.getEntry(space, { collection: 'notes', slug: `n${n}`, depth, variants: [], projection: null })
    // Of each, the response and what it was made of are kept: some 180,000 bytes.
    for (const n of numbers) await send(n, 0)
    expect(at.collections).toBe(1)
    await Promise.all([1, 2, 3].flatMap(depth => numbers.map(n => send(n, depth))))
    expect(at.collections).toBe(2)
  },
)
