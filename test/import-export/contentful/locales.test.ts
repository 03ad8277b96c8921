// Locales as overlays: their own values, fallback chains, and what Contentful would not show.
import { describe, expect, test } from 'bun:test'
import { convertContentful } from '../../../src/import-export/formats/contentful/contentful.ts'
import { convertSpace, lossesAt } from './conversion.ts'
import {
  asset,
  contentType,
  english,
  field,
  link,
  localEntry,
  locale,
  type Part,
  published,
  space,
} from './space-builder.ts'

const localised = { localized: true }
const contentTypes = [
  contentType('post', [
    field('a', 'Text', localised),
    field('b', 'Text', localised),
    field('n', 'Integer', localised),
    field('fixed', 'Text'),
    field('list', 'Array', { ...localised, items: { type: 'Symbol' } }),
  ]),
]
const german = locale('de', { fallbackCode: 'en' })
const swiss = locale('de-CH', { fallbackCode: 'de' })
const french = locale('fr')

function convertOne(fields: Part, locales: unknown[]) {
  const converted = convertSpace({ contentTypes, entries: [localEntry('e', 'post', fields)], locales })
  const { data, variants } = converted.entry('e')
  return { data: data as unknown, variants: variants as unknown, converted }
}

const empty: unknown = undefined

test.each([
  ['own values', { a: { en: 'A', de: 'Ä' }, b: { en: 'B' } }, [english, german], { de: { a: 'Ä' } }],
  ['equal values', { a: { en: 'A', de: 'A' } }, [english, german], { de: { a: 'A' } }],
  ['an empty text', { a: { en: 'A', de: '' } }, [english, german], { de: { a: '' } }],
  ['no value', { a: { en: 'A', de: null } }, [english, german], empty],
  ['a value that does not fit', { n: { en: 1, de: '1' } }, [english, german], empty],
  [
    'a list that the locale empties',
    { list: { en: ['A'], de: [] } },
    [english, german],
    { de: { list: [] } },
  ],
  ['a list that cannot be read', { list: { en: ['A'], de: [5] } }, [english, german], empty],
  ['no base', { a: { de: 'Ä' } }, [english, german], { de: { a: 'Ä' } }],
  ['a chain', { a: { en: 'A', de: 'Ä' } }, [english, german, swiss], { de: { a: 'Ä' }, 'de-CH': { a: 'Ä' } }],
  [
    'a chain, field by field',
    { a: { en: 'A', de: 'Ä', 'de-CH': 'Ää' }, b: { en: 'B', de: 'D' } },
    [english, swiss, german],
    { 'de-CH': { a: 'Ää', b: 'D' }, de: { a: 'Ä', b: 'D' } },
  ],
  [
    'a circle',
    { a: { x: 'X' } },
    [english, locale('x', { fallbackCode: 'y' }), locale('y', { fallbackCode: 'x' })],
    { x: { a: 'X' }, y: { a: 'X' } },
  ],
  ['a field that is not localised', { fixed: { en: 'F', de: 'old' } }, [english, german], empty],
  ['a locale that is not there', { a: { en: 'A', pl: 'P' } }, [english, german], empty],
  [
    'a locale that is not delivered',
    { a: { en: 'A', de: 'D' } },
    [english, { ...german, contentDeliveryApi: false }],
    empty,
  ],
  [
    'a chain through a locale that is not delivered',
    { a: { en: 'A', de: 'D' } },
    [english, { ...german, contentDeliveryApi: false }, swiss],
    empty,
  ],
])('the locales have overlays of %s', (_, fields, locales, expected) => {
  expect(convertOne(fields, locales).variants).toEqual(expected)
})

test.each([
  ['no fallback and no value', 'locale fr', { a: { en: 'A' } }, [english, french], 1],
  ['no fallback, but a value', 'locale fr', { a: { en: 'A', fr: 'F' } }, [english, french], 0],
  ['no fallback, nothing localised', 'locale fr', { fixed: { en: 'A' } }, [english, french], 0],
  ['a fallback to the default', 'locale de', { a: { en: 'A' } }, [english, german], 0],
  [
    'a chain that ends in nothing',
    'locale gsw',
    { a: { en: 'A' } },
    [english, french, locale('gsw', { fallbackCode: 'fr' })],
    1,
  ],
  [
    'a fallback that is not there',
    'locale x',
    { a: { en: 'A' } },
    [english, locale('x', { fallbackCode: 'gone' })],
    1,
  ],
  ['values of a locale that is not there', 'locale pl', { a: { en: 'A', pl: 'P' } }, [english], 1],
  [
    'values that are not delivered',
    'locale de',
    { a: { de: 'D' } },
    [english, { ...german, contentDeliveryApi: false }],
    1,
  ],
  ['a field that is not localised', 'post.fixed', { fixed: { en: 'F', de: 'old' } }, [english, german], 1],
  [
    'a bad value that another locale borrows',
    'post.n',
    { n: { en: 1, de: '1' } },
    [english, german, swiss],
    1,
  ],
  ['a locale given twice', 'locale de', { a: { en: 'A', de: 'D' } }, [english, german, german], 1],
  ['a locale without a code', 'locale number 2', { a: { en: 'A' } }, [english, {}], 1],
])('%s is reported at %s', (_, where, fields, locales, count) => {
  const { converted } = convertOne(fields, locales)
  expect(lossesAt(converted, where)).toHaveLength(count)
  for (const line of lossesAt(converted, where)) expect(line).not.toContain('times')
})

describe('a loss of a value that every locale has counts once for its field,', () => {
  const gone = link('gone', 'Asset')
  const text = (...content: object[]) => ({ nodeType: 'document', data: {}, content })
  const embedded = text({
    nodeType: 'embedded-asset-block',
    data: { target: link('old', 'Asset') },
    content: [],
  })
  const changedAsset = asset(
    'old',
    {},
    { version: 9, publishedVersion: 4, publishedAt: published.publishedAt },
  )
  const types = ['one', 'many', 'text'] as const
  const model = (isLocalized: boolean) =>
    contentType('post', [
      field('one', 'Link', { linkType: 'Asset', localized: isLocalized }),
      field('many', 'Array', { items: { type: 'Link', linkType: 'Asset' }, localized: isLocalized }),
      field('text', 'RichText', { localized: isLocalized }),
    ])
  const values = { one: { en: gone }, many: { en: [gone, gone] }, text: { en: embedded } }

  test.each([
    ['not localised', false],
    ['localised, without values of its own', true],
  ])('where the field is %s', (_, isLocalized) => {
    const { losses } = convertContentful(
      space({
        contentTypes: [model(isLocalized)],
        entries: [localEntry('e', 'post', values)],
        assets: [changedAsset],
        locales: [english, german, swiss, french],
      }),
      { changed: 'draft', oddities: [] },
    )
    const counts = types.map(name =>
      losses.filter(({ entry, field }) => entry === 'e' && field === name).map(({ count }) => count),
    )
    expect(counts).toEqual([[1], [2], [1]])
  })

  test('and the values of several locales in a field that is not localised are one loss', () => {
    const { converted } = convertOne({ fixed: { en: 'F', de: 'old', fr: 'vieux' } }, [
      english,
      german,
      french,
    ])
    expect(lossesAt(converted, 'post.fixed')).toEqual([
      'The field is not localised: values of other locales are not imported. (e)',
    ])
  })
})

test('of two defaults the first is the base, the other an overlay', () => {
  const { data, variants, converted } = convertOne({ a: { en: 'A', de: 'D' } }, [
    english,
    { ...german, default: true },
  ])
  expect([data, variants]).toEqual([{ a: 'A' }, { de: { a: 'D' } }])
  expect(lossesAt(converted, 'locale de')).toHaveLength(1)
})

test('without a marked default the locale with the most values is the base', () => {
  const { data, converted } = convertOne({ a: { de: 'D', en: 'A' }, b: { en: 'B' } }, [])
  expect(data).toEqual({ a: 'A', b: 'B' })
  expect(lossesAt(converted, 'locales')).toHaveLength(1)
})

test("a locale cannot take the id of an experience's variant", () => {
  const { variants } = convertOne({ a: { en: 'A', 'exp:1': 'D' } }, [english, locale('exp:1')])
  expect(variants).toEqual({ 'exp-1': { a: 'D' } })
})

test('a locale code that is no variant id is altered', () => {
  const { variants, converted } = convertOne({ a: { en: 'A', 'de CH': 'D' } }, [
    english,
    locale('de CH', { fallbackCode: 'en' }),
  ])
  expect(variants).toEqual({ 'de-CH': { a: 'D' } })
  expect(lossesAt(converted, 'locale de CH')).toHaveLength(1)
})

test('a delivery response for a single locale has bare values', () => {
  const entries = [
    { sys: { id: 'e', locale: 'en', revision: 1, contentType: { sys: { id: 'post' } } }, fields: { a: 'A' } },
  ]
  expect(convertSpace({ contentTypes, entries }).entry('e').liveData).toEqual({ a: 'A' })
})
