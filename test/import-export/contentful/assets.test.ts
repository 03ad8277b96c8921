// Assets as values: what is inlined for which locale, and which assets cannot be.
import { expect, test } from 'bun:test'
import { convertSpace, lossesAt } from './conversion.ts'
import {
  asset,
  contentType,
  draft,
  english,
  entry,
  field,
  file,
  link,
  locale,
  type Part,
} from './space-builder.ts'

const contentTypes = [
  contentType('post', [
    field('pic', 'Link', { linkType: 'Asset' }),
    field('pics', 'Array', { items: { type: 'Link', linkType: 'Asset' } }),
  ]),
]
const entries = [
  entry('e', 'post', { pic: link('1', 'Asset'), pics: [link('1', 'Asset'), link('2', 'Asset')] }),
]
const german = locale('de', { fallbackCode: 'en' })

function inlined(first: Part | null, locales: unknown[] = [english]) {
  const converted = convertSpace({
    contentTypes,
    entries,
    locales,
    assets: [...(first ? [first] : []), asset('2')],
  })
  const record = converted.entry('e')
  return {
    pic: record.liveData?.pic as Part | null,
    pics: record.liveData?.pics as unknown[],
    record,
    converted,
  }
}

const value = (name: string) => ({
  url: `https://assets.example/${name}.png`,
  title: `Picture ${name}`,
  contentType: 'image/png',
  width: 40,
  height: 30,
  size: 1234,
})

test('an asset is a value of its own in every field that links to it', () => {
  const { pic, pics, converted } = inlined(asset('1'))
  expect([pic, pics]).toEqual([value('1'), [value('1'), value('2')]])
  expect(converted.losses.filter(line => !line.startsWith('file'))).toEqual([
    'assets: Descriptions and file names of assets are not imported (2 times).',
  ])
})

test.each([
  ['no title', { title: {} }, { title: null }],
  ['a title that is no text', { title: { en: 5 } }, { title: null }],
  ['a title with NUL', { title: { en: 'a\0' } }, { title: 'a\uFFFD' }],
  [
    'no details',
    { file: { en: file('1', { details: undefined }) } },
    { width: null, height: null, size: null },
  ],
  [
    'odd sizes',
    { file: { en: file('1', { details: { size: 1.5, image: { width: '4', height: -1 } } }) } },
    { size: null, width: null, height: null },
  ],
  [
    'no content type',
    { file: { en: file('1', { contentType: null }) } },
    { contentType: 'application/octet-stream' },
  ],
  ['a scheme', { file: { en: file('1', { url: 'http://a.example/x' }) } }, { url: 'http://a.example/x' }],
])('an asset in a field is imported: %s', (_, fields, expected) => {
  expect(inlined(asset('1', fields)).pic).toMatchObject(expected)
})

test.each([
  ['a draft', asset('1', {}, draft), '1'],
  ['archived', asset('1', {}, { version: 5, publishedVersion: 4, archivedVersion: 4 }), '1'],
  ['not processed yet', asset('1', { file: { en: { upload: 'https://a.example/x', fileName: 'x' } } }), '1'],
  ['without a file', asset('1', { file: {} }), '1'],
  ['with a file in another locale only', asset('1', { file: { de: file('1') } }), '1'],
  [
    'with an address that is none',
    asset('1', { file: { en: file('1', { url: 'javascript:alert(1)' }) } }),
    '1',
  ],
  ['not in the file', null, 'post.pic'],
])('an asset %s is null, left out of a list, and reported', (_, first, where) => {
  const { pic, pics, converted } = inlined(first, [english, german, locale('fr')])
  expect([pic, pics]).toEqual([null, [value('2')]])
  // Once for each of the two fields, however many locales show it.
  expect(lossesAt(converted, where)).toHaveLength(where === '1' ? 2 : 1)
})

test('a changed asset is served with its latest file, and reported', () => {
  const { pic, converted } = inlined(asset('1', {}, { version: 9, publishedVersion: 4 }))
  expect(pic).toEqual(value('1'))
  expect(lossesAt(converted, '1')).toEqual([expect.stringContaining('changed')])
})

test.each([
  ['title', { title: { en: 'Picture 1', de: 'Bild' } }, { ...value('1'), title: 'Bild' }],
  [
    'file',
    { file: { en: file('1'), de: file('eins') } },
    { ...value('1'), url: 'https://assets.example/eins.png' },
  ],
])("a field that is not localised shows the locale's own %s of its asset", (_, fields, expected) => {
  const { record } = inlined(asset('1', fields), [english, german, locale('de-CH', { fallbackCode: 'de' })])
  const overlay = { pic: expected, pics: [expected, value('2')] }
  expect(record.liveData?.pic).toEqual(value('1'))
  expect(record.variants).toEqual({ de: overlay, 'de-CH': overlay })
})

test('an asset without a value of the locale makes no overlay', () => {
  expect(inlined(asset('1'), [english, german]).record.variants).toBeUndefined()
})

test("a localised field's own link is read in its locale", () => {
  const types = [contentType('post', [field('pic', 'Link', { linkType: 'Asset', localized: true })])]
  const own = [
    { ...entry('e', 'post', {}), fields: { pic: { en: link('1', 'Asset'), de: link('2', 'Asset') } } },
  ]
  const assets = [asset('1'), asset('2', { title: { en: 'Two', de: 'Zwei' } })]
  const { variants } = convertSpace({
    contentTypes: types,
    entries: own,
    assets,
    locales: [english, german],
  }).entry('e')
  expect(variants).toEqual({ de: { pic: { ...value('2'), title: 'Zwei' } } })
})

test('assets that no field links to are reported', () => {
  const converted = convertSpace({ contentTypes, entries: [], assets: [asset('1'), asset('2')] })
  expect(lossesAt(converted, 'assets')).toEqual([expect.stringContaining('(2 times: 1, 2)')])
})
