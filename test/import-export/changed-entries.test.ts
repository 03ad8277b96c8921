// Entries of a Contentful export that were changed after their publication: nothing unapproved goes live unasked, and
// nothing that is live goes away.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { exportContent } from '../../src/import-export/export/export.service.ts'
import type { ChangedPolicy } from '../../src/import-export/formats/format.ts'
import { openSource } from '../../src/import-export/formats/formats.ts'
import { type ImportOptions, ImportRefused, importContent } from '../../src/import-export/import.service.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { importText } from '../kit/import/import-text.ts'
import { dumpTables, expectInvariants, historyOf } from '../kit/oracle/tables.ts'
import { makeFolder } from '../kit/test-folder.ts'
import {
  asset,
  contentType,
  english,
  entry,
  space as exportOf,
  field,
  link,
  localEntry,
  locale,
  type Part,
} from './contentful/space-builder.ts'

const published = { version: 5, publishedVersion: 4, publishedAt: '2026-01-02T03:04:05.678Z' }
const changed = { ...published, version: 8 }

const types = (...more: Part[]) => [
  contentType('post', [
    field('title', 'Symbol', { localized: true }),
    field('slug', 'Symbol'),
    field('next', 'Link', { linkType: 'Entry' }),
    ...more,
  ]),
]
const german = locale('de', { fallbackCode: 'en' })
const post = (id: string, title: string, sys: Part, more: Part = {}) =>
  entry(id, 'post', { title, ...more }, sys)
const one = (title: string, sys: Part, more: Part = {}) =>
  exportOf({ contentTypes: types(), entries: [post('e', title, sys, more)] })

async function importExport(
  space: TestSpace,
  source: Part,
  policy?: ChangedPolicy,
  options: Partial<ImportOptions> = {},
) {
  const file = join(makeFolder(), 'export.json')
  await Bun.write(file, JSON.stringify(source))
  return importContent(space.database, space.space, await openSource(file, { changed: policy }), {
    clock: () => space.time.now,
    prune: false,
    dryRun: false,
    onProgress: () => {},
    ...options,
  })
}

const title = async (space: TestSpace, slug = 'e', query = '') =>
  (await readEntry(space, 'post', slug, query))?.data.title

describe('without --changed', () => {
  test('a file that has such entries is refused, all of them named, and nothing is written', async () => {
    const space = await createTestSpace()
    const before = await dumpTables(space)
    const entries = [
      post('a', 'A', changed),
      post('b', 'B', published),
      post('c', 'C', changed, { slug: 'sea' }),
    ]
    try {
      await importExport(space, exportOf({ contentTypes: types(), entries }))
      throw new Error('The import took what it must refuse.')
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      expect(error.message).toMatch(/2 entries.*--changed=latest.*--changed=draft/)
      expect(error.errors).toEqual([
        { where: 'entry a', message: 'post/a was changed after its publication.' },
        { where: 'entry c', message: 'post/sea was changed after its publication.' },
      ])
    }
    expect(await dumpTables(space)).toEqual(before)
  })

  test.each<[string, Part]>([
    ['drafts', post('e', 'A', { version: 8 })],
    ['archived entries', post('e', 'A', { ...changed, archivedVersion: 8 })],
    ['published ones', post('e', 'A', published)],
    ['entries of the delivery API', post('e', 'A', { revision: 3, updatedAt: published.publishedAt })],
  ])('%s are no such entries', async (_, only) => {
    const space = await createTestSpace()
    expect(await importExport(space, exportOf({ contentTypes: types(), entries: [only] }))).toMatchObject({
      created: 1,
    })
  })

  test('an entry that was changed in one locale only is one', async () => {
    const sys = { ...published, fieldStatus: { '*': { en: 'published', de: 'changed' } } }
    const own = [localEntry('e', 'post', { title: { en: 'A', de: 'B' } }, sys)]
    const source = exportOf({ contentTypes: types(), entries: own, locales: [english, german] })
    expect(importExport(await createTestSpace(), source)).rejects.toThrow('an entry was changed')
  })
})

test('--changed=latest makes the latest values live, and says so', async () => {
  const space = await createTestSpace()
  const { losses } = await importExport(space, one('unapproved', changed), 'latest')
  expect(await title(space)).toBe('unapproved')
  expect(losses.filter(({ kind }) => kind === 'changed_after_publication')).toEqual([
    expect.objectContaining({ entry: 'e', collection: 'post', what: expect.stringContaining('are live') }),
  ])
})

describe('--changed=draft', () => {
  test('imports such entries as drafts, and says so', async () => {
    const space = await createTestSpace()
    const { losses } = await importExport(space, one('unapproved', changed), 'draft')
    expect(await title(space)).toBeUndefined()
    expect((await dumpTables(space)).entry[0]?.data).toContain('unapproved')
    expect(losses.filter(({ kind }) => kind === 'changed_after_publication')).toEqual([
      expect.objectContaining({ entry: 'e', what: expect.stringContaining('a draft') }),
    ])
  })

  test('keeps live what an earlier import has made live: values, slug, version and variants', async () => {
    const space = await createTestSpace()
    const own = (english: string, german: string, sys: Part, slug: string) =>
      exportOf({
        contentTypes: types(),
        entries: [localEntry('e', 'post', { title: { en: english, de: german }, slug: { en: slug } }, sys)],
        locales: [locale('en', { default: true }), locale('de', { fallbackCode: 'en' })],
      })
    await importExport(space, own('approved', 'genehmigt', published, 'old'))
    const before = await readEntry(space, 'post', 'old', '?variants=de')
    const next = own('unapproved', 'ungenehmigt', changed, 'new')
    const report = await importExport(space, next, 'draft')
    expect(report).toMatchObject({ changed: 1, unpublished: [] })
    expect(report.losses.map(({ kind }) => kind)).toContain('slug_changed')
    expect(await readEntry(space, 'post', 'old', '?variants=de')).toEqual(before)
    expect(await title(space, 'old')).toBe('approved')
    expect(await title(space, 'new')).toBeUndefined()
    await expectInvariants(space)
    const tables = await dumpTables(space)
    expect(await importExport(space, next, 'draft', { prune: true })).toMatchObject({ unchanged: 1 })
    expect(await dumpTables(space)).toEqual(tables)
  })

  test('and so does the import of an export of such a space', async () => {
    const space = await createTestSpace()
    const own = (title: Part, sys: Part) =>
      exportOf({
        contentTypes: types(),
        entries: [localEntry('e', 'post', { title }, sys)],
        locales: [english, german],
      })
    await importExport(space, own({ en: 'approved', de: 'genehmigt' }, published))
    await importExport(space, own({ en: 'unapproved', de: 'ungenehmigt' }, changed), 'draft')
    const pieces: string[] = []
    await exportContent(space.database, space.space, async lines => void pieces.push(lines))
    const text = pieces.join('')
    expect(await importText(space, text)).toMatchObject({ changed: 0, unchanged: 1, losses: [] })
    const fresh = await createNeighbour(space, 'fresh')
    await importText(fresh, text)
    for (const of of [space, fresh]) {
      expect(await title(of)).toBe('approved')
      expect(await title(of, 'e', '?variants=de')).toBe('genehmigt')
    }
  })

  test('what stays live follows the model and its references as every other entry', async () => {
    const space = await createTestSpace()
    const entries = [post('e', 'approved', published, { next: link('late') }), post('x', 'X', published)]
    await importExport(space, exportOf({ contentTypes: types(), entries }))
    const next = exportOf({
      contentTypes: types(field('extra', 'Symbol')),
      entries: [
        post('e', 'unapproved', changed, { next: link('x') }),
        post('x', 'X', published),
        post('late', 'L', published),
      ],
    })
    await importExport(space, next, 'draft')
    const served = await readEntry(space, 'post', 'e')
    expect(served?.data).toEqual({
      title: 'approved',
      slug: null,
      next: { id: 'late', collection: 'post', slug: 'late' },
      extra: null,
    })
    expect((await historyOf(space, 'e')).at(-1)?.version).toBe(1)
    await expectInvariants(space)
  })

  test('an entry that is published again goes live with its approved values', async () => {
    const space = await createTestSpace()
    await importExport(space, one('one', published, { slug: 'first' }))
    await importExport(space, one('two', changed, { slug: 'second' }), 'draft')
    await importExport(
      space,
      one('three', { ...published, version: 10, publishedVersion: 9 }, { slug: 'third' }),
    )
    expect(await title(space, 'first')).toBeUndefined()
    expect(await title(space, 'third')).toBe('three')
    await expectInvariants(space)
  })

  test('an asset that was changed is removed where it is linked, and reported', async () => {
    const withPicture = (sys: Part) =>
      exportOf({
        contentTypes: types(field('pic', 'Link', { linkType: 'Asset' })),
        entries: [post('e', 'A', published, { pic: link('p', 'Asset') })],
        assets: [asset('p', {}, sys)],
      })
    const space = await createTestSpace()
    const { losses } = await importExport(space, withPicture(changed), 'draft')
    expect((await readEntry(space, 'post', 'e'))?.data.pic).toBeNull()
    expect(losses).toContainEqual(
      expect.objectContaining({ kind: 'changed_after_publication', where: 'p', entry: 'e', field: 'pic' }),
    )
    await importExport(space, withPicture(changed), 'latest')
    expect((await readEntry(space, 'post', 'e'))?.data.pic).not.toBeNull()
  })
})
