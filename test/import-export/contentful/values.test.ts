// Values: of the model's type, or null and a loss that names the field and the entry.
import { expect, test } from 'bun:test'
import { convertContentful } from '../../../src/import-export/formats/contentful/contentful.ts'
import { convertSpace, lossesAt } from './conversion.ts'
import {
  contentType,
  english,
  entry,
  field,
  link,
  localEntry,
  locale,
  type Part,
  space,
} from './space-builder.ts'

function readOne(kind: string | Part, value: unknown) {
  const part = typeof kind === 'string' ? { type: kind } : kind
  const contentTypes = [contentType('post', [field('f', 'Text', part)])]
  const converted = convertSpace({ contentTypes, entries: [entry('e', 'post', { f: value })] })
  return { value: converted.entry('e').liveData?.f, losses: lossesAt(converted, 'post.f') }
}

const listOf = (type: string, linkType?: string): Part => ({ type: 'Array', items: { type, linkType } })
const entryLink: Part = { type: 'Link', linkType: 'Entry' }
const richText = (node: Part) => ({
  nodeType: 'document',
  data: {},
  content: [{ nodeType: 'paragraph', content: [node] }],
})

function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)]
}

test.each([
  ['Symbol', 'a', 'a'],
  ['Symbol', '', ''],
  ['Integer', 3, 3],
  ['Integer', -9007199254740991, -9007199254740991],
  ['Integer', 2 ** 60, 2 ** 60],
  ['Number', 0.5, 0.5],
  ['Boolean', false, false],
  ['Location', { lon: 1, lat: 2 }, { lon: 1, lat: 2 }],
  ['Object', [1, null, { a: {} }], [1, null, { a: {} }]],
  ['Object', 'text', 'text'],
  ['RichText', richText({ nodeType: 'text', value: 'x' }), richText({ nodeType: 'text', value: 'x' })],
  [listOf('Symbol'), ['a', 'b'], ['a', 'b']],
  [listOf('Symbol'), [], []],
  [entryLink, link('missing'), { id: 'missing' }],
  [listOf('Link', 'Entry'), [link('e'), link('e')], [{ id: 'e' }, { id: 'e' }]],
  ['Object', nested(60), nested(60)],
])('%j keeps %j', (kind, value, expected) => {
  expect(readOne(kind, value)).toEqual({ value: expected as never, losses: [] })
})

test.each([
  ['Symbol', 5, null],
  ['Symbol', { a: 1 }, null],
  ['Integer', '5', null],
  ['Integer', 1.5, null],
  ['Number', '1.5', null],
  ['Boolean', 'true', null],
  ['RichText', 5, null],
  [entryLink, 'e', null],
  [entryLink, link('e', 'Asset'), null],
  [entryLink, link('no/id'), null],
  [entryLink, [link('e')], null],
  [listOf('Symbol'), 'a', []],
  [listOf('Symbol'), ['a', 5, null, 'b'], ['a', 'b']],
  [listOf('Link', 'Entry'), [link('e'), {}], [{ id: 'e' }]],
  ['Object', nested(61), null],
  ['Symbol', 'nul\0nul', 'nul\uFFFDnul'],
  ['Symbol', 'half \uD83D pair', 'half \uFFFD pair'],
  ['Object', { 'a\0': ['\uDE00'] }, { 'a\uFFFD': ['\uFFFD'] }],
  ['RichText', richText({ value: '\0' }), richText({ value: '\uFFFD' })],
])('%j cannot hold %j: %j stands there, and a loss', (kind, value, expected) => {
  const read = readOne(kind, value)
  expect(read.value).toEqual(expected as never)
  expect(read.losses).toHaveLength(1)
  expect(read.losses[0]).toMatch(/\. \(e\)$/)
})

test.each([
  ['2017-05-16', '2017-05-16T00:00:00.000Z', 'without a time'],
  ['2017-05-16T01:30', '2017-05-16T01:30:00.000Z', 'without an offset'],
  ['2017-05-16T01:30:15.25', '2017-05-16T01:30:15.250Z', 'without an offset'],
  ['2017-05-16T00:00+02:00', '2017-05-15T22:00:00.000Z', 'converted to UTC'],
  ['2017-05-16T00:00:30-0830', '2017-05-16T08:30:30.000Z', 'converted to UTC'],
  ['2017-05-16T00:00Z', '2017-05-16T00:00:00.000Z', null],
  ['2017-05-16T00:00:01.5+00:00', '2017-05-16T00:00:01.500Z', null],
  ['0050-01-01T00:00Z', '0050-01-01T00:00:00.000Z', null],
  ['2017-02-29', null, 'not a date'],
  ['2017-05-16T24:00', null, 'not a date'],
  ['9999-12-31T23:00-02:00', null, 'not a date'],
  ['tomorrow', null, 'not a date'],
  [1494892800000, null, 'not a date'],
])('the date %p is %p', (text, expected, reported) => {
  const read = readOne('Date', text)
  expect(read.value).toBe(expected as never)
  expect(read.losses).toEqual(reported === null ? [] : [expect.stringContaining(reported)])
})

test.each([
  ['embedded entry', { nodeType: 'embedded-entry-inline', data: { target: link('e') } }, 1],
  ['embedded asset', { nodeType: 'embedded-asset-block', data: { target: link('a', 'Asset') } }, 1],
  ['plain hyperlink', { nodeType: 'hyperlink', data: { uri: 'https://example.org' } }, 0],
])('rich text with an %s is carried as it is; links inside are reported', (_, node, losses) => {
  const read = readOne('RichText', richText(node))
  expect(read.value).toEqual(richText(node) as never)
  expect(read.losses).toHaveLength(losses)
})

test('10,000 references are kept, one more is cut off and reported', () => {
  const links = (count: number) => Array.from({ length: count }, () => link('e'))
  expect(readOne(listOf('Link', 'Entry'), links(10_000)).losses).toEqual([])
  const cut = readOne(listOf('Link', 'Entry'), links(10_001))
  expect(cut.value).toHaveLength(10_000)
  expect(cut.losses).toEqual([expect.stringContaining('10000')])
})

test('a link to nothing never comes to point at an entry that was renamed', () => {
  const contentTypes = [contentType('post', [field('f', 'Link', entryLink)])]
  const entries = [entry('_a', 'post', {}), entry('b', 'post', { f: link('x_a') })]
  const converted = convertSpace({ contentTypes, entries })
  expect(converted.entry('b').data).toEqual({ f: null })
  expect(lossesAt(converted, 'post.f')).toHaveLength(1)
})

test('null and absent values are no values', () => {
  const contentTypes = [contentType('post', [field('a', 'Text'), field('b', 'Text')])]
  const converted = convertSpace({ contentTypes, entries: [entry('e', 'post', { a: null })] })
  expect(converted.entry('e').data).toEqual({})
  expect(lossesAt(converted, 'post.a')).toEqual([])
})

test('a value that is lost is reported of each entry, with its collection and field', () => {
  const entries = Array.from({ length: 7 }, (_, index) => entry(`e${index}`, 'post', { f: 5 }))
  const source = space({ contentTypes: [contentType('post', [field('f', 'Text')])], entries })
  const { losses } = convertContentful(source, { changed: 'latest', oddities: [] })
  expect(losses.filter(loss => loss.entry !== null)).toEqual(
    entries.map((_, index) => ({
      kind: 'value_not_imported',
      where: 'post.f',
      collection: 'post',
      entry: `e${index}`,
      field: 'f',
      what: 'A value that is not a string was left out.',
      count: 1,
    })),
  )
})

test('three wrong links of one field are one loss, with their number', () => {
  const contentTypes = [
    contentType('post', [field('f', 'Array', { items: { type: 'Link', linkType: 'Entry' } })]),
  ]
  const source = space({ contentTypes, entries: [entry('e', 'post', { f: [5, 'x', link('a', 'Asset')] })] })
  const { losses } = convertContentful(source, { changed: 'latest', oddities: [] })
  expect(losses.filter(loss => loss.entry !== null)).toMatchObject([
    { what: 'A value that is not a link to an entry was left out (3 times).', count: 3 },
  ])
})

test.each([
  ['Integer', Number.POSITIVE_INFINITY],
  ['Number', Number.NEGATIVE_INFINITY],
  ['Object', { a: [Number.POSITIVE_INFINITY] }],
])('a number that is too large for a double is an error of its entry: %s', (type, value) => {
  const source = space({
    contentTypes: [contentType('post', [field('f', type)])],
    entries: [entry('bad', 'post', { f: value }), entry('good', 'post', {})],
  })
  const { errors } = convertContentful(source, { changed: 'latest', oddities: [] })
  expect([...errors]).toEqual([['bad', [expect.stringMatching(/"f".*too large/)]]])
})

test.each([
  ['loses its overlays', { en: 'x', de: 'x'.repeat(17_000_000) }, [undefined]],
  ['is left out', { en: 'x'.repeat(9_000_000) }, []],
])('an entry over 16 MiB %s, and is reported', (_, values, variants) => {
  const contentTypes = [contentType('post', [field('f', 'Object', { localized: true })])]
  const entries = [localEntry('big', 'post', { f: values }), entry('small', 'post', { f: 'x' })]
  const locales = [english, locale('de', { fallbackCode: 'en' })]
  const converted = convertSpace({ contentTypes, entries, locales })
  expect(converted.entries.filter(record => record.id === 'big').map(record => record.variants)).toEqual(
    variants,
  )
  expect(converted.entry('small').liveData).toEqual({ f: 'x' })
  expect(lossesAt(converted, 'big')).toEqual([expect.stringContaining('16 MiB')])
})
