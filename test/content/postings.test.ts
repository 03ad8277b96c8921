// Postings: a set of numbers comes back from its bytes, as a list and as bits.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  addToBits,
  chunkOf,
  chunkSize,
  chunkWords,
  decodePosting,
  encodePosting,
  hasPlace,
  numberAt,
  placeOf,
} from '../../src/content/index/postings.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const place = fc.integer({ min: 0, max: chunkSize - 1 })
const few = fc.uniqueArray(place, { maxLength: 300 })
const many = fc.uniqueArray(place, { minLength: 250, maxLength: 2000 })
const sorted = fc.oneof(few, many).map(places => places.sort((a, b) => a - b))

test('a posting is read as it was written', () => {
  fc.assert(
    fc.property(sorted, places => {
      const numbers = encodePosting(places)
      expect(numbers.length).toBe(places.length <= 255 ? 2 * places.length : 512)
      expect([...decodePosting(places.length, numbers)]).toEqual(places)
      for (const one of [0, 7, 4095, places[0] ?? 1]) {
        expect(hasPlace(places.length, numbers, one)).toBe(places.includes(one))
      }
    }),
    { numRuns: fuzzRuns(300) },
  )
})

test('postings add up as bits, lists and bits alike', () => {
  fc.assert(
    fc.property(sorted, sorted, (a, b) => {
      const bits = new Uint32Array(chunkWords)
      for (const places of [a, b]) addToBits(bits, places.length, encodePosting(places))
      const set = [...Array(chunkSize).keys()].filter(one => (bits[one >>> 5]! >>> (one & 31)) & 1)
      expect(set).toEqual([...new Set([...a, ...b])].sort((left, right) => left - right))
    }),
    { numRuns: fuzzRuns(200) },
  )
})

test('a whole chunk is bits', () => {
  const all = [...Array(chunkSize).keys()]
  expect([...decodePosting(chunkSize, encodePosting(all))]).toEqual(all)
})

test('a number is its chunk and its place', () => {
  for (const number of [0, 4095, 4096, 2 ** 31 - 1]) {
    expect(numberAt(chunkOf(number), placeOf(number))).toBe(number)
  }
})
