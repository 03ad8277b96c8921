// What the value of a condition may be, by the type of the path, and which values of the field it stands for.
import { describe, expect, test } from 'bun:test'
import type { ValueRange } from '../../src/content/fields/query-facts.ts'
import { bindList, selectionOf } from './query-bookshop-model.ts'

const conditionOf = (search: string) => selectionOf(`books?${search}`).filter[0]!
const rangesOf = (search: string): readonly ValueRange[] => {
  const { test: sent } = conditionOf(search)
  return sent.kind === 'present' ? [] : sent.ranges
}

/** Decimal digits alone; `%` for what has to be encoded. */
const noNumbers = [
  '1e3',
  '%2B5',
  '+5',
  '05',
  '.5',
  '5.',
  'NaN',
  'Infinity',
  '1,5',
  '',
  '0x10',
  '0b1',
  ' 5',
  '5 ',
  '--5',
  '-',
  '-.5',
  '1_000',
  '00',
  '-05',
  '1.2.3',
  '%D9%A1',
  '%EF%BC%91',
  '5%00',
  '1n',
  'null',
]

const refused: readonly (readonly [path: string, values: readonly string[]])[] = [
  ['price', noNumbers],
  [
    'pages',
    [
      ...noNumbers,
      '9007199254740993',
      '-9007199254740993',
      '9007199254740993.0',
      '4503599627370497.5',
      '5.00000000000000000001',
    ],
  ],
  ['extra.weight', noNumbers],
  ['inPrint', ['1', '0', 'TRUE', 'True', '', 'yes', 'null', ' true', 'true ']],
  [
    'releasedOn',
    [
      '',
      '2024-02-30',
      '2023-02-29',
      '1900-02-29',
      '2024-3-7',
      '2024-13',
      '2024-00',
      '2024-01-00',
      '2024-01-32',
      '2024-W10',
      '24',
      '02024',
      '-2024',
      '2024-',
      '2024-03-07T00:00:00',
      '2024-03-07T00:00Z',
      '2024-03-07T00Z',
      '2024-03-07 00:00:00Z',
      '2024-03-07T24:00:00Z',
      '2024-03-07T00:60:00Z',
      '2024-06-30T23:59:60Z',
      '2024-03-07T00:00:00+02:00',
      '2024-03-07T00:00:00%2B0200',
      '2024-03-07T00:00:00%2B24:00',
      '2024-03-07T00:00:00.Z',
      '1709769600000',
      'now',
      '0000-01-01T00:00:00%2B01:00',
      '9999-12-31T23:59:59-01:00',
    ],
  ],
  [
    'boughtOn',
    [
      '',
      '2024-02-30',
      '2023-02-29',
      '2024-3-7',
      '2024-13',
      '2024-01-00',
      '02024',
      '-2024',
      '2024-03-07T00:00:00Z',
      '2024-03-07T00:00:00.000Z',
      '2024-03-07T00:00:00%2B02:00',
      '2024-03-07T00:00:00',
      '1709769600000',
      'now',
      ' 2024',
    ],
  ],
  ['author', ['']],
  ['id', ['']],
  ['slug', ['']],
  ['author.slug', ['']],
  ['author.collection', ['']],
]

describe('a value of another type is refused', () => {
  test.each(refused.flatMap(([path, values]) => values.map(value => [path, value])))(
    'filter[%s]=%s',
    (path, value) => {
      expect(bindList(`books?filter[${path}]=${value}`).errors.map(({ name }) => name)).toEqual([
        `filter[${path}]`,
      ])
    },
  )

  test('with the accepted ones of a boolean', () => {
    expect(bindList('books?filter[inPrint]=1').errors[0]?.allowed).toEqual(['true', 'false'])
    expect(bindList('books?filter[title][exists]=1').errors[0]?.allowed).toEqual(['true', 'false'])
  })

  test('with a word on %2B where the offset of a time begins with a space', () => {
    expect(bindList('books?filter[releasedOn]=2024-03-07T00:00:00+02:00').errors[0]?.message).toContain('%2B')
    expect(bindList('books?filter[releasedOn]=2024-03-07T00:00:00').errors[0]?.message).toContain('offset')
  })
})

describe.each(['exists=', 'exists=1', 'exists=TRUE', 'exists=true,false'])('exists', text => {
  test(`refuses ${text}`, () => {
    const [, value] = text.split('=')
    expect(bindList(`books?filter[cover][exists]=${value}`).errors).toHaveLength(1)
  })
})

const value = (one: string | number | boolean): ValueRange => ({ kind: 'value', value: one })

describe('a value is read by the type of the field', () => {
  test.each([
    ['filter[price]=9.50', [value(9.5)]],
    ['filter[price]=-0', [value(0)]],
    ['filter[price]=-0.0', [value(0)]],
    ['filter[price]=-12.25', [value(-12.25)]],
    ['filter[price]=9007199254740993', [value(9007199254740992)]],
    ['filter[pages]=9007199254740992', [value(9007199254740992)]],
    ['filter[pages]=120.0', [value(120)]],
    ['filter[pages]=119.5', [value(119.5)]],
    ['filter[price][in]=20,0,14,0,-0,14.0', [value(0), value(14), value(20)]],
    ['filter[inPrint]=true', [value(true)]],
    ['filter[inPrint][ne]=false', [value(false)]],
    ['filter[title]=', [value('')]],
    ['filter[title]=Cafe%CC%81', [value('Café')]],
    ['filter[title]=a,b', [value('a,b')]],
    ['filter[title]=a%5Cb', [value('a\\b')]],
    ['filter[title]=a+b%2Bc', [value('a b+c')]],
    ['filter[title][eqi]=CAFE%CC%81', [{ kind: 'fold', text: 'CAFÉ' }]],
    ['filter[title][prefix]=CAF', [{ kind: 'prefix', text: 'CAF' }]],
    ['filter[slug]=Cafe%CC%81', [value('Caf\u00e9')]],
    ['filter[slug][prefix]=Cafe%CC%81', [{ kind: 'prefix', text: 'Caf\u00e9' }]],
    ['filter[author]=a1', [value('a1')]],
    ['filter[author.collection]=authors', [value('authors')]],
    ['filter[id][gt]=b3', [{ kind: 'range', from: { value: 'b3', isInclusive: false }, to: null }]],
    ['filter[id][lte]=b3', [{ kind: 'range', from: null, to: { value: 'b3', isInclusive: true } }]],
    ['filter[price][gte]=5', [{ kind: 'range', from: { value: 5, isInclusive: true }, to: null }]],
    ['filter[price][lt]=5', [{ kind: 'range', from: null, to: { value: 5, isInclusive: false } }]],
  ] as const)('%s', (search, ranges) => {
    expect(rangesOf(search)).toEqual([...ranges])
  })
})

describe('a prefix must leave something to compare', () => {
  test.each(['title', 'slug', 'id'])('so the empty one of %s is refused', path => {
    expect(bindList(`books?filter[${path}][prefix]=`).errors).toHaveLength(1)
  })

  test('and one of accents alone', () => {
    expect(bindList('books?filter[title][prefix]=%CC%81%CC%88').errors).toHaveLength(1)
    expect(bindList('books?filter[title][prefix]=%CC%81e').errors).toEqual([])
  })
})

describe('in a list', () => {
  test.each([
    ['a%5C,b,novel', ['a,b', 'novel']],
    ['a%5C%5C,b', ['a\\', 'b']],
    ['a%5C%5C%5C,b', ['a\\,b']],
    ['%5C,', [',']],
    ['a,,b', ['', 'a', 'b']],
    [',', ['']],
    ['b,a,b', ['a', 'b']],
    ['Cafe%CC%81,Caf%C3%A9', ['Café']],
    ['a%2Cb', ['a', 'b']],
    [' a,b ', [' a', 'b ']],
  ])('%s is %j', (text, values) => {
    for (const operator of ['in', 'nin', 'all'])
      expect(rangesOf(`filter[tags][${operator}]=${text}`)).toEqual(values.map(value))
  })

  test.each(['', 'a%5Cb', '%5C', 'a,b%5C', '%5C%5C%5C', 'a%5Cn'])('%s is refused', text => {
    for (const operator of ['in', 'nin', 'all'])
      expect(bindList(`books?filter[tags][${operator}]=${text}`).errors).toHaveLength(1)
  })

  test('each value must be one of the type', () => {
    for (const text of ['1,,2', '1,', ',1', '1, 2', 'a', '1,x'])
      expect(bindList(`books?filter[price][in]=${text}`).errors).toHaveLength(1)
    expect(bindList('books?filter[id][in]=a,,b').errors).toHaveLength(1)
  })
})

describe('the operator determines how values are given', () => {
  test.each([
    ['filter[tags]=sea', 'any', false],
    ['filter[tags][ne]=sea', 'any', true],
    ['filter[tags][in]=sea', 'any', false],
    ['filter[tags][nin]=sea', 'any', true],
    ['filter[tags][all]=sea', 'all', false],
    ['filter[tags][exists]=true', 'present', false],
    ['filter[tags][exists]=false', 'present', true],
    ['filter[author][exists]=true', 'present', false],
    ['filter[author.id][exists]=false', 'present', true],
  ])('%s: %s, negated %s', (search, kind, isNegated) => {
    expect(conditionOf(search)).toMatchObject({ test: { kind }, isNegated })
  })
})

describe('a part of a date is the time that it covers, in UTC', () => {
  const time = Date.parse
  const year0 = time('0000-01-01T00:00:00.000Z')
  test.each([
    ['2024', '2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
    ['2024-02', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['2024-12', '2024-12-01T00:00:00Z', '2025-01-01T00:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['2000-02-29', '2000-02-29T00:00:00Z', '2000-03-01T00:00:00Z'],
    ['2023-12-31', '2023-12-31T00:00:00Z', '2024-01-01T00:00:00Z'],
    ['9999', '9999-01-01T00:00:00Z', '+010000-01-01T00:00:00Z'],
    ['9999-12-31', '9999-12-31T00:00:00Z', '+010000-01-01T00:00:00Z'],
    ['0000', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['0099', '0099-01-01T00:00:00Z', '0100-01-01T00:00:00Z'],
    ['0000-02-29', '0000-02-29T00:00:00Z', '0000-03-01T00:00:00Z'],
  ])('%s is from %s until before %s', (text, fromText, toText) => {
    const [from, to] = [time(fromText), time(toText)]
    const rangeOf = (operator: string) => rangesOf(`filter[releasedOn][${operator}]=${text}`)
    const start = (at: number) => [{ kind: 'range', from: { value: at, isInclusive: true }, to: null }]
    const end = (at: number) => [{ kind: 'range', from: null, to: { value: at, isInclusive: false } }]
    const span = [
      { kind: 'range', from: { value: from, isInclusive: true }, to: { value: to, isInclusive: false } },
    ]
    for (const operator of ['eq', 'ne', 'in', 'nin']) expect(rangeOf(operator) as unknown).toEqual(span)
    expect(rangeOf('lt') as unknown).toEqual(end(from))
    expect(rangeOf('gte') as unknown).toEqual(start(from))
    expect(rangeOf('lte') as unknown).toEqual(end(to))
    expect(rangeOf('gt') as unknown).toEqual(start(to))
  })

  test.each([
    ['2024-03-07T00:00:00Z', time('2024-03-07T00:00:00Z')],
    ['2024-03-07t00:00:00z', time('2024-03-07T00:00:00Z')],
    ['2024-03-07T00:00:00.5Z', time('2024-03-07T00:00:00.500Z')],
    ['2024-04-01T01:30:00%2B02:00', time('2024-03-31T23:30:00Z')],
    ['2024-02-28T23:30:00-00:45', time('2024-02-29T00:15:00Z')],
    ['2024-03-07T00:00:00.0010Z', time('2024-03-07T00:00:00.001Z')],
    ['0000-01-01T00:00:00Z', year0],
    ['9999-12-31T23:59:59.999Z', time('9999-12-31T23:59:59.999Z')],
  ])('%s is a point in time', (text, at) => {
    expect(rangesOf(`filter[releasedOn]=${text}`)).toEqual([value(at)])
    expect(rangesOf(`filter[publishedAt][lte]=${text}`)).toEqual([
      { kind: 'range', from: null, to: { value: at, isInclusive: true } },
    ])
  })

  test('a time between two milliseconds is neither of them', () => {
    const at = time('2024-03-07T00:00:00.999Z')
    for (const digits of ['9991', '9999', '9990000000001'])
      expect(rangesOf(`filter[releasedOn]=2024-03-07T00:00:00.${digits}Z`)).toEqual([value(at + 0.5)])
  })
})
