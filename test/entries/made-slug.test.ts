// Slugs that are made of the text of a field.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fitsInPath } from '../../src/base/text.ts'
import { slugLengthMax } from '../../src/content/values/model.ts'
import { fold } from '../../src/content/values/query-text.ts'
import { makeSlug, numberedSlug } from '../../src/entries/unique-slug.ts'
import { anyCharacter } from '../kit/any-character.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const made: readonly (readonly [text: string, slug: string])[] = [
  ['Über uns', 'uber-uns'],
  ['U\u0308ber uns', 'uber-uns'],
  ['  Tide  Tables, 2nd edition! ', 'tide-tables-2nd-edition'],
  ['Tide/Tables\\and.more_things', 'tide-tables-and-more-things'],
  ['---a---b---', 'a-b'],
  ['Smørrebrød på Ærø', 'smorrebrod-pa-aero'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Łódź', 'lodz'],
  ['Þórður', 'thordur'],
  ['Đặng Thị Ngọc', 'dang-thi-ngoc'],
  ['İstanbul, ılık', 'istanbul-ilik'],
  ['Œuvre', 'oeuvre'],
  ['ﬁne ½ ²', 'fine-1-2-2'],
  ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full-width'],
  ['日本語', '日本語'],
  ['日本語 の 本', '日本語-の-本'],
  ['ガイド', 'ガイド'],
  ['ｶﾞｲﾄﾞ', 'ガイド'],
  ['Чайка й ё', 'чайка-й-ё'],
  ['Чайка и\u0306', 'чайка-й'],
  ['Ἀθῆναι', 'ἀθῆναι'],
  ['ΟΔΟΣ', 'οδος'],
  ['Η οδός', 'η-οδός'],
  ['हिन्दी भाषा', 'हिन्दी-भाषा'],
  ['ภาษาไทย', 'ภาษาไทย'],
  ['한국어', '한국어'],
  ['العَرَبِيَّة ١٢٣', 'العَرَبِيَّة-١٢٣'],
  ['二〇二六', '二〇二六'],
  ['C++ & C#', 'c-c'],
  ['❤️ Tide', 'tide'],
  ['a👨‍👩‍👧b', 'a-b'],
  ['x\u0000y\nz', 'x-y-z'],
  ['a\ud800b', 'a-b'],
  ['.', ''],
  ['..', ''],
  ['***', ''],
  ['', ''],
  [' \t\n', ''],
  ['👍🏽', ''],
  ['\u0301', ''],
]

describe('a text makes', () => {
  test.each(made.map(([text, slug]) => [JSON.stringify(text), slug, text] as const))(
    '%s %s',
    (_, slug, text) => {
      expect(makeSlug(text)).toBe(slug === '' ? null : slug)
    },
  )

  test('at most 100 characters, and no hyphen where it is cut', () => {
    expect(makeSlug('a'.repeat(300))).toBe('a'.repeat(100))
    expect(makeSlug('𠮷'.repeat(300))).toBe('𠮷'.repeat(100))
    expect(makeSlug(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99))
    expect(makeSlug(`${'a'.repeat(98)} b`)).toBe(`${'a'.repeat(98)}-b`)
    expect(makeSlug('ß'.repeat(300))).toBe('s'.repeat(100))
  })

  test('a slug in bounded time, whatever its length', () => {
    expect(makeSlug('ﷺ'.repeat(2_000_000))?.length).toBeLessThanOrEqual(100)
    expect(makeSlug(' '.repeat(2_000_000))).toBeNull()
    expect(makeSlug(`a${'\u0301'.repeat(2_000_000)}`)).toBe('a')
  })
})

const text = fc.oneof(
  fc.array(anyCharacter, { maxLength: 120 }).map(all => all.join('')),
  fc.array(fc.constantFrom(...made.map(([one]) => one)), { maxLength: 4 }).map(all => all.join(' ')),
)

test('a slug has letters, marks, digits and single hyphens between them, and makes itself', () => {
  fc.assert(
    fc.property(text, given => {
      const slug = makeSlug(given)
      if (slug === null) return
      expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u)
      expect([...slug].length).toBeLessThanOrEqual(100)
      expect(slug.isWellFormed() && fitsInPath(slug)).toBe(true)
      expect(slug.normalize('NFC')).toBe(slug)
      expect(makeSlug(slug)).toBe(slug)
    }),
    { numRuns: fuzzRuns(2000) },
  )
})

test('texts that differ in case, form or accents of Latin letters alone make the same slug', () => {
  fc.assert(
    fc.property(text, given => {
      const slug = makeSlug(given)
      expect(makeSlug(given.normalize('NFD'))).toBe(slug)
      expect(makeSlug(given.normalize('NFKC'))).toBe(slug)
      // Where only Latin letters have accents, a slug is what searches compare.
      if (/^[\p{Script=Latin}\p{Script=Common} ]*$/u.test(given)) expect(slug).toBe(makeSlug(fold(given)))
    }),
    { numRuns: fuzzRuns(2000) },
  )
})

test('a number is added within the length of a slug', () => {
  expect(numberedSlug('uber-uns', 2)).toBe('uber-uns-2')
  expect(numberedSlug('a'.repeat(100), 2)).toBe(`${'a'.repeat(100)}-2`)
  expect(numberedSlug('日'.repeat(slugLengthMax), 12)).toBe(`${'日'.repeat(slugLengthMax - 3)}-12`)
})
