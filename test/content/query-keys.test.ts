// Keys of the query index: their bytes sort as the values do, and each range of values is one interval of keys.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ValueRange } from '../../src/content/fields/query-facts.ts'
import {
  fromKeyText,
  type KeyInterval,
  keyIntervalOf,
  keyOf,
  keyTextOf,
  overrideKey,
  presenceKey,
  sortPartOf,
  valueKeys,
} from '../../src/content/index/query-keys.ts'
import { fold } from '../../src/content/values/query-text.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const compare = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b)
const isIn = ({ from, to }: KeyInterval, key: Uint8Array) => compare(from, key) <= 0 && compare(key, to) < 0

const byCodePoint = (a: string, b: string) => {
  const [left, right] = [[...a], [...b]]
  for (const [index, character] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    if (character !== other) return Math.sign(character.codePointAt(0)! - other.codePointAt(0)!)
  }
  return left.length === right.length ? 0 : -1
}

const odd = [
  '',
  '\0',
  '\0\0',
  'a',
  'a\0',
  'a\u0001',
  'A',
  'ä',
  'a\u0308',
  'é',
  '\uffff',
  '\ue000',
  '😀',
  '𝒜',
  'ß',
  '\ud800',
]
const text = fc.oneof(
  fc.constantFrom(...odd),
  fc.array(fc.constantFrom(...odd, 'b', '中', 'ﬁ', 'İ')).map(parts => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 300 }),
)
const number = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.constantFrom(
    0,
    -0,
    5e-324,
    -5e-324,
    2.2250738585072014e-308,
    -1e-310,
    1.7976931348623157e308,
    1,
    -1,
    9007199254740992,
  ),
)

describe('keys', () => {
  test('sort as numbers do', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const expected = a < b ? -1 : a > b ? 1 : 0
        expect(compare(keyOf('number', a), keyOf('number', b))).toBe(expected)
      }),
      { numRuns: fuzzRuns(3000) },
    )
  })

  test.each([
    ['0 and -0 are one', keyOf('number', 0), keyOf('integer', -0)],
    ['NFC and NFD are one', keyOf('text', 'Café'), keyOf('text', 'Cafe\u0301')],
  ])('%s', (_, a, b) => expect(compare(a, b)).toBe(0))

  test('sort booleans', () => {
    expect(compare(keyOf('boolean', false), keyOf('boolean', true))).toBe(-1)
  })

  test('sort texts by code point of the fold', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [left, right] = [fold(a), fold(b)]
        const order = compare(keyOf('text', a), keyOf('text', b))
        const expected = byCodePoint(left, right)
        if (expected !== 0 && [...left].length <= 255 && [...right].length <= 255)
          expect(order).toBe(expected)
        expect(order === 0).toBe(nfc(a) === nfc(b))
        const cut = (folded: string) => [...folded].slice(0, 100).join('')
        expect(compare(sortPartOf(keyOf('text', a)), sortPartOf(keyOf('text', b)))).toBe(
          byCodePoint(cut(left), cut(right)),
        )
      }),
      { numRuns: fuzzRuns(3000) },
    )
  })

  test.each(['id', 'slug', 'reference'] as const)('sort the letters of an %s by code point', type => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compare(keyOf(type, a), keyOf(type, b))).toBe(byCodePoint(a.toWellFormed(), b.toWellFormed()))
      }),
      { numRuns: fuzzRuns(1000) },
    )
  })

  test('of values are between presence and override', () => {
    fc.assert(
      fc.property(fc.oneof(text, number, fc.boolean()), value => {
        const key = keyOf(
          typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean',
          value,
        )
        expect(isIn(valueKeys, key)).toBe(true)
      }),
    )
    expect(isIn(valueKeys, presenceKey)).toBe(false)
    expect(isIn(valueKeys, overrideKey)).toBe(false)
  })

  test('as strings have a character for each byte', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 300 })
    const types = ['text', 'id', 'slug', 'reference'] as const
    fc.assert(
      fc.property(fc.oneof(text, ascii), number, (value, other) => {
        for (const type of types)
          expect([...fromKeyText(keyTextOf(type, value))]).toEqual([...keyOf(type, value)])
        expect([...fromKeyText(keyTextOf('number', other))]).toEqual([...keyOf('number', other)])
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })

  test('are short, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 250, maxLength: 600 }), value => {
        expect(keyOf('text', value).length).toBeLessThanOrEqual(1 + 4 * 255 + 2 + 34)
      }),
    )
  })
})

const nfc = (value: string) => value.toWellFormed().normalize('NFC')

describe('an interval has the keys of its values and no others', () => {
  test('of one text', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const found = isIn(keyIntervalOf('text', { kind: 'value', value: a }), keyOf('text', b))
        expect(found).toBe(nfc(a) === nfc(b))
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })

  test('of one fold', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (a, b, isCase) => {
        const other = isCase ? a.toUpperCase() : b
        const found = isIn(keyIntervalOf('text', { kind: 'fold', text: a }), keyOf('text', other))
        expect(found).toBe(fold(a) === fold(other))
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })

  test('of texts that begin with something', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (a, b, isLonger) => {
        const value = isLonger ? a + b : b
        fc.pre([...fold(a)].length <= 255)
        const found = isIn(keyIntervalOf('text', { kind: 'prefix', text: a }), keyOf('text', value))
        expect(found).toBe(fold(value).startsWith(fold(a)))
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })

  test('of ids that begin with something', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (a, b, isLonger) => {
        const value = (isLonger ? a + b : b).toWellFormed()
        const found = isIn(
          keyIntervalOf('id', { kind: 'prefix', text: a.toWellFormed() }),
          keyOf('id', value),
        )
        expect(found).toBe(value.startsWith(a.toWellFormed()))
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })

  const bound = fc.option(fc.record({ value: number, isInclusive: fc.boolean() }))

  test('of numbers', () => {
    fc.assert(
      fc.property(bound, bound, number, (from, to, value) => {
        const range: ValueRange = { kind: 'range', from, to }
        const isAfter = from === null || (from.isInclusive ? value >= from.value : value > from.value)
        const isBefore = to === null || (to.isInclusive ? value <= to.value : value < to.value)
        expect(isIn(keyIntervalOf('number', range), keyOf('number', value))).toBe(isAfter && isBefore)
      }),
      { numRuns: fuzzRuns(3000) },
    )
  })
})
