// Sets of entries behave as JavaScript's own sets do, whatever numbers they hold.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { chunkSize, encodePosting } from '../../src/content/index/postings.ts'
import { EntrySet } from '../../src/delivery/select/entry-set.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

/** Few chunks, and many numbers in some of them, so that sets overlap and bitmaps fill up. */
const numbers = fc
  .array(
    fc.record({
      from: fc.integer({ min: 0, max: 5 * chunkSize }),
      length: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 700 })),
      step: fc.integer({ min: 1, max: 70 }),
    }),
    { maxLength: 6 },
  )
  .map(
    ranges =>
      new Set(
        ranges.flatMap(({ from, length, step }) => Array.from({ length }, (_, index) => from + index * step)),
      ),
  )

const sorted = (set: Iterable<number>) => [...set].sort((a, b) => a - b)

function expectSame(actual: EntrySet, expected: ReadonlySet<number>): void {
  expect([...actual]).toEqual(sorted(expected))
  expect(actual.count).toBe(expected.size)
}

test('intersection, union and difference are those of sets', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const [left, right] = [EntrySet.of(a), EntrySet.of(b)]
      expectSame(left.and(right), a.intersection(b))
      expectSame(left.or(right), a.union(b))
      expectSame(left.andNot(right), a.difference(b))
      expectSame(left, a)
      expectSame(right, b)
    }),
    { numRuns: fuzzRuns(200) },
  )
})

test('a set built from stored postings has their numbers, and counts those that another set lacks', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const [set, other] = [new EntrySet(), EntrySet.of(b)]
      let missing = 0
      for (const [chunk, own] of Map.groupBy(sorted(a), number => Math.floor(number / chunkSize))) {
        const posting = {
          chunk,
          count: own.length,
          numbers: encodePosting(own.map(number => number % chunkSize)),
        }
        set.addPosting(posting)
        missing += other.countMissing(posting)
      }
      expectSame(set, a)
      expect(missing).toBe(a.difference(b).size)
      for (const number of [...b, 0, 4095, 4096]) expect(set.has(number)).toBe(a.has(number))
    }),
    { numRuns: fuzzRuns(200) },
  )
})

test('adding to a copy leaves the original as it was', () => {
  const original = EntrySet.of([1, 5000])
  const copy = original.copy()
  copy.add(2)
  expectSame(original, new Set([1, 5000]))
  expectSame(copy, new Set([1, 2, 5000]))
})
