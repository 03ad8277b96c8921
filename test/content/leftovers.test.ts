// What the cache has let go of is collected: not at once, and not where the pause would be felt.
import { expect, test } from 'bun:test'
import { uncounted } from '../../src/base/cache-counts.ts'
import { createAnswers } from '../../src/content/answers.ts'
import { Leftovers } from '../../src/content/cache/leftovers.ts'
import { createContentService } from '../../src/content/content.service.ts'
import { defaultBudget } from '../../src/content/measure.ts'
import type { ImportRecord } from '../../src/publishing/records.ts'
import { testOnSqlite } from '../kit/test-engine.ts'
import { createTestSpace } from '../kit/test-space.ts'

const mib = 1024 * 1024

function count(keptMib: number, use: (leftovers: Leftovers) => void): number {
  let collections = 0
  use(
    new Leftovers(keptMib * mib, () => {
      collections += 1
    }),
  )
  return collections
}

/** One after the other, and whether no answer is being made after each. */
const adding = (isAtRest: boolean, steps: readonly number[]) => (leftovers: Leftovers) => {
  for (const step of steps) {
    leftovers.add(step * mib)
    if (isAtRest) leftovers.rest()
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

test('where more than 128 MiB may be kept, never: that takes too long', () => {
  for (const isAtRest of [true, false]) {
    expect(count(128, adding(isAtRest, [64]))).toBe(1)
    expect(count(129, adding(isAtRest, [64, 64, 1000]))).toBe(0)
  }
})

// PostgreSQL refuses so many at once.
testOnSqlite(
  'what the cache lets go of because others come is counted, and an answer that is being made is no pause',
  async () => {
    const text = 'x'.repeat(60_000)
    const numbers = Array.from({ length: 120 }, (_, number) => number)
    const records: ImportRecord[] = [
      { type: 'collection', apiName: 'notes', name: 'Notes', fields: [{ apiName: 'text', type: 'text' }] },
      ...numbers.map(n => ({ type: 'entry', collection: 'notes', id: `n${n}`, liveData: { text } }) as const),
    ]
    const { database, space } = await createTestSpace({ records })
    let collections = 0
    const answers = createAnswers(database, 4 * mib, uncounted, () => {
      collections += 1
    })
    const service = createContentService(answers, defaultBudget)
    const ask = (n: number, depth: number) =>
      service.getEntry(space, { collection: 'notes', slug: `n${n}`, depth, variants: [] })
    // Of each, the answer in up to two codings and what it was made of are kept: some 180,000 bytes.
    for (const n of numbers) await ask(n, 0)
    expect(collections).toBe(1)
    await Promise.all([1, 2, 3].flatMap(depth => numbers.map(n => ask(n, depth))))
    expect(collections).toBe(2)
  },
)
