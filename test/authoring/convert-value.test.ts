// What becomes of a value when its field gets another type, and what is reported as lost.
import { describe, expect, test } from 'bun:test'
import { convertValue, unreadableAs } from '../../src/content/fields/convert-value.ts'
import { checkValues } from '../../src/content/fields/field-values.ts'
import { lossReasons } from '../../src/content/values/loss-reasons.ts'
import type { Field, FieldType, Json } from '../../src/content/values/model.ts'
import { longTestMs } from '../kit/fuzz.ts'

type Kind = FieldType | 'portableText'

const fieldOf = (kind: Kind, many = false): Field => ({
  apiName: 'f',
  type: kind === 'portableText' ? 'richText' : kind,
  ...(kind === 'portableText' && { format: 'portableText' }),
  ...(many && { many }),
})

function convert(from: Field, to: Field, value: Json) {
  const { value: converted, reasons } = convertValue(from, to, value)
  return { value: converted, reasons: [...reasons] }
}

const unreadable = (kind: Kind) => [unreadableAs(fieldOf(kind))]
const asset = {
  url: 'https://example.org/a.png',
  title: null,
  contentType: null,
  width: 1,
  height: 2,
  size: null,
}
const block = (text: string, rest: object = {}) => ({
  _type: 'block',
  _key: expect.any(String),
  style: 'normal',
  children: [{ _type: 'span', _key: expect.any(String), text, marks: [] }],
  markDefs: [],
  ...rest,
})
/** As it is stored. */
const stored = (value: Json) =>
  checkValues(
    [fieldOf('portableText')],
    { f: value },
    { onError: message => expect(message).toBe('') },
  )[0] as Json

const day = '2026-01-31'
const midnight = '2026-01-31T00:00:00.000Z'

describe('a value is kept', () => {
  test.each<[from: Kind, to: Kind, value: Json, converted: unknown]>([
    ['integer', 'number', 12, 12],
    ['number', 'integer', 12, 12],
    ['text', 'integer', '12', 12],
    ['text', 'integer', '-3', -3],
    ['text', 'integer', '12.0', 12],
    ['text', 'number', '1.50', 1.5],
    ['text', 'number', '1e3', 1000],
    ['text', 'boolean', 'true', true],
    ['text', 'boolean', 'false', false],
    ['text', 'date', day, day],
    ['text', 'dateTime', '2026-01-31T02:00:00+02:00', midnight],
    ['integer', 'text', 12, '12'],
    ['number', 'text', 0.1, '0.1'],
    ['boolean', 'text', false, 'false'],
    ['date', 'text', day, day],
    ['dateTime', 'text', midnight, midnight],
    ['date', 'dateTime', day, midnight],
    ['dateTime', 'date', midnight, day],
    ['text', 'json', 'a', 'a'],
    ['asset', 'json', asset, asset],
    ['json', 'asset', { alt: 'A', id: 'a', title: null }, { id: 'a', alt: 'A' }],
    ['reference', 'json', { id: 'a' }, { id: 'a' }],
    ['json', 'reference', { id: 'a' }, { id: 'a' }],
    ['json', 'asset', { url: '/a.png' }, { ...asset, url: '/a.png', width: null, height: null }],
    ['json', 'text', 'a', 'a'],
    ['json', 'text', 5, '5'],
    ['json', 'integer', 5, 5],
    ['json', 'boolean', true, true],
    ['json', 'date', day, day],
    ['json', 'richText', { a: [1] }, { a: [1] }],
    ['richText', 'json', { a: [1] }, { a: [1] }],
    ['text', 'richText', 'a', 'a'],
    ['richText', 'text', 'a', 'a'],
    ['text', 'portableText', 'One\n\nTwo\nlines', [block('One'), block('Two\nlines')]],
    ['text', 'portableText', '', []],
    ['text', 'portableText', 'a\r\n\r\nb', [block('a'), block('b')]],
    ['richText', 'portableText', 'One', [block('One')]],
    ['json', 'portableText', 'One', [block('One')]],
  ])('%s to %s: %j', (from, to, value, converted) => {
    expect(convert(fieldOf(from), fieldOf(to), value)).toEqual({ value: converted, reasons: [] } as never)
  })

  test('of Portable Text as paragraphs, as any JSON, and back', () => {
    const text = 'One\n\n\n\nTwo\nlines\n\n'
    const portable = convert(fieldOf('text'), fieldOf('portableText'), text).value as Json
    expect(convert(fieldOf('portableText'), fieldOf('text'), portable)).toEqual({ value: text, reasons: [] })
    for (const kind of ['richText', 'json'] as const) {
      expect(convert(fieldOf('portableText'), fieldOf(kind), portable)).toEqual({
        value: portable,
        reasons: [],
      })
      expect(convert(fieldOf(kind), fieldOf('portableText'), portable)).toEqual({
        value: portable,
        reasons: [],
      })
    }
  })
})

describe('a value is lost, with its reason', () => {
  test.each<[from: Kind, to: Kind, ...values: Json[]]>([
    ['number', 'integer', 1.5],
    [
      'text',
      'integer',
      'x',
      '',
      ' 12',
      '12 ',
      '+12',
      '012',
      '1.5',
      '9007199254740993',
      '0x10',
      '1,000',
      '１２',
    ],
    ['text', 'number', 'x', 'NaN', 'Infinity', '1e999', '0.1234567890123456789', '.5', '5.'],
    ['text', 'boolean', 'True', '1', 'yes', ''],
    ['text', 'date', '2026-02-30', midnight, '31.01.2026'],
    ['text', 'dateTime', day, '2026-01-31T00:00:00', '2026-01-31T00:00:00.0001Z'],
    ['dateTime', 'date', '2026-01-31T00:00:00.001Z', '0000-01-01T00:00:00.000Z'],
    ['integer', 'boolean', 1],
    ['integer', 'dateTime', 1],
    ['boolean', 'integer', true],
    ['asset', 'text', asset],
    ['reference', 'text', { id: 'a' }],
    ['asset', 'richText', asset],
    ['integer', 'portableText', 1],
    ['json', 'integer', '5', 1.5],
    ['json', 'text', { a: 1 }, []],
    ['json', 'asset', { url: 'javascript:alert(1)' }, { url: '/a', other: 1 }],
    ['json', 'dateTime', '2026-01-31T00:00:00.0001Z'],
    ['json', 'portableText', { a: 1 }, [1]],
    ['richText', 'text', { a: 1 }],
    ['richText', 'integer', '5'],
  ])('%s to %s', (from, to, ...values) => {
    for (const value of values) {
      expect(convert(fieldOf(from), fieldOf(to), value)).toEqual({
        value: undefined,
        reasons: unreadable(to),
      })
    }
  })
})

describe('one value and many', () => {
  test.each<[title: string, from: Field, to: Field, value: Json, converted: unknown, ...reasons: string[]]>([
    ['one becomes a list', fieldOf('text'), fieldOf('text', true), 'a', ['a']],
    ['one is converted as it does', fieldOf('text'), fieldOf('integer', true), '5', [5]],
    ['a list of one becomes it', fieldOf('text', true), fieldOf('text'), ['a'], 'a'],
    [
      'of several only the first stays',
      fieldOf('text', true),
      fieldOf('text'),
      ['a', 'b'],
      'a',
      lossReasons.onlyFirst,
    ],
    [
      'the first is lost too if it cannot be read',
      fieldOf('text', true),
      fieldOf('integer'),
      ['a', '5'],
      undefined,
      lossReasons.onlyFirst,
      ...unreadable('integer'),
    ],
    [
      'items that cannot be read are lost, the others stay',
      fieldOf('text', true),
      fieldOf('integer', true),
      ['1', 'x', '3'],
      [1, 3],
      ...unreadable('integer'),
    ],
    ['JSON holds a list as it is', fieldOf('text', true), fieldOf('json'), ['a', 'b'], ['a', 'b']],
    ['a list in JSON becomes one', fieldOf('json'), fieldOf('text', true), ['a', 'b'], ['a', 'b']],
    ['what is no list becomes one', fieldOf('json'), fieldOf('text', true), 'a', ['a']],
    ['null in a list of JSON stays in JSON', fieldOf('json', true), fieldOf('json'), [null, 1], [null, 1]],
    [
      'null in a list of JSON is no value of another type',
      fieldOf('json', true),
      fieldOf('text', true),
      [null, 'a'],
      ['a'],
      ...unreadable('text'),
    ],
    [
      'an unsafe address of before stays',
      fieldOf('asset'),
      fieldOf('asset', true),
      { ...asset, url: 'data:,' },
      [{ ...asset, url: 'data:,' }],
    ],
  ])('%s', (_, from, to, value, converted, ...reasons) => {
    expect(convert(from, to, value)).toEqual({ value: converted, reasons } as never)
  })

  test('more references than a field may have are refused as a whole', () => {
    const many = Array.from({ length: 10_001 }, (_, index) => ({ id: `a${index}` }))
    expect(convert(fieldOf('json'), fieldOf('reference', true), many)).toEqual({
      value: undefined,
      reasons: unreadable('reference'),
    })
  })
})

describe('Portable Text to text', () => {
  const span = (text: string, marks: string[] = []) => ({ _type: 'span', text, marks })
  const blockOf = (rest: object, ...children: Json[]) => ({ _type: 'block', children, ...rest }) as Json
  test.each<[title: string, blocks: Json[], text: string, ...reasons: string[]]>([
    ['joins the spans of a paragraph', [blockOf({}, span('a'), span('b'))], 'ab'],
    ['loses marks', [blockOf({}, span('a', ['strong']))], 'a', lossReasons.formatting],
    ['loses headings', [blockOf({ style: 'h1' }, span('a'))], 'a', lossReasons.formatting],
    ['loses lists', [blockOf({ listItem: 'bullet' }, span('a'))], 'a', lossReasons.formatting],
    ['keeps code, but not that it is', [{ _type: 'code', code: 'x = 1' }], 'x = 1', lossReasons.formatting],
    [
      'loses images and dividers',
      [blockOf({}, span('a')), { _type: 'break' }, { _type: 'image', asset: { url: '/a' } }],
      'a',
      lossReasons.blocks,
    ],
  ])('%s', (_, blocks, text, ...reasons) => {
    expect(convert(fieldOf('portableText'), fieldOf('text'), stored(blocks))).toEqual({
      value: text,
      reasons,
    })
  })
})

test('a link of any rich text is no link to an unsafe address, and its text stays', () => {
  const slate = [
    {
      type: 'paragraph',
      children: [{ type: 'link', url: 'javascript:alert(1)', children: [{ text: 'a' }] }],
    },
  ]
  expect(convert(fieldOf('richText'), fieldOf('portableText'), slate)).toEqual({
    value: [block('a')],
    reasons: [lossReasons.address],
  } as never)
})

describe('a string that becomes Portable Text', () => {
  const portable: Field = { apiName: 'f', type: 'richText', format: 'portableText' }
  const reasonsOf = (text: string, type: 'text' | 'richText' = 'richText') => [
    ...convertValue({ apiName: 'f', type }, portable, text).reasons,
  ]

  test.each([
    '<h2>Head</h2>',
    '<P CLASS="a">One',
    'One<br>two',
    'a<hr/>b',
    '<img src="a.png">',
    'Salt &amp; pepper',
    '&#8211;',
    '<!-- wp:paragraph -->',
    '</custom-tag>',
    '# Title\n\nText',
    'Some **bold** words',
    'A [link](https://example.org/)',
    '![](/a.png "A")',
    '- one\n- two',
    '1. one\n2. two',
    '> quoted',
    '```js\nx\n```',
    'Some *stressed words* here',
    '*all of it*',
    '(*it*), she said',
    'The _Beagle_ sailed',
    'Run `npm test` first',
    '(`code`)',
    'Costs ~~ten~~ five',
    '- [ ] buy milk',
    'To do:\n* [x] done',
    '| a | b |\n| --- | :-: |\n| 1 | 2 |',
    'Name | Price\n--- | ---\nTea | 2',
    'Title\n=====\n\nText',
    'A part of it\n---\nText',
    'See <https://example.org/a?b=c>.',
    'Write to <mailto:ada@example.org>',
  ])('%j is reported as markup that readers would see', text => {
    expect(reasonsOf(text)).toEqual([lossReasons.markup])
    expect(reasonsOf(text, 'text')).toEqual([lossReasons.markup])
  })

  test.each([
    '',
    'One\n\nTwo',
    '1 < 2 and 3 > 2',
    'a <b',
    'Ada <ada@example.org>',
    '- Hello, she said.',
    'R&D; 2 * 3 * 4',
    '#hashtag',
    'see [1] (below)',
    'snake_case__name',
    'snake_case_name and other_name, _id and _rev',
    '2*3*4 and 2**3 + 4**2',
    'Prices from 5 €* to 9 €*\n\n* plus postage',
    '*) plus postage, *) too',
    '* plus postage',
    '*nix and *BSD; f*ck and sh*t',
    '* * *',
    '***',
    'a - b - c',
    '- No.\nShe went.',
    'it`s and that`s; `tis and `twas',
    "He said ``no'' and `yes'",
    'yeah~~ so good~~, ~5 to ~10',
    'a [ ] b [x]',
    'Yes | No | Maybe',
    'Left | right\n\n---|---',
    'a || b',
    'One\n\n---\n\nTwo',
    'One\n\n=====',
    'Regards,\n--\nAda',
    'Regards,\n-- \nAda',
    '1 + 1 = 2\n= two',
    'x <https and> y, <ada@example.org>',
    'a `, b `, c',
    '10 `',
  ])('%j is plain text, and loses nothing', text => {
    expect(reasonsOf(text)).toEqual([])
  })

  test.each(['*a ', '`a ', '_a ', '~~a ', '|', '- ', ' ', '| - ', '<http:', '**a ', '=', '*a\n'])(
    'a long text of %j is checked, where a pattern that goes back and forth would take minutes',
    part => {
      expect(reasonsOf(part.repeat(200_000 / part.length)).length).toBeLessThan(2)
    },
    longTestMs,
  )
})

describe('an address that people or other systems wrote loosely', () => {
  const any: Field = { apiName: 'f', type: 'richText' }
  const portable: Field = { ...any, format: 'portableText' }
  const portableText = (href: string): Json => [
    {
      ...{ _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'x', marks: ['l'] }] },
      markDefs: [{ _type: 'link', _key: 'l', href }],
    },
  ]
  const contentful = (uri: string): Json => ({
    ...{ nodeType: 'document', data: {} },
    content: [
      {
        nodeType: 'hyperlink',
        data: { uri },
        content: [{ nodeType: 'text', value: 'x', marks: [], data: {} }],
      },
    ],
  })
  const hrefOf = (value: unknown) =>
    (value as { markDefs: { href: string }[] }[]).flatMap(({ markDefs }) => markDefs.map(({ href }) => href))

  test.each([
    ['https://example.org/ ', 'https://example.org/'],
    ['\n https://example.org/\t', 'https://example.org/'],
    ['www.example.org/a', 'https://www.example.org/a'],
    ['//example.org/a', 'https://example.org/a'],
    ['mailto: ada@example.org', 'mailto:ada@example.org'],
    ['ada@example.org', 'mailto:ada@example.org'],
    ['tel: +49 30 1234', 'tel:+49301234'],
    ['https://example.org/a b', 'https://example.org/a%20b'],
  ])('%j becomes a safe link, and loses nothing', (written, href) => {
    for (const value of [contentful(written), portableText(written)]) {
      const converted = convertValue(any, portable, value)
      expect([hrefOf(converted.value), [...converted.reasons]]).toEqual([[href], []])
    }
  })

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:x',
    '///evil.example',
    'www.',
    'https:// ',
  ])('%j stays unsafe: its words stay without a link, and that is reported', written => {
    for (const value of [contentful(written), portableText(written)]) {
      const converted = convertValue(any, portable, value)
      expect([hrefOf(converted.value), [...converted.reasons]]).toEqual([[], [lossReasons.address]])
      expect(JSON.stringify(converted.value)).toContain('"text":"x"')
    }
  })
})
