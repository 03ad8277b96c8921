// Patterns of text fields: anchored at both ends, in the syntax of RE2, and cheap whatever they are.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { compilePattern, type Pattern } from '../../src/content/fields/field-rules.ts'
import { anyCharacter } from '../kit/any-character.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

function patternOf(source: string): Pattern {
  const pattern = compilePattern(source)
  if ('error' in pattern) throw new Error(pattern.error)
  return pattern
}

describe('a pattern is about the whole text', () => {
  test.each<[string, string, boolean]>([
    ['[A-Z]{3}-[0-9]+', 'ABC-1', true],
    ['[A-Z]{3}-[0-9]+', 'xABC-1', false],
    ['[A-Z]{3}-[0-9]+', 'ABC-1x', false],
    ['a|b', 'ab', false],
    ['a|b', 'b', true],
    ['^a$', 'a', true],
    ['a$', 'a\n', false],
    ['(a|b)*', '', true],
    ['.', '🌊', true],
    ['.', '\n', false],
    ['(?s).', '\n', true],
    ['(?i)tide', 'TIDE', true],
    ['\\p{Greek}+', 'θαλασσα', true],
    ['\\d+', '١', false],
    ['(?<year>[0-9]{4})', '2026', true],
  ])('%s on %s: %p', (source, text, isMatch) => {
    expect(patternOf(source).matches(text)).toBe(isMatch)
  })

  test('as far as its first 10,000 characters', () => {
    expect(patternOf('a+').matches(`${'a'.repeat(10_000)}b`)).toBe(true)
    expect(patternOf('a+').matches(`${'a'.repeat(9_999)}b`)).toBe(false)
    expect(patternOf('🌊+').matches(`${'🌊'.repeat(10_000)}b`)).toBe(true)
  })
})

describe('what is no pattern is refused with the reason', () => {
  test.each<[string, RegExp]>([
    ['', /1 to 200 characters/],
    ['a'.repeat(201), /1 to 200 characters/],
    ['(', /RE2: missing closing \)/],
    ['[a', /RE2: missing closing \]/],
    ['a**', /RE2: invalid nested repetition/],
    ['*a', /RE2: missing argument/],
    ['(?=a)', /RE2: .*\(\?=/],
    ['(?<!a)b', /RE2: /],
    ['(a)\\1', /RE2: invalid escape sequence/],
    ['a{1001}', /RE2: invalid repeat count/],
    ['.{0,1000}', /repeats too much/],
    ['((a?){30}){30}', /repeats too much/],
    ['\\', /RE2: /],
  ])('%s', (source, message) => {
    const pattern = compilePattern(source)
    expect('error' in pattern && pattern.error).toMatch(message)
  })
})

const evil = [
  '(a+)+$',
  '(a+)+',
  '(a|a)*b',
  '(a|aa)+$',
  '(.*a){20}',
  '(a*)*(a*)*(a*)*x',
  '([a-z]+)*\\d',
  '.{0,255}x',
]

test('no accepted pattern takes more steps than its size for each character', () => {
  for (const source of evil) expect(patternOf(source).stepsPerCharacter).toBeLessThanOrEqual(600)
  // The wall clock is no measure in a test; a backtracking engine would not end.
  for (const source of evil) expect(patternOf(source).matches(`${'a'.repeat(9_999)}!`)).toBe(false)
})

test('a pattern never throws, and says the same again', () => {
  const pieces = fc.constantFrom(...'ab()[]{}*+?|\\^$.-,019:<>=!PpLdsw'.split(''), '(?', '{1,', '\\p{', '[^')
  const source = fc.array(fc.oneof({ weight: 9, arbitrary: pieces }, anyCharacter), { maxLength: 30 })
  fc.assert(
    fc.property(source, fc.array(anyCharacter, { maxLength: 20 }), (parts, text) => {
      const pattern = compilePattern(parts.join(''))
      if ('error' in pattern) return expect(pattern.error).toMatch(/^(?:must|repeats) /)
      const isMatch = pattern.matches(text.join(''))
      expect(patternOf(parts.join('')).matches(text.join(''))).toBe(isMatch)
    }),
    { numRuns: fuzzRuns(2000) },
  )
})
