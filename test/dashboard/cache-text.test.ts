// The cache's figures as text: short, and never more certain than they are.
import { describe, expect, test } from 'bun:test'
import { sumUp, sumUpCauses, toPercent, toScale, toSize } from '../../dashboard/pages/home/cache-text.ts'

describe('a share', () => {
  test.each([
    [0, 5, '0 %'],
    [5, 5, '100 %'],
    [2, 3, '67 %'],
    [1, 1000, '< 1 %'],
    [10, 1000, '1 %'],
    [99, 100, '99 %'],
    [995, 1000, '99.5 %'],
    [9985, 10_000, '99.8 %'],
    [9990, 10_000, '> 99.9 %'],
    [999_999, 1_000_000, '> 99.9 %'],
  ])('of %d in %d is "%s"', (part, all, text) => expect(toPercent(part, all)).toBe(text))

  test('is "100 %" of all only, and "0 %" of none only', () => {
    for (let all = 1; all < 3000; all += 7) {
      for (let part = 1; part < all; part += 3) {
        expect(['0 %', '100 %']).not.toContain(toPercent(part, all))
      }
    }
  })
})

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [67_100_000, '64 MiB'],
  [12_345_678, '11.8 MiB'],
  [500 * 1024 ** 2, '500 MiB'],
  [5 * 1024 ** 4, '5120 GiB'],
])('%d bytes are "%s"', (bytes, text) => expect(toSize(bytes)).toBe(text))

test('a scale is a whole number, no less than the most, and less than twice as much', () => {
  expect([0, 1, 2, 7, 11, 15, 110, 9001].map(toScale)).toEqual([1, 1, 2, 8, 15, 15, 150, 10_000])
  for (let most = 1; most < 20_000; most++) {
    const scale = toScale(most)
    expect([most, Number.isInteger(scale) && scale >= most && scale < 2 * most]).toEqual([most, true])
  }
})

test('minutes are summed up', () => {
  const minutes = [
    { hit: 1, checked: 2, miss: 3 },
    { hit: 10, checked: 20, miss: 30 },
  ]
  expect(sumUp(minutes)).toEqual({ hit: 11, checked: 22, miss: 33, all: 66 })
  expect(sumUp([])).toEqual({ hit: 0, checked: 0, miss: 0, all: 0 })
})

test('of causes, those that there are, the most frequent one first', () => {
  const none = { entry: 0, address: 0, page: 0, collection: 0, model: 0, forgotten: 0, history: 0 }
  expect(sumUpCauses(none)).toEqual({ all: 0, causes: [] })
  expect(sumUpCauses({ ...none, entry: 2, model: 5 })).toEqual({
    all: 7,
    causes: [
      { name: 'the model', count: 5 },
      { name: 'an entry in them', count: 2 },
    ],
  })
})
