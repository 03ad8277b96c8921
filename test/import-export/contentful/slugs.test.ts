// Which field is the slug's, and what an entry without a usable one gets.
import { expect, test } from 'bun:test'
import { convertSpace, lossesAt } from './conversion.ts'
import { contentType, english, entry, field, link, localEntry, locale } from './space-builder.ts'

const editor = (typeId: string, fieldId: string) => ({
  sys: { contentType: link(typeId, 'ContentType') },
  controls: [
    { fieldId: 'title', widgetId: 'singleLine' },
    { fieldId, widgetId: 'slugEditor' },
  ],
})

test.each([
  [['title', 'handle', 'slug'], 'title', 'slug'],
  [['title', 'path', 'anchor'], 'anchor', 'anchor'],
  [['title', 'path', 'nameSlug'], null, 'path'],
  [['title', 'nameSlug'], null, 'nameSlug'],
  [['title', 'permalink'], null, 'permalink'],
  [['title', 'Slug'], null, 'Slug'],
  [['title', 'twitterHandle', 'url', 'canonicalUrl', 'sluggish'], null, null],
])('of the fields %j, slug editor on %p, the slug is in %p', (names, edited, expected) => {
  const values = Object.fromEntries(names.map(name => [name, `in-${name}`]))
  const converted = convertSpace({
    contentTypes: [
      contentType(
        'post',
        names.map(name => field(name, 'Symbol')),
      ),
    ],
    entries: [entry('e', 'post', values)],
    editorInterfaces: edited ? [editor('post', edited)] : [],
  })
  expect(converted.entry('e').slug).toBe(expected === null ? 'e' : `in-${expected}`)
})

test.each([
  ['/', '/', 0],
  ['/pricing', '/pricing', 0],
  ['#', '#', 0],
  ['ünï/%CE%B1 b', 'ünï/%CE%B1 b', 0],
  ['x'.repeat(255), 'x'.repeat(255), 0],
  ['x'.repeat(256), 'e', 1],
  ['', 'e', 1],
  ['.', 'e', 1],
  ['..', 'e', 1],
  ['a\nb', 'e', 1],
  ['a\u0085b', 'e', 1],
  ['a\uD83Db', 'e', 1],
  [5, 'e', 2],
  [null, 'e', 0],
])('the value %j makes the slug %j', (slug, expected, losses) => {
  const contentTypes = [contentType('post', [field('slug', 'Symbol')])]
  const converted = convertSpace({ contentTypes, entries: [entry('e', 'post', { slug })] })
  const reported = lossesAt(converted, 'post.slug').filter(line => !line.includes('U+FFFD'))
  expect([converted.entry('e').slug, reported.length]).toEqual([expected, losses])
})

test('a slug field that is no text, or a list, is ignored', () => {
  const contentTypes = [
    contentType('post', [field('slug', 'Array', { items: { type: 'Symbol' } }), field('path', 'Object')]),
  ]
  const converted = convertSpace({ contentTypes, entries: [entry('e', 'post', { slug: ['a'], path: 'b' })] })
  expect(converted.entry('e').slug).toBe('e')
})

test('slugs used twice are left to the import; the entry name that stands in is the altered one', () => {
  const contentTypes = [contentType('post', [field('slug', 'Symbol')])]
  const entries = [
    entry('a', 'post', { slug: 's' }),
    entry('b', 'post', { slug: 's' }),
    entry('_c', 'post', {}),
  ]
  expect(convertSpace({ contentTypes, entries }).entries.map(record => record.slug)).toEqual([
    's',
    's',
    'x_c',
  ])
})

test('slugs that differ by locale are reported once for the type; the default one stands', () => {
  const contentTypes = [contentType('post', [field('slug', 'Symbol', { localized: true })])]
  const entries = ['1', '2'].map(id => localEntry(id, 'post', { slug: { en: `en-${id}`, de: `de-${id}` } }))
  const converted = convertSpace({
    contentTypes,
    entries,
    locales: [english, locale('de', { fallbackCode: 'en' })],
  })
  expect(converted.entry('1')).toMatchObject({ slug: 'en-1', variants: { de: { slug: 'de-1' } } })
  expect(lossesAt(converted, 'post.slug')).toEqual([
    expect.stringMatching(/\(1\)$/),
    expect.stringMatching(/\(2\)$/),
  ])
})
