// What entries are sorted by: the numbers sort as the values do, and come back from their blocks.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { keyOf, keyTextOf, sortPartOf } from '../../src/content/index/query-keys.ts'
import {
  applySortChanges,
  blockSize,
  chunkOfBlock,
  decodeSortBlock,
  encodeSortBlock,
  firstNumberOf,
  isBeginning,
  keyOfBlock,
  SortNumbers,
  sortBlockBytes,
  sortNumberOf,
  sortNumbersOf,
} from '../../src/content/index/sort-blocks.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.string({ maxLength: 10 }),
  fc
    .array(fc.constantFrom('a', 'A', '\0', '\u0001', 'é', 'ß', '東', 'ÿ'), { maxLength: 8 })
    .map(parts => parts.join('')),
)
const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,10}$/)

test('sort numbers of texts order them as their keys do, as far as they tell', () => {
  for (const [type, values] of [
    ['text', text],
    ['id', id],
  ] as const) {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [first, second] = [a, b].map(value => sortNumberOf(value, keyTextOf(type, value))) as [
          number,
          number,
        ]
        const partOf = (value: string) => {
          const key = keyOf(type, value)
          return type === 'text' ? sortPartOf(key) : key
        }
        const order = Buffer.compare(partOf(a), partOf(b))
        if (first === second) expect(order === 0 || isBeginning(first)).toBe(true)
        else expect(Math.sign(first - second)).toBe(order)
      }),
      { numRuns: fuzzRuns(2000) },
    )
  }
})

test.each([
  ['', 0, false],
  ['a', 0x610000000000, false],
  ['Ábc', 0x616263000000, false],
  ['abcdef', 0x616263646566, false],
  ['abcdefg', 0x616263646566, true],
  ['a\0', 0x6100ff000000, false],
  ['abcde\0', 0x616263646500, true],
])('%j is sorted by its first six bytes', (value, number, isLonger) => {
  const found = sortNumberOf(value, keyTextOf('text', value))
  expect([Math.floor(found), isBeginning(found)]).toEqual([number, isLonger])
})

test('numbers, times and booleans are sorted by their values', () => {
  for (const [value, number] of [
    [-0, 0],
    [1.5, 1.5],
    [-7, -7],
    [true, 1],
    [false, 0],
  ] as const) {
    expect(sortNumberOf(value, '')).toBe(number)
  }
})

const blockValues = fc.array(fc.option(fc.double({ noNaN: true }), { nil: Number.NaN }), {
  minLength: blockSize,
  maxLength: blockSize,
})

test('a block is read as it was written, in as many bytes as it has values', () => {
  fc.assert(
    fc.property(blockValues, values => {
      const { count, numbers } = encodeSortBlock(Float64Array.from(values))
      expect(count).toBe(values.filter(value => !Number.isNaN(value)).length)
      expect(numbers.length).toBe(sortBlockBytes(count))
      const block = new Float64Array(blockSize)
      decodeSortBlock(numbers, block)
      expect([...block]).toEqual(values)
    }),
    { numRuns: fuzzRuns(200) },
  )
})

test('a block is stored where its numbers are, up to the last one', () => {
  for (const block of [0, 1, 63, 64, 2 ** 25 - 1]) {
    expect(firstNumberOf(keyOfBlock(block), chunkOfBlock(block))).toBe(block * blockSize)
  }
})

test('of several changes of a number the last one holds', () => {
  const changes = new SortNumbers()
  changes.set(3, 10)
  changes.set(70, 1.5)
  changes.set(3, Number.NaN)
  changes.set(3, 20)
  const blocks = [...changes.inBlocks(4096)].map(({ key, chunk, changes: some }) => {
    const block = new Float64Array(blockSize).fill(Number.NaN)
    applySortChanges(block, some)
    return [...sortNumbersOf(key, chunk, encodeSortBlock(block).numbers)]
  })
  expect(blocks).toEqual([[[4096 + 3, 20]], [[4096 + 70, 1.5]]])
})
