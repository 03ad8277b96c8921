// Words of many texts, collected fast: the same ones as one text at a time gives.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { wordsOf } from '../../src/content/query-text.ts'
import { WordPostings } from '../../src/content/word-postings.ts'
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

test('words are collected with the entries that have them, each once', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 10 }), texts => {
      const postings = new WordPostings()
      const expected = new Map<string, number[]>()
      let held = 0
      for (const [index, one] of texts.entries()) {
        const { words, pairs } = postings.add(one, index)
        expect(words).toBeLessThanOrEqual(pairs)
        held += pairs
        // A second text of the same entry.
        expect(postings.add(one, index)).toEqual({ words: 0, pairs: 0 })
        for (const word of wordsOf(one)) expected.set(word, [...(expected.get(word) ?? []), index])
      }
      const found = new Map(postings.entries())
      expect([...found].sort()).toEqual([...expected].sort())
      expect(held).toBe([...expected.values()].flat().length)
    }),
    { numRuns: fuzzRuns(2000) },
  )
})

test('a large vocabulary is held', () => {
  const postings = new WordPostings()
  for (let index = 0; index < 20_000; index++) postings.add(`word${index} Common`, index)
  const found = new Map(postings.entries())
  expect(found.size).toBe(20_001)
  expect(found.get('common')).toHaveLength(20_000)
  expect(found.get('word19999')).toEqual([19_999])
})
