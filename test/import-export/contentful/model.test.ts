// Content types as collections: field kinds, names that do not fit, where links may go, what is left out.
import { expect, test } from 'bun:test'
import {
  convertContentful,
  isContentfulExport,
} from '../../../src/import-export/formats/contentful/contentful.ts'
import { convert, convertSpace, lossesAt } from './conversion.ts'
import { contentType, entry, field, link, type Part, space, toEntry } from './space-builder.ts'

const modelOf = (...fields: Part[]) => convertSpace({ contentTypes: [contentType('post', fields)] })

test.each([
  ['Symbol', {}, { type: 'text' }],
  ['Text', {}, { type: 'text' }],
  ['RichText', {}, { type: 'richText' }],
  ['Integer', {}, { type: 'integer' }],
  ['Number', {}, { type: 'number' }],
  ['Boolean', {}, { type: 'boolean' }],
  ['Date', {}, { type: 'dateTime' }],
  ['Location', {}, { type: 'json' }],
  ['Object', {}, { type: 'json' }],
  ['Link', { linkType: 'Entry' }, { type: 'reference' }],
  ['Link', toEntry('post'), { type: 'reference', to: ['post'] }],
  [
    'Link',
    { linkType: 'Entry', validations: [{ linkContentType: 'post' }] },
    { type: 'reference', to: ['post'] },
  ],
  ['Link', { linkType: 'Asset' }, { type: 'asset' }],
  ['Array', { items: { type: 'Symbol' } }, { type: 'text', many: true }],
  ['Array', { items: { type: 'Link', linkType: 'Entry' } }, { type: 'reference', many: true }],
  ['Array', { items: { type: 'Link', ...toEntry('post') } }, { type: 'reference', many: true, to: ['post'] }],
  ['Array', { items: { type: 'Link', linkType: 'Asset' } }, { type: 'asset', many: true }],
])('a field %s %j becomes %j', (type, more, expected) => {
  const converted = modelOf(field('f', type, more))
  expect(converted.collections[0]?.fields).toEqual([{ apiName: 'f', ...expected } as never])
  expect(lossesAt(converted, 'post.f')).toEqual([])
})

test.each([
  ['ResourceLink', {}, { type: 'json' }],
  ['Array', { items: { type: 'ResourceLink' } }, { type: 'json', many: true }],
  ['Array', {}, { type: 'json', many: true }],
  ['Hologram', {}, { type: 'json' }],
])('a field %s %j has no counterpart: plain JSON, and a loss', (type, more, expected) => {
  const converted = modelOf(field('f', type, more))
  expect(converted.collections[0]?.fields).toEqual([{ apiName: 'f', ...expected } as never])
  expect(lossesAt(converted, 'post.f')).toHaveLength(1)
})

test('collections carry id, name and the order of the fields; a nameless type is called by its id', () => {
  const contentTypes = [
    contentType('b-1', [field('z', 'Text'), field('a', 'Text')]),
    contentType('a', [], { name: ' ' }),
  ]
  expect(
    convertSpace({ contentTypes }).collections.map(({ apiName, name, fields }) => [
      apiName,
      name,
      fields.length,
    ]),
  ).toEqual([
    ['b-1', 'The b-1', 2],
    ['a', 'a', 0],
  ])
})

test('a name over 200 characters is cut, and reported', () => {
  const converted = convertSpace({
    contentTypes: [contentType('post', [], { name: `${'x'.repeat(199)}😀` })],
  })
  expect(converted.collections[0]?.name).toBe(`${'x'.repeat(199)}\uFFFD`)
  expect(lossesAt(converted, 'post')).toHaveLength(1)
})

test('names that do not fit are altered the same way in every run, and never take a name that fits', () => {
  const fields = ['1st', 'x1st', 'a b', '__proto__', 'constructor'].map(id => field(id, 'Text'))
  const source = space({
    contentTypes: [contentType('_odd', fields), contentType('x_odd', [])],
    entries: [entry('-1', '_odd', { '1st': 'one', constructor: 'two' }), entry('x-1', '_odd', {})],
  })
  const converted = convert(source)
  expect(converted.collections.map(record => record.apiName)).toEqual(['x_odd-2', 'x_odd'])
  expect(converted.collections[0]?.fields.map(one => one.apiName)).toEqual([
    'x1st-2',
    'x1st',
    'a_b',
    'x__proto__',
    'constructor',
  ])
  expect(converted.entry('x-1-2').data).toEqual({ 'x1st-2': 'one', constructor: 'two' })
  for (const where of ['_odd', '_odd.1st', '_odd.a b', '_odd.__proto__', '-1'])
    expect(lossesAt(converted, where)).toHaveLength(1)
  expect(convert(source)).toEqual(
    expect.objectContaining({ losses: converted.losses, entries: converted.entries }),
  )
})

test('references follow an entry that was renamed', () => {
  const contentTypes = [contentType('post', [field('next', 'Link', toEntry('post'))])]
  const entries = [entry('_a', 'post', { next: link('_a') })]
  expect(convertSpace({ contentTypes, entries }).entries[0]).toMatchObject({
    id: 'x_a',
    data: { next: { id: 'x_a' } },
  })
})

test('a link to a type that the validation does not allow widens `to`, reported once for the field', () => {
  const contentTypes = [
    contentType('post', [field('next', 'Link', toEntry('post'))]),
    contentType('page', []),
  ]
  const entries = [
    entry('a', 'post', { next: link('p') }),
    entry('b', 'post', { next: link('p') }),
    entry('p', 'page', {}),
  ]
  const converted = convertSpace({ contentTypes, entries })
  expect(converted.collections[0]?.fields[0]?.to).toEqual(['post', 'page'])
  expect(lossesAt(converted, 'post.next')).toEqual([expect.stringContaining('page (2)')])
})

test('a type that is not in the file is left out of `to`; with none left, any is allowed', () => {
  const some = modelOf(field('f', 'Link', toEntry('post', 'gone')))
  const none = modelOf(field('f', 'Link', toEntry('gone')))
  expect([some, none].map(one => one.collections[0]?.fields[0]?.to)).toEqual([['post'], undefined])
  expect([some, none].map(one => lossesAt(one, 'post.f').length)).toEqual([1, 2])
})

test('a field that is marked as deleted is treated as omitted', () => {
  expect(modelOf(field('f', 'Text', { deleted: true })).collections[0]?.fields).toEqual([])
})

test('an omitted field stays out of the model, reported where it had values; a disabled one is delivered', () => {
  const fields = [
    field('a', 'Text', { omitted: true }),
    field('b', 'Text', { omitted: true }),
    field('c', 'Text', { disabled: true }),
  ]
  const entries = [entry('1', 'post', { a: 'x', c: 'y' }), entry('2', 'post', { a: 'x' })]
  const converted = convertSpace({ contentTypes: [contentType('post', fields)], entries })
  expect(converted.collections[0]?.fields.map(one => one.apiName)).toEqual(['c'])
  expect(converted.entry('1').data).toEqual({ c: 'y' })
  expect(lossesAt(converted, 'post.a')).toEqual([
    expect.stringMatching(/\(1\)$/),
    expect.stringMatching(/\(2\)$/),
  ])
  expect(lossesAt(converted, 'post.b')).toEqual([])
})

test('a value that no field of the type holds is a loss', () => {
  const converted = convertSpace({
    contentTypes: [contentType('post', [])],
    entries: [entry('1', 'post', { ghost: 'x' })],
  })
  expect(converted.entry('1').data).toEqual({})
  expect(lossesAt(converted, 'post.ghost')).toHaveLength(1)
})

test('entries of a type that is not in the file are not imported: the loss names them and says what to do', () => {
  const converted = convertSpace({ entries: [entry('1', 'ghost', {}), entry('2', 'ghost', {})] })
  expect(converted.entries).toEqual([])
  expect(lossesAt(converted, 'ghost')).toEqual([
    expect.stringMatching(/export it together.*\(1\)$/),
    expect.stringMatching(/export it together.*\(2\)$/),
  ])
})

test('a collection takes 500 fields; each further one is a loss', () => {
  const converted = modelOf(...Array.from({ length: 502 }, (_, index) => field(`f${index}`, 'Text')))
  expect(converted.collections[0]?.fields).toHaveLength(500)
  expect(lossesAt(converted, 'post.f501')).toHaveLength(1)
})

test('what is given twice stands once', () => {
  const type = contentType('post', [field('a', 'Text'), field('a', 'Integer')])
  const entries = [entry('1', 'post', { a: 'first' }), entry('1', 'post', { a: 'second' })]
  const converted = convertSpace({ contentTypes: [type, contentType('post', [])], entries })
  expect(converted.collections).toHaveLength(1)
  expect(converted.entries.map(record => record.data)).toEqual([{ a: 'first' }])
  for (const where of ['post', 'post.a', '1']) expect(lossesAt(converted, where)).toHaveLength(1)
})

test('whatever is in the file and is not imported has a line with its count', () => {
  const tag = { tags: [link('t', 'Tag')] }
  const type = contentType('post', [
    field('a', 'Text', { required: true }),
    field('b', 'Text', { validations: [{ unique: true }] }),
  ])
  const converted = convertSpace({
    contentTypes: [type],
    entries: [
      { ...entry('1', 'post', {}), metadata: tag },
      { ...entry('2', 'post', {}), metadata: tag },
    ],
    tags: [{}],
    comments: [{}, {}],
    roles: [{}, {}],
    webhooks: [{}],
    editorInterfaces: [{}, {}, {}],
    empty: [],
  })
  expect(converted.losses).toEqual([
    'file: Not content, so not imported: roles (2), webhooks (1), editor interfaces (3), display names and help texts of fields.',
    'tags: Not imported: 1 of this kind.',
    'comments: Not imported: 2 of this kind.',
    'entries: Metadata of the kind tags is not imported (2 times).',
    "contentTypes: Fields' validations and default values are not imported (2 times).",
  ])
})

test.each([[null], [[]], ['text'], [{}], [{ contentTypes: [], entries: {} }], [{ entries: [] }]])(
  '%j is no export',
  source => {
    expect(isContentfulExport(source)).toBe(false)
    expect(() => convertContentful(source, { changed: 'latest', oddities: [] })).toThrow(
      'not a Contentful export',
    )
  },
)
