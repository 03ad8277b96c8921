// What is served and what is not, told from `sys`; and the time of publication.
import { expect, test } from 'bun:test'
import { convertSpace, lossesAt } from './conversion.ts'
import { contentType, english, entry, field, localEntry, locale, type Part } from './space-builder.ts'

const contentTypes = [contentType('post', [field('a', 'Text', { localized: true })])]
const convertOne = (sys: Part, more: Part = {}) =>
  convertSpace({ contentTypes, entries: [entry('e', 'post', { a: 'x' }, sys)], ...more })

const at = '2026-01-01T00:00:00.000Z'

test.each([
  ['never published', { version: 1 }, false, 0],
  ['unpublished again', { version: 9, firstPublishedAt: at, publishedCounter: 2 }, false, 0],
  ['a null where the published version stands', { version: 9, publishedVersion: null }, false, 0],
  ['a word where the published version stands', { version: 9, publishedVersion: 'yes' }, false, 0],
  ['nothing known', {}, false, 0],
  ['published', { version: 5, publishedVersion: 4, publishedAt: at }, true, 0],
  ['published, version moved by an import', { version: 2, publishedVersion: 40, publishedAt: at }, true, 0],
  ['changed', { version: 6, publishedVersion: 4, publishedAt: at }, true, 1],
  ['archived', { version: 6, archivedVersion: 5 }, false, 1],
  ['archived, told by its time', { version: 6, publishedVersion: 5, archivedAt: at }, false, 1],
  ['from the delivery API', { revision: 3, updatedAt: at }, true, 0],
  ['a revision beside a version is no delivery', { revision: 3, version: 3 }, false, 0],
])('an entry %s %j is served as %p', (_, sys, isServed, losses) => {
  const converted = convertOne(sys)
  expect(converted.entry('e').liveData).toEqual(isServed ? { a: 'x' } : (undefined as never))
  expect(converted.entry('e').data).toEqual({ a: 'x' })
  expect(lossesAt(converted, 'e')).toHaveLength(losses)
})

test.each([
  [{ version: 2, publishedVersion: 1, publishedAt: '2026-01-01T01:00:00+01:00' }, at],
  [
    {
      version: 2,
      publishedVersion: 1,
      publishedAt: '2026-01-01T00:00:00Z',
      updatedAt: '2027-01-01T00:00:00Z',
    },
    at,
  ],
  [{ version: 2, publishedVersion: 1, publishedAt: 'then', updatedAt: at }, at],
  [{ revision: 1, updatedAt: at }, at],
  [{ revision: 1 }, undefined],
  [{ version: 1, publishedAt: at }, undefined],
])('%j is published at %p', (sys, expected) => {
  expect(convertOne(sys).entry('e').publishedAt).toBe(expected as never)
})

test('the earlier first publication is reported, in one line', () => {
  const sys = { version: 5, publishedVersion: 4, publishedAt: at, firstPublishedAt: '2025-01-01T00:00:00Z' }
  expect(lossesAt(convertOne(sys), 'entries')).toEqual([expect.stringContaining('first publication')])
  expect(lossesAt(convertOne({ ...sys, firstPublishedAt: at }), 'entries')).toEqual([])
})

test('entries of a type that is not activated are drafts, and each is reported', () => {
  const type = { ...contentTypes[0], sys: { id: 'post', version: 1 } }
  const entries = ['1', '2'].map(id => entry(id, 'post', { a: 'x' }))
  const converted = convertSpace({ contentTypes: [type], entries })
  expect(converted.entries.map(record => record.liveData)).toEqual([undefined, undefined])
  expect(lossesAt(converted, 'post')).toEqual([
    expect.stringMatching(/\(1\)$/),
    expect.stringMatching(/\(2\)$/),
  ])
})

test('drafts follow what is published, so that they cannot take a slug from it', () => {
  const entries = [entry('draft', 'post', {}, { version: 1 }), entry('live', 'post', {})]
  expect(convertSpace({ contentTypes, entries }).entries.map(record => record.id)).toEqual(['live', 'draft'])
})

const sysBy = (status: Part) => ({
  version: 5,
  publishedVersion: 4,
  publishedAt: at,
  fieldStatus: { '*': status },
})

test('a locale that is held back is not served, though the entry is', () => {
  const entries = [
    localEntry('e', 'post', { a: { en: 'x', de: 'geheim' } }, sysBy({ en: 'published', de: 'draft' })),
  ]
  const converted = convertSpace({
    contentTypes,
    entries,
    locales: [english, locale('de', { fallbackCode: 'en' })],
  })
  expect(JSON.stringify(converted.entries)).not.toContain('geheim')
  expect(lossesAt(converted, 'locale de')).toHaveLength(1)
})

test('an entry that is published in another locale only is a draft', () => {
  const entries = [
    localEntry('e', 'post', { a: { en: 'geheim', de: 'x' } }, sysBy({ en: 'draft', de: 'published' })),
  ]
  const converted = convertSpace({ contentTypes, entries, locales: [english, locale('de')] })
  expect(converted.entry('e').liveData).toBeUndefined()
  expect(lossesAt(converted, 'e')).toHaveLength(1)
})

test('a locale that was changed since is reported', () => {
  const entries = [localEntry('e', 'post', { a: { en: 'x' } }, sysBy({ en: 'changed' }))]
  expect(lossesAt(convertSpace({ contentTypes, entries }), 'e')).toEqual([expect.stringContaining('changed')])
})
