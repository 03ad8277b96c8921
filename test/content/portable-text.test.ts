// Portable Text as a closed format: what is accepted, what is refused and where, and the keys that are derived.
import { describe, expect, test } from 'bun:test'
import Ajv2020 from 'ajv/dist/2020'
import fc from 'fast-check'
import schemaFile from '../../docs/portable-text.schema.json' with { type: 'json' }
import type { Json } from '../../src/content/values/model.ts'
import {
  blockStyles,
  blocksMax,
  decorators,
  portableTextSchema,
  readPortableText,
} from '../../src/content/values/portable-text.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const span = (text: string, ...marks: string[]) => ({ _type: 'span', text, marks })
const block = (...children: Json[]) => ({ _type: 'block', children })
const link = (_key: string, href: string) => ({ _type: 'link', _key, href })
const linked = (href: string) => [{ ...block(span('x', 'l')), markDefs: [link('l', href)] }]

function read(given: unknown): readonly Json[] {
  const result = readPortableText(given as Json, { refusesUnsafeAddresses: true })
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  return result.value
}

function errorsOf(given: unknown): [pointer: string, message: string][] {
  const result = readPortableText(given as Json, { refusesUnsafeAddresses: true })
  return 'errors' in result ? result.errors.map(({ pointer, message }) => [pointer, message]) : []
}

/** A table with these texts in its cells. */
const table = (rows: readonly (readonly string[])[]) => ({
  _type: 'table',
  rows: rows.map(cells => ({ cells: cells.map(text => ({ content: [block(span(text))] })) })),
})
const image = { _type: 'image', asset: { url: '/a.png' } }

describe('a value is brought to one form', () => {
  test('defaults are filled in, and keys stand in a fixed order', () => {
    const sent = [
      { children: [{ text: 'Tide', _type: 'span', _key: 's' }], _key: 'b', _type: 'block' },
      { code: 'x', _key: 'c', _type: 'code' },
      { _key: 'd', _type: 'break' },
      { caption: 'A', asset: { size: 1, url: '/a.png' }, _key: 'i', _type: 'image' },
    ]
    expect(JSON.stringify(read(sent))).toBe(
      JSON.stringify([
        {
          _type: 'block',
          _key: 'b',
          style: 'normal',
          children: [{ _type: 'span', _key: 's', text: 'Tide', marks: [] }],
          markDefs: [],
        },
        { _type: 'code', _key: 'c', code: 'x' },
        { _type: 'break', _key: 'd' },
        {
          _type: 'image',
          _key: 'i',
          asset: { url: '/a.png', title: null, contentType: null, width: null, height: null, size: 1 },
          caption: 'A',
        },
      ]),
    )
  })

  test('a table has no header row unless it says so, and keys everywhere', () => {
    const [read1] = read([table([['a'], ['b']])]) as readonly { rows: { cells: { content: Json[] }[] }[] }[]
    expect(read1).toMatchObject({ _type: 'table', header: false })
    expect(Object.keys(read1!)).toEqual(['_type', '_key', 'header', 'rows'])
    const parts = read1!.rows.flatMap(row => [
      row,
      ...row.cells,
      ...row.cells.flatMap(({ content }) => content),
    ])
    expect(new Set(parts.map(part => (part as { _key: string })._key)).size).toBe(6)
    expect(Object.keys(read1!.rows[0]!)).toEqual(['_key', 'cells'])
  })

  test('a list item without a level is on the first one', () => {
    expect(read([{ ...block(), listItem: 'bullet' }])[0]).toMatchObject({ listItem: 'bullet', level: 1 })
    expect(read([{ ...block(), listItem: 'number', level: 6 }])[0]).toMatchObject({ level: 6 })
  })

  test.each([...blockStyles])('a block may have the style %s', style => {
    expect(read([{ ...block(span('x')), style }])).toMatchObject([{ style }])
  })

  test.each([...decorators])('a span may have the mark %s', mark => {
    expect(read([block(span('x', mark))])).toMatchObject([{ children: [{ marks: [mark] }] }])
  })

  test.each([
    'https://example.org/',
    '/about',
    '#top',
    '?page=2',
    'mailto:press@example.org',
    'tel:+4712345678',
  ])('a link may lead to %s', href => {
    expect(read(linked(href))).toMatchObject([{ markDefs: [{ href }] }])
  })
})

/** What is sent, and the place and beginning of each error. */
const refused: readonly (readonly [title: string, value: unknown, ...errors: [string, RegExp][]])[] = [
  ['a string', 'Tide', ['', /^must be a list$/]],
  ['an object', {}, ['', /must be a list/]],
  ['null in the list', [null], ['/0', /must be an object/]],
  [
    'an unknown type',
    [{ _type: 'chart' }],
    ['/0/_type', /^must be one of block, code, break, image, entry, component, table$/],
  ],
  ['no type', [{ children: [] }], ['/0/_type', /must be one of/]],
  ['a type that every object inherits', [{ _type: 'constructor' }], ['/0/_type', /must be one of/]],
  ['a component without data', [{ _type: 'component', component: 'hero' }], ['/0/data', /is missing/]],
  [
    'a component with the key of a block in a list',
    [{ _type: 'component', component: 'hero', key: 'k', data: {} }],
    ['/0/key', /is unknown/],
  ],
  [
    'a component whose data is a list',
    [{ _type: 'component', component: 'hero', data: [] }],
    ['/0/data', /must be an object/],
  ],
  ['no entry', [{ _type: 'entry' }], ['/0/entry', /is missing/]],
  ['an entry that is null', [{ _type: 'entry', entry: null }], ['/0/entry', /must be { "id" } or/]],
  [
    'an entry as it is served',
    [{ _type: 'entry', entry: { id: 'a', collection: 'posts', slug: 'a' } }],
    ['/0/entry', /must be { "id" } or/],
  ],
  [
    'a link to no entry',
    [{ ...block(), markDefs: [{ _type: 'entryLink', _key: 'e', entry: { id: '-' } }] }],
    ['/0/markDefs/0/entry', /must be { "id" } or/],
  ],
  ['a table without rows', [table([])], ['/0/rows', /^must have at least 1 item$/]],
  ['rows without cells', [table([[]])], ['/0/rows/0/cells', /^must have at least 1 item$/]],
  [
    'rows of different lengths',
    [table([['a', 'b'], ['a']])],
    ['/0/rows/1/cells', /has 1 cells, and the first row has 2/],
  ],
  ['501 rows', [table(Array(501).fill(['a']))], ['/0/rows', /has 501 items; 500 is the maximum/]],
  ['51 columns', [table([Array(51).fill('')])], ['/0/rows/0/cells', /has 51 items; 50 is the maximum/]],
  [
    '5,050 cells in two tables',
    [table(Array(100).fill(Array(50).fill(''))), table([Array(50).fill('')])],
    ['/1/rows', /to 5050; 5000 is the maximum/],
  ],
  [
    'a table in a table',
    [{ _type: 'table', rows: [{ cells: [{ content: [table([['a']])] }] }] }],
    ['/0/rows/0/cells/0/content/0/_type', /^must be block$/],
  ],
  [
    'a heading in a table',
    [{ _type: 'table', rows: [{ cells: [{ content: [{ ...block(), style: 'h2' }] }] }] }],
    ['/0/rows/0/cells/0/content/0/style', /^must be one of normal$/],
  ],
  ['an unknown key', [{ ...block(), align: 'left' }], ['/0/align', /is unknown/]],
  ['an unknown key with / and ~', [{ ...block(), 'a/b~c': 1 }], ['/0/a~1b~0c', /is unknown/]],
  ['__proto__ as a key', [JSON.parse('{"_type":"break","__proto__":{}}')], ['/0/__proto__', /is unknown/]],
  ['an unknown style', [{ ...block(), style: 'h7' }], ['/0/style', /normal, h1, .*blockquote/]],
  ['an unknown kind of list', [{ ...block(), listItem: 'check' }], ['/0/listItem', /bullet, number/]],
  ['level 0', [{ ...block(), listItem: 'bullet', level: 0 }], ['/0/level', /1 to 6/]],
  ['level 7', [{ ...block(), listItem: 'bullet', level: 7 }], ['/0/level', /1 to 6/]],
  ['level 1.5', [{ ...block(), listItem: 'bullet', level: 1.5 }], ['/0/level', /1 to 6/]],
  ['a level of no list', [{ ...block(), level: 1 }], ['/0/level', /list items only/]],
  ['no children', [{ _type: 'block' }], ['/0/children', /is missing/]],
  ['children that are no list', [{ _type: 'block', children: {} }], ['/0/children', /must be a list/]],
  ['a block in a block', [block(block())], ['/0/children/0/_type', /must be span/]],
  ['a span without text', [block({ _type: 'span' })], ['/0/children/0/text', /is missing/]],
  ['a number as text', [block({ _type: 'span', text: 1 })], ['/0/children/0/text', /must be a string/]],
  ['an unknown mark', [block(span('x', 'blink'))], ['/0/children/0/marks/0', /neither the name of a mark/]],
  ['a mark that is no string', [block({ ...span('x'), marks: [1] })], ['/0/children/0/marks/0', /a string/]],
  ['a mark twice', [block(span('x', 'em', 'em'))], ['/0/children/0/marks', /twice/]],
  [
    'a mark that another block defines',
    [...linked('/a'), block(span('y', 'l'))],
    ['/1/children/0/marks/0', /neither/],
  ],
  [
    'a definition without href',
    [{ ...block(), markDefs: [{ _type: 'link' }] }],
    ['/0/markDefs/0/href', /missing/],
  ],
  [
    'a definition whose key is the name of a mark',
    [{ ...block(), markDefs: [link('strong', '/')] }],
    ['/0/markDefs/0/_key', /is the name of a mark/],
  ],
  ['an empty key', [{ ...block(), _key: '' }], ['/0/_key', /1 to 100/]],
  ['a key of 101 characters', [{ ...block(), _key: 'k'.repeat(101) }], ['/0/_key', /1 to 100/]],
  ['a key that is a number', [{ ...block(), _key: 1 }], ['/0/_key', /must be a string/]],
  [
    'a key twice',
    [
      { ...block(), _key: 'a' },
      { ...block(), _key: 'a' },
    ],
    ['/1/_key', /another part/],
  ],
  [
    'the key of a block on a span',
    [{ ...block({ ...span('x'), _key: 'a' }), _key: 'a' }],
    ['/0/children/0/_key', /another part/],
  ],
  ['code that is no string', [{ _type: 'code', code: null }], ['/0/code', /must be a string/]],
  ['a language of null', [{ _type: 'code', code: '', language: null }], ['/0/language', /must be a string/]],
  ['a break with text', [{ _type: 'break', text: '' }], ['/0/text', /is unknown/]],
  ['an image without a file', [{ _type: 'image' }], ['/0/asset', /is missing/]],
  ['an image with an address alone', [{ _type: 'image', asset: '/a.png' }], ['/0/asset', /an object of url/]],
  [
    'an image at an unsafe address',
    [{ ...image, asset: { url: 'data:image/png,x' } }],
    ['/0/asset/url', /https or http/],
  ],
  ['an image with a fragment', [{ ...image, asset: { url: '#a' } }], ['/0/asset/url', /https or http/]],
  ['a caption of null', [{ ...image, caption: null }], ['/0/caption', /must be a string/]],
  ['too many blocks', Array.from({ length: blocksMax + 1 }, () => block()), ['', /5000 is the maximum/]],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https:\\\\evil',
  ].map((href): [string, unknown, [string, RegExp]] => [
    `a link to ${href}`,
    linked(href),
    ['/0/markDefs/0/href', /^must /],
  ]),
  [
    'several errors at once',
    [
      { _type: 'chart' },
      {
        ...block(span('x', 'blink'), { _type: 'span' }),
        style: 'big',
        level: 1,
        markDefs: [link('l', 'x:')],
      },
      { _type: 'break', _key: 'k' },
      { _type: 'break', _key: 'k' },
    ],
    ['/0/_type', /must be/],
    ['/1/level', /list items only/],
    ['/1/style', /must be/],
    ['/1/children/1/text', /missing/],
    ['/1/markDefs/0/href', /must be/],
    ['/1/children/0/marks/0', /neither/],
    ['/3/_key', /another part/],
  ],
]

describe('what is not in the format is refused with its place', () => {
  test.each(refused)('%s', (_, value, ...expected) => {
    const errors = errorsOf(value)
    expect(errors.map(([pointer]) => pointer)).toEqual(expected.map(([pointer]) => pointer))
    for (const [index, [, message]] of expected.entries()) expect(errors[index]![1]).toMatch(message)
  })

  test('with at most 1,000 errors, whatever is sent', () => {
    const many = [block(...Array.from({ length: 20_000 }, () => 1))]
    expect(errorsOf(many)).toHaveLength(1000)
  })
})

test('what was imported may have an unsafe address: it is reported where the address counts', () => {
  expect(readPortableText(linked('javascript:alert(1)'))).toMatchObject({
    value: [{ markDefs: [{ href: 'javascript:alert(1)' }] }],
  })
})

describe('a missing key', () => {
  const keysOf = (value: unknown): string[] =>
    JSON.stringify(read(value))
      .match(/"_key":"[^"]*"/g)!
      .map(text => text.slice(8, -1))

  test('is derived, so that the same request gives the same', () => {
    const sent = [
      block(span('a'), span('a')),
      block(span('a')),
      { ...block(), markDefs: [{ _type: 'link', href: '/' }] },
    ]
    const keys = keysOf(sent)
    expect(keys).toHaveLength(7)
    expect(new Set(keys).size).toBe(7)
    expect(keysOf(structuredClone(sent))).toEqual(keys)
    // Whatever the order in which a client writes keys.
    expect(
      keysOf([{ children: [{ marks: [], text: 'a', _type: 'span' }, span('a')], _type: 'block' }]).slice(
        0,
        3,
      ),
    ).toEqual(keys.slice(0, 3))
  })

  test('is never one that the value has elsewhere', () => {
    const [derived] = keysOf([block()])
    const keys = keysOf([block(), { ...block(), _key: derived }])
    expect(keys[1]).toBe(derived!)
    expect(keys[0]).not.toBe(derived!)
  })

  test('is kept once it is there: what was read is read again unchanged', () => {
    const value = read([block(span('a', 'em')), { _type: 'code', code: '', language: 'sh' }, image])
    expect(JSON.stringify(read(value))).toBe(JSON.stringify(value))
  })
})

const ajv = new Ajv2020({ allErrors: true })
const matchesSchema = ajv.compile(portableTextSchema)

const word = fc.constantFrom('', 'a', 'Tide', 'x\ny', '🌊')
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const goodKey = maybe(fc.uuid())
const goodSpan = fc.record({
  _type: fc.constant('span'),
  _key: goodKey,
  text: word,
  marks: maybe(fc.subarray<string>([...decorators], { maxLength: 3 })),
})
const goodBlock = fc
  .record({
    _type: fc.constant('block'),
    _key: goodKey,
    style: maybe(fc.constantFrom(...blockStyles)),
    listItem: maybe(fc.constantFrom('bullet', 'number')),
    level: maybe(fc.integer({ min: 1, max: 6 })),
    children: fc.array(goodSpan, { maxLength: 3 }),
    markDefs: maybe(
      fc.array(
        fc.oneof(
          fc.record({
            _type: fc.constant('link'),
            _key: goodKey,
            href: fc.constantFrom('/', '#a', 'https://a.example'),
          }),
          fc.record({
            _type: fc.constant('entryLink'),
            _key: goodKey,
            entry: fc.constant({ id: 'a' }),
          }),
        ),
        { maxLength: 2 },
      ),
    ),
  })
  .map(({ level, ...rest }) => (rest.listItem === undefined ? rest : { ...rest, level }))
const goodItem = fc.oneof(
  goodBlock,
  fc.record({ _type: fc.constant('code'), _key: goodKey, language: maybe(fc.constant('sh')), code: word }),
  fc.record({ _type: fc.constant('break'), _key: goodKey }),
  fc.record({
    _type: fc.constant('image'),
    _key: goodKey,
    asset: fc.constant({ url: '/a.png' }),
    caption: maybe(word),
  }),
)
const goodReference = fc.constantFrom({ id: 'a:1' }, { collection: 'posts', slug: 'é' })
const goodEntry = fc.record({ _type: fc.constant('entry'), _key: goodKey, entry: goodReference })
const goodTable = fc
  .record({ columns: fc.integer({ min: 1, max: 3 }), rows: fc.integer({ min: 1, max: 3 }) })
  .chain(({ columns, rows }) => {
    const content = fc.array(
      goodBlock.map(each => ({ ...each, style: 'normal' })),
      { maxLength: 1 },
    )
    const cell = fc.record({ _key: goodKey, content })
    const cells = fc.array(cell, { minLength: columns, maxLength: columns })
    return fc.record({
      ...{ _type: fc.constant('table'), _key: goodKey, header: maybe(fc.boolean()) },
      rows: fc.array(fc.record({ _key: goodKey, cells }), { minLength: rows, maxLength: rows }),
    })
  })
/** As a client sends it: without keys that have no value. */
const good = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: goodItem }, { weight: 1, arbitrary: fc.oneof(goodEntry, goodTable) }),
    {
      maxLength: 5,
    },
  )
  .map(value => JSON.parse(JSON.stringify(value)) as Json[])

const junk = fc.constantFrom<Json>(
  null,
  0,
  1,
  7,
  1.5,
  '',
  'x',
  'block',
  'strong',
  'span',
  [],
  {},
  true,
  ['em', 'em'],
  'javascript:x',
)
const names = [
  '_type',
  '_key',
  'style',
  'listItem',
  'level',
  'children',
  'markDefs',
  'text',
  'marks',
  'href',
  'asset',
  'url',
  'code',
  'entry',
  'id',
  'header',
  'rows',
  'cells',
  'content',
  'x',
]

/** A good value with one place changed, removed or added to. */
const spoilt = fc
  .tuple(good, fc.nat(), fc.constantFrom(...names), junk, fc.boolean())
  .map(([value, at, name, to, removes]) => {
    const copy = structuredClone(value) as Json
    const objects: Record<string, Json>[] = []
    const visit = (one: Json): void => {
      if (typeof one !== 'object' || one === null) return
      if (!Array.isArray(one)) objects.push(one as Record<string, Json>)
      for (const each of Object.values(one)) visit(each as Json)
    }
    visit(copy)
    const object = objects[at % Math.max(1, objects.length)]
    if (object === undefined) return [to]
    if (removes) delete object[name]
    else object[name] = to
    return copy
  })

test('the JSON Schema in docs/ is that of the code', () => {
  const { $schema, title, description, ...schema } = schemaFile as Record<string, unknown>
  expect([$schema, title, description].every(part => typeof part === 'string')).toBe(true)
  expect(schema).toEqual(JSON.parse(JSON.stringify(portableTextSchema)))
})

test('the JSON Schema and the check agree, but for repeated keys, marks without definition, addresses and counts', () => {
  let refusals = 0
  fc.assert(
    fc.property(
      fc.oneof(
        good,
        spoilt,
        fc.jsonValue().map(value => value as Json),
      ),
      value => {
        const result = readPortableText(value)
        const errors = 'errors' in result ? result.errors : []
        const isShaped = errors.every(({ code }) => code !== 'shape')
        if (!isShaped) refusals++
        expect([JSON.stringify(value), matchesSchema(value), errors]).toEqual([
          JSON.stringify(value),
          isShaped,
          errors,
        ])
        if ('value' in result) {
          expect(matchesSchema(result.value)).toBe(true)
          expect(readPortableText(result.value)).toEqual({ value: result.value })
        }
      },
    ),
    { numRuns: fuzzRuns(3000) },
  )
  expect(refusals).toBeGreaterThan(100)
})

test('a good value has no errors, and keys everywhere', () => {
  fc.assert(
    fc.property(good, value => {
      const filled = read(value)
      expect(JSON.stringify(filled).match(/"(?:_type|cells|content)"/g)?.length ?? 0).toBe(
        JSON.stringify(filled).match(/"_key"/g)?.length ?? 0,
      )
    }),
    { numRuns: fuzzRuns(1000) },
  )
})
