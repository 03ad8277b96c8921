// What the cache has let go of is collected: not at once, and not where the pause would be felt.
import { expect, test } from 'bun:test'
import { uncounted } from '../../src/base/cache-counts.ts'
import { createAnswers } from '../../src/content/answers.ts'
import { Leftovers } from '../../src/content/cache/leftovers.ts'
import { createContentService } from '../../src/content/content.service.ts'
import { defaultBudget } from '../../src/content/measure.ts'
import type { ImportRecord } from '../../src/publishing/records.ts'
import { createTestSpace } from '../kit/test-space.ts'

const mib = 1024 * 1024

function count(keptMib: number, steps: readonly number[]): number {
  let collections = 0
  const leftovers = new Leftovers(keptMib * mib, () => {
    collections += 1
  })
  for (const step of steps) leftovers.add(step * mib)
  return collections
}

test('everything is collected once 24 MiB have been let go of, and again after as many more', () => {
  expect(count(64, [20, 3.9])).toBe(0)
  expect(count(64, [20, 4])).toBe(1)
  expect(count(64, [20, 4, 23])).toBe(1)
  expect(count(64, [20, 4, 24])).toBe(2)
})

test('where more than 128 MiB may be kept, never: that takes too long', () => {
  expect(count(128, [24])).toBe(1)
  expect(count(129, [32, 32, 1000])).toBe(0)
})

test('what the cache lets go of because others come is counted', async () => {
  const text = 'x'.repeat(60_000)
  const numbers = Array.from({ length: 180 }, (_, number) => number)
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
  // Of each, the answer in up to two codings and what it was made of are kept: some 180,000 bytes.
  for (const n of numbers) {
    await service.getEntry(space, { collection: 'notes', slug: `n${n}`, depth: 0, variants: [] })
  }
  expect(collections).toBe(1)
})
