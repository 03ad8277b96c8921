// Text as queries see it: what folding removes, what counts as a word, and what of a field is searched.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { searchableText } from '../../src/content/values/document-text.ts'
import type { Json } from '../../src/content/values/model.ts'
import { cutAt, fold, parseSearch, wordsOf } from '../../src/content/values/query-text.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

describe('fold', () => {
  test.each([
    ['', ''],
    ['CAFE', 'cafe'],
    ['Café', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['Øst', 'ost'],
    ['Øy', 'oy'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['ẞ', 'ss'],
    ['Æ Œ Ø Đ Ð Þ Ł', 'ae oe o d d th l'],
    ['İI ı', 'ii i'],
    ['ΌΔΟΣ', 'οδοσ'],
    ['ὀδός', 'οδοσ'],
    ['ﬁx ２０ ½ ㎏ ⅷ', 'fix 20 1⁄2 kg viii'],
    ['한글', '한글'],
    ['が', 'か\u3099'.normalize('NFC')],
    ['ﾃｰﾌﾞﾙ', 'テーブル'],
    ['a\0b', 'a\0b'],
    ['𝒜', 'a'],
    ['😀', '😀'],
    ['\ud800', '\ufffd'],
    // Arabic: vowel signs, hamza and madda, tatweel, signs of the Quran. Hebrew: vowels, accents, the dot of shin.
    ['كِتَابٌ', 'كتاب'],
    ['أإآؤئ', 'اااوي'],
    ['كـــتاب', 'كتاب'],
    ['هٰذَا ۖ', 'هذا '],
    ['ﻛِﺘﺎﺏ', 'كتاب'],
    ['שָׁלוֹם', 'שלום'],
    ['בְּרֵאשִׁ֖ית', 'בראשית'],
    ['שׁ', 'ש'],
    // Letters of their own.
    ['ة ى ٱ', 'ة ى ٱ'],
  ])('of %j is %j', (text, folded) => expect(fold(text)).toBe(folded))

  test('is the same of both normal forms, and folding it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text))
        expect(fold(text.normalize('NFC'))).toBe(fold(text))
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: fuzzRuns(3000) },
    )
  })
})

describe('the words', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['!!! – 😀', []],
    ['Tide Tables', ['tide', 'tables']],
    ['tide, TIDE: Tide', ['tide']],
    ["don't", ['don', 't']],
    ['a_b-c.d 3,14', ['a', 'b', 'c', 'd', '3', '14']],
    ['Ökologie Øy', ['okologie', 'oy']],
    ['हिन्दी', ['हिन्दी'.normalize('NFKD').normalize('NFC')]],
    ['東', ['東']],
    ['東京', ['東', '京', '東京']],
    ['東京都', ['東', '京', '東京', '都', '京都']],
    ['iPhone手机3', ['iphone', '手', '机', '手机', '3']],
    ['サーバー', ['サ', 'ー', 'サー', 'バ', 'ーバ', 'バー']],
    ['ไทย', ['ไ', 'ท', 'ไท', 'ย', 'ทย']],
    ['한국어 단어', ['한국어', '단어']],
    ['x'.repeat(70), ['x'.repeat(64)]],
    ['𝒜'.repeat(3), ['aaa']],
    ['𐐨'.repeat(70), ['𐐨'.repeat(64)]],
    ['תֵּל־אָבִיב', ['תל', 'אביב']],
  ])('of %j are %j', (text, words) => expect(wordsOf(text)).toEqual(words))
})

describe('a search', () => {
  const found = (text: string, isPrefix: boolean) => ({ text, isPrefix })
  test.each<[string, { text: string; isPrefix: boolean }[][]]>([
    ['', []],
    ['!!!', []],
    ['TABL', [[found('tabl', true)]]],
    ['tide tables', [[found('tide', true)], [found('tables', true)]]],
    ['tide TIDE', [[found('tide', true)]]],
    ['ti øy abc', [[found('ti', false)], [found('oy', false)], [found('abc', true)]]],
    ['東', [[found('東', false)]]],
    ['東京', [[found('東京', false)]]],
    ['東京東京', [[found('東京', false), found('京東', false)]]],
    ['東京tide', [[found('東京', false)], [found('tide', true)]]],
    ['𐐨𐐨', [[found('𐐨𐐨', false)]]],
    ['𐐨𐐨𐐨', [[found('𐐨𐐨𐐨', true)]]],
    ['x'.repeat(70), [[found('x'.repeat(64), true)]]],
  ])('for %j', (search, words) => expect(parseSearch(search).map(({ tokens }) => [...tokens])).toEqual(words))

  test('of a text finds that text, and so does the beginning of it', () => {
    const unit = fc.constantFrom(...'ab cß東京ーไท한\u0301\u3099𝒜1!')
    const begins = (words: readonly string[], beginning: string) =>
      words.some(word => word.startsWith(beginning))
    fc.assert(
      fc.property(fc.string({ unit }), text => {
        const words = wordsOf(text)
        for (const { tokens } of parseSearch(text)) {
          for (const token of tokens) {
            expect(token.isPrefix ? begins(words, token.text) : words.includes(token.text)).toBe(true)
          }
        }
      }),
      { numRuns: fuzzRuns(3000) },
    )
  })
})

const text = (text: string, marks: string[] = []): Json => ({
  type: 'text',
  text,
  marks: marks.map(type => ({ type })),
})
const paragraph = (...parts: string[]): Json => ({
  type: 'paragraph',
  content: parts.map(each => text(each)),
})
const span = (text: string): Json => ({ _type: 'span', text, marks: [] })
const block = (...parts: string[]): Json => ({ _type: 'block', markDefs: [], children: parts.map(span) })
const field = (value: string): Json => ({ nodeType: 'text', value, marks: [], data: {} })
const link = (content: Json[]): Json => ({ nodeType: 'hyperlink', data: { uri: 'https://x' }, content })
const word = (value: string): Json => ({ type: 'text', value })
const strong = (children: Json[]): Json => ({ type: 'strong', children })

describe('the words that are searched', () => {
  test.each<[Json, string[]]>([
    ['A pilot computes water', ['a', 'pilot', 'computes', 'water']],
    ['1 < 2 and 3 > 2', ['1', '2', 'and', '3']],
    ['a <b', ['a', 'b']],
    ['<p>tide</p><p>tables</p>', ['tide', 'tables']],
    ['<p class="secret">shown</p>', ['shown']],
    ['ti<b>de</b>s', ['tides']],
    ['ti<STRONG class=x>de</STRONG >s', ['tides']],
    ['one<br>two<br/>three', ['one', 'two', 'three']],
    ['one<bold>two', ['one', 'two']],
    ['<!-- not this -->this', ['this']],
    ['<!doctype html>this', ['this']],
    ['<p>&lt;b&gt; &amp;amp; &quot;x&quot;a&nbsp;c</p>', ['b', 'amp', 'x', 'a', 'c']],
    ['<p>caf&#233; caf&#xE9;s &#x1D49C;&#xD800;&#99999999;</p>', ['cafe', 'cafes', 'a']],
    ['Fish &amp; chips', ['fish', 'amp', 'chips']],
    ['<p>open', ['open']],
    ['open <p', ['open', 'p']],
    [null, []],
    [{ nodeType: 'text', value: 'Hello' }, ['hello']],
    [
      { content: [{ text: 'one', marks: [{ type: 'bold' }] }, { deep: { value: 'two', url: 'three' } }] },
      ['two', 'one'],
    ],
    [{ text: ['one'], value: { text: 'two' }, title: 'three' }, ['two']],
    [[{ text: 'x' }, 'y'], ['x']],
    [{ type: 'paragraph', content: [text('O', ['bold']), text('nce upon')] }, ['once', 'upon']],
    [{ type: 'doc', content: [paragraph('end'), paragraph('start')] }, ['end', 'start']],
    [{ content: [text('one'), { type: 'hardBreak' }, text('two')] }, ['one', 'two']],
    [
      { content: [text('Hi'), { type: 'mention', attrs: { text: 'Ann' } }, text('there')] },
      ['hi', 'ann', 'there'],
    ],
    [{ content: [text('a'), { type: 'mention', value: 'bob' }, text('c')] }, ['a', 'bob', 'c']],
    [[block('O', 'nce')], ['once']],
    [
      [block('end'), block('start')],
      ['end', 'start'],
    ],
    [[{ _type: 'block', children: [span('o'), { _type: 'icon' }, span('k')] }], ['o', 'k']],
    [{ nodeType: 'paragraph', content: [field('O'), field('nce')] }, ['once']],
    [{ nodeType: 'paragraph', content: [field('O'), link([field('nce')]), field('r')] }, ['oncer']],
    [{ nodeType: 'paragraph', content: [link([field('O')]), link([field('nce')])] }, ['once']],
    [{ nodeType: 'list-item', content: [paragraph('one'), paragraph('two')] }, ['one', 'two']],
    [{ type: 'p', children: [{ text: 'O', bold: true }, { text: 'nce' }] }, ['once']],
    [
      { children: [{ text: 'O' }, { type: 'a', url: 'x', children: [{ text: 'nc' }] }, { text: 'e' }] },
      ['once'],
    ],
    [{ children: [{ children: [{ text: 'one' }] }, { children: [{ text: 'two' }] }] }, ['one', 'two']],
    [
      {
        type: 'li',
        children: [{ text: 'one' }, { type: 'ul', children: [{ type: 'li', children: [{ text: 'two' }] }] }],
      },
      ['one', 'two'],
    ],
    [
      { type: 'paragraph', children: [strong([{ type: 'emphasis', children: [word('O')] }]), word('nce')] },
      ['once'],
    ],
    [{ tagName: 'p', children: [word('O'), { tagName: 'b', children: [word('nce')] }] }, ['once']],
    [{ tagName: 'div', children: [word('one'), { tagName: 'p', children: [word('two')] }] }, ['one', 'two']],
    // Blocks with their text beside each other, and values of other kinds.
    [
      {
        blocks: [
          { key: 'a', type: 'unstyled', text: 'one' },
          { key: 'b', type: 'unstyled', text: 'two' },
        ],
      },
      ['one', 'two'],
    ],
    [{ items: [{ text: 'one' }, { text: 'two' }] }, ['one', 'two']],
    // Editor.js keeps HTML in strings, in objects without a name; texts of the others are as readers see them.
    [
      { blocks: [{ type: 'paragraph', data: { text: 'Wo<b>rd</b>s &amp; <i class="x">more</i>' } }] },
      ['words', 'more'],
    ],
    [{ blocks: [{ type: 'quote', data: { text: 'one<br>two' } }] }, ['one', 'two']],
    [{ blocks: [{ type: 'paragraph', data: { text: '1 < 2 and 3 > 2' } }] }, ['1', '2', 'and', '3']],
    [[block('wo<b>rd</b>')], ['wo', 'b', 'rd']],
    [{ blocks: [{ type: 'unstyled', text: 'wo<b>rd</b>' }] }, ['wo', 'b', 'rd']],
    [{ type: 'p', children: [{ text: 'wo<b>rd</b>' }] }, ['wo', 'b', 'rd']],
    [{ content: [{ value: 'one' }, { value: 'two' }] }, ['one', 'two']],
  ])('of %j', (value, words) => expect(wordsOf(searchableText(value)).sort()).toEqual([...words].sort()))

  test('a text of any nesting, in linear time', () => {
    let nested: Json = { text: 'core' }
    for (let depth = 0; depth < 50_000; depth++) nested = [nested]
    expect(searchableText(nested)).toBe('core')
    for (let depth = 0; depth < 50_000; depth++) nested = { type: 'link', children: [nested, { text: 'o' }] }
    expect(searchableText(nested)).toBe(`core\n${'o'.repeat(50_000)}`)
    expect(searchableText('<'.repeat(1_000_000))).toHaveLength(1_000_000)
    expect(searchableText('<a'.repeat(1_000_000))).toHaveLength(2_000_000)
  })
})

test('a text is cut between code points', () => {
  expect(cutAt('abc', 2)).toBe('ab')
  expect(cutAt('😀😀', 1)).toBe('😀')
  expect(cutAt('😀', 5)).toBe('😀')
})
