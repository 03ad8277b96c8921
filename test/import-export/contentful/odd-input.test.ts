// Whatever JSON stands in an export: no exception, and records that the import takes.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { convertContentful } from '../../../src/import-export/formats/contentful/contentful.ts'
import { property } from '../../../src/import-export/read/unknown-json.ts'
import { anyCharacter } from '../../kit/any-character.ts'
import { errorsOf } from './conformance.ts'
import {
  asset,
  contentType,
  english,
  entry,
  field,
  link,
  localEntry,
  locale,
  type Part,
  space,
  toEntry,
} from './space-builder.ts'

const options = { changed: 'latest', oddities: [] } as const

const names = [
  'a',
  'a.b',
  '1',
  '_a',
  '-',
  '',
  'a b',
  '__proto__',
  'constructor',
  'toString',
  'é',
  '\0',
  '\uD800',
  'x'.repeat(200),
  'slug',
]
const types = [
  'Symbol',
  'Text',
  'RichText',
  'Integer',
  'Number',
  'Boolean',
  'Date',
  'Location',
  'Object',
  'Link',
  'Array',
  'ResourceLink',
  '',
]
const name = fc.oneof(fc.constantFrom(...names), fc.string({ unit: anyCharacter, maxLength: 5 }))
const linkType = fc.constantFrom('Entry', 'Asset', 'Tag', undefined)
const value = fc.oneof(
  fc.jsonValue(),
  name,
  fc.tuple(name, linkType).map(([id, kind]) => link(id, kind)),
  fc.array(fc.tuple(name, linkType).map(([id, kind]) => link(id, kind))),
  fc.constantFrom<unknown>(
    Number.POSITIVE_INFINITY,
    2 ** 60,
    'half \uD83D',
    'nul \0',
    '2020-01-01',
    '2020-01-01T00:00+99:00',
    {
      '\0': '\uDC00',
    },
  ),
)
const sys = fc.record(
  {
    version: fc.oneof(fc.nat(9), fc.jsonValue()),
    publishedVersion: fc.oneof(fc.nat(9), fc.jsonValue()),
    revision: fc.nat(9),
    archivedVersion: fc.nat(9),
    publishedAt: fc.constantFrom('2020-01-01T00:00:00Z', 'x'),
    fieldStatus: fc.record({ '*': fc.dictionary(name, fc.constantFrom('draft', 'published', 'changed')) }),
  },
  { requiredKeys: [] },
)
const fields = fc.dictionary(name, fc.oneof(fc.dictionary(fc.constantFrom('en', 'de', 'x'), value), value))
const anyField = fc
  .record({
    id: name,
    type: fc.constantFrom(...types),
    items: fc.constantFrom('Symbol', 'Link', 'ResourceLink'),
    linkType,
    to: name,
  })
  .chain(({ id, type, items, linkType, to }) =>
    fc.boolean().map(localized =>
      field(id, type, {
        ...toEntry(to),
        linkType,
        items: { type: items, linkType, ...toEntry(to) },
        localized,
      }),
    ),
  )
const anyType = fc.tuple(name, fc.array(anyField, { maxLength: 6 })).map(([id, own]) => contentType(id, own))
const anyEntry = fc
  .tuple(name, name, fields, sys)
  .map(([id, type, own, state]) => localEntry(id, type, own, state))
const anyAsset = fc.tuple(name, fields, sys).map(([id, own, state]) => asset(id, own, state))
const anyLocale = fc
  .tuple(name, fc.option(name), fc.boolean())
  .map(([code, fallbackCode, isDefault]) => locale(code, { fallbackCode, default: isDefault }))
const anySpace = fc
  .record({
    contentTypes: fc.array(anyType, { maxLength: 4 }),
    entries: fc.array(anyEntry, { maxLength: 6 }),
    assets: fc.array(anyAsset, { maxLength: 4 }),
    locales: fc.oneof(fc.constant([english, locale('de')]), fc.array(anyLocale, { maxLength: 3 })),
    editorInterfaces: fc.jsonValue(),
  })
  .map(space)

test('parts that are odd in every way', () => {
  fc.assert(
    fc.property(anySpace, source => expect(errorsOf(convertContentful(source, options).records)).toEqual([])),
    { numRuns: 500 },
  )
})

const experience = {
  nt_config: { components: [{ baseline: { id: 'b' }, variants: [{ id: 'v', hidden: false }] }] },
}
const sound = space({
  contentTypes: [
    contentType('post', [
      field('slug', 'Symbol', { localized: true }),
      field('next', 'Link', toEntry('post')),
      field('pics', 'Array', { items: { type: 'Link', linkType: 'Asset' } }),
      field('at', 'Date'),
      field('text', 'RichText'),
      field('nt_experiences', 'Array', { items: { type: 'Link', ...toEntry('nt_experience') } }),
    ]),
    contentType('nt_experience', [field('nt_config', 'Object')]),
  ],
  entries: [
    localEntry('b', 'post', {
      slug: { en: 'b', de: 'c' },
      nt_experiences: { en: [link('x')] },
      next: { en: link('v') },
    }),
    entry('v', 'post', {
      slug: 'v',
      pics: [link('p', 'Asset')],
      at: '2020-01-01',
      text: { content: [{ data: {} }] },
    }),
    entry('x', 'nt_experience', experience),
  ],
  assets: [asset('p')],
  locales: [english, locale('de', { fallbackCode: 'en' })],
  editorInterfaces: [
    { sys: { contentType: link('post') }, controls: [{ fieldId: 'slug', widgetId: 'slugEditor' }] },
  ],
})

function* pathsOf(at: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path
  if (typeof at !== 'object' || at === null) return
  for (const [key, item] of Object.entries(at)) yield* pathsOf(item, [...path, key])
}

function replaced(at: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy = (Array.isArray(at) ? [...at] : { ...(at as Part) }) as Part
  copy[key] = replaced(copy[key], rest, by)
  return copy
}

const isList = (path: readonly string[]) =>
  path.length === 1 && (path[0] === 'entries' || path[0] === 'contentTypes')
const paths = [...pathsOf(sound)].filter(path => !isList(path))

test('a sound export is imported or refused with any one thing in it replaced by any other', () => {
  expect(errorsOf(convertContentful(sound, options).records)).toEqual([])
  const odd = [
    null,
    0,
    'x',
    '\0',
    [],
    {},
    [null],
    { sys: null },
    true,
    Number.POSITIVE_INFINITY,
    { en: { sys: {} } },
  ]
  for (const path of paths) {
    for (const by of odd)
      expect(errorsOf(convertContentful(replaced(sound, path, by), options).records)).toEqual([])
  }
  fc.assert(
    fc.property(fc.constantFrom(...paths), value, (path, by) => {
      expect(errorsOf(convertContentful(replaced(sound, path, by), options).records)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('only own keys are looked at', () => {
  expect(property({}, 'constructor')).toBeUndefined()
  expect(property(JSON.parse('{"__proto__":{"a":1}}'), '__proto__', 'a')).toBe(1)
})

test('the input is left as it was, frozen or not', () => {
  const freeze = (at: unknown): unknown => {
    if (typeof at === 'object' && at !== null) Object.values(Object.freeze(at)).forEach(freeze)
    return at
  }
  expect(() => convertContentful(freeze(structuredClone(sound)), options)).not.toThrow()
})
