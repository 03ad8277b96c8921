// Words of many texts, collected fast: the same ones as one text at a time gives.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { keyOfWord } from '../../src/content/index/query-keys.ts'
import { TermPostings } from '../../src/content/index/term-postings.ts'
import { wordsOf } from '../../src/content/values/query-text.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const part = fc.oneof(
  fc.constantFrom(
    'tide',
    'TIDE',
    'Tide',
    'é',
    'e\u0301',
    'ß',
    'ΟΔΟΣ',
    '東京',
    'ไทย',
    ' ',
    '.',
    '-',
    '\n',
    'x'.repeat(70),
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.string({ maxLength: 5 }),
)
const text = fc.array(part, { maxLength: 20 }).map(parts => parts.join(''))

const readAll = (postings: TermPostings) =>
  new Map([...postings.inOrder()].map(([key, changes]) => [key, [...changes]] as const))

test('words are collected with the entries that have them, each once, in the order of their keys', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 10 }), texts => {
      const postings = new TermPostings()
      const expected = new Map<string, number[]>()
      for (const [index, one] of texts.entries()) {
        const words = wordsOf(one)
        expect(postings.addText(one, index)).toBeGreaterThanOrEqual(words.length)
        // A second text of the same entry, and words that come as keys.
        expect(postings.addText(one, index)).toBe(0)
        for (const word of words) {
          expect(postings.addKey(keyOfWord(word), index)).toBe(0)
          expected.set(keyOfWord(word), [...(expected.get(keyOfWord(word)) ?? []), index])
        }
      }
      expect([...readAll(postings)]).toEqual([...expected].sort(([a], [b]) => (a < b ? -1 : 1)))
    }),
    { numRuns: fuzzRuns(2000) },
  )
})

test('a large vocabulary is held', () => {
  const postings = new TermPostings()
  for (let index = 0; index < 20_000; index++) postings.addText(`word${index} Common`, index)
  const found = readAll(postings)
  expect(found.size).toBe(20_001)
  expect(found.get(keyOfWord('common'))).toHaveLength(20_000)
  expect(found.get(keyOfWord('word19999'))).toEqual([19_999])
})
