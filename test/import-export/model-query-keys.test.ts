// What a model says about queries: `titleField`, and `query`, `search` and `paths` of fields.
import { describe, expect, test } from 'bun:test'
import { findModel } from '../../src/content/collections.store.ts'
import type { Collection, Field } from '../../src/content/model.ts'
import { toSource } from '../../src/import-export/conversion-source.ts'
import { exportContent } from '../../src/import-export/export.service.ts'
import { convertContentful } from '../../src/import-export/formats/contentful/contentful.ts'
import { importContent } from '../../src/import-export/import.service.ts'
import type { CollectionRecord, ImportRecord } from '../../src/import-export/records.ts'
import { dumpTables, historyOf, revisionOf } from '../kit/tables.ts'
import { createTestSpace, type TestSpace } from '../kit/test-space.ts'
import { convertSpace, lossesAt } from './contentful/conversion.ts'
import {
  entry as contentfulEntry,
  contentType,
  space as exported,
  field,
  type Part,
} from './contentful/space-builder.ts'

const posts = (fields: readonly Field[], titleField?: string): CollectionRecord => ({
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  ...(titleField !== undefined && { titleField }),
  fields,
})
const title: Field = { apiName: 'title', type: 'text' }
const body: Field = { apiName: 'body', type: 'richText' }
const extra: Field = { apiName: 'extra', type: 'json' }
const plain = posts([title, { ...title, apiName: 'name' }, body, extra])
const entry: ImportRecord = {
  type: 'entry',
  collection: 'posts',
  id: 'p',
  liveData: { title: 'T', body: 'B', extra: { a: 1 } },
}

async function modelOf({ database, space }: TestSpace, apiName = 'posts'): Promise<Collection | null> {
  return database.snapshot(space, reads => findModel(reads, space, apiName))
}

function change(
  change: (fields: readonly Field[]) => readonly Field[],
  titleField?: string,
): CollectionRecord {
  return posts(change(plain.fields), titleField)
}
const withField = (apiName: string, keys: Partial<Field>) => (fields: readonly Field[]) =>
  fields.map(one => (one.apiName === apiName ? { ...one, ...keys } : one))

describe('a change of the model alone takes one revision, publishes no entry again, and back takes another', () => {
  test.each<[string, CollectionRecord]>([
    ['a title field', change(fields => fields, 'name')],
    ['a field that no query may name', change(withField('title', { query: false }))],
    ['a weight', change(withField('body', { search: 0 }))],
    ['a path', change(withField('extra', { paths: [{ path: 'a.b', type: 'number' }] }))],
  ])('%s', async (_, changed) => {
    const space = await createTestSpace({ records: [plain, entry] })
    const before = await space.get('/content/posts')
    for (const [record, revision] of [
      [changed, 2],
      [changed, 2],
      [plain, 3],
    ] as const) {
      space.time.now += 1000
      const report = await space.import([record])
      expect(report).toMatchObject({ created: 0, changed: 0, unchanged: 1, losses: [] })
      expect(await revisionOf(space)).toBe(revision)
      const { apiName, name, titleField, fields } = record
      expect(await modelOf(space)).toEqual({ apiName, name, ...(titleField && { titleField }), fields })
      const after = await space.get('/content/posts')
      expect(after.headers.get('ETag')).toBe(before.headers.get('ETag'))
    }
    expect(await historyOf(space, 'p')).toHaveLength(1)
  })
})

test('keys that say what holds without them are none: nothing changes, and export does not write them', async () => {
  const space = await createTestSpace({ records: [plain, entry] })
  const before = await dumpTables(space)
  await space.import([
    change(fields => withField('extra', { paths: [] })(fields.map(one => ({ ...one, query: true })))),
  ])
  expect(await dumpTables(space)).toEqual(before)
  let text = ''
  await exportContent(space.database, space.space, async lines => {
    text += lines
  })
  const { type, apiName, name, fields } = plain
  expect(text.split('\n')[0]).toBe(JSON.stringify({ type, apiName, name, fields }))
})

describe('a Contentful export', () => {
  const importSpace = (to: TestSpace, parts: Part) => {
    const conversion = convertContentful(exported(parts), { changed: 'latest', oddities: [] })
    return importContent(to.database, to.space, toSource(conversion, 'latest', 'Contentful'), {
      clock: () => to.time.now,
      prune: false,
      dryRun: false,
      onProgress: () => {},
    })
  }
  const post = (fields: readonly Part[], displayField?: string): Part => ({
    contentTypes: [contentType('posts', fields, displayField === undefined ? {} : { displayField })],
    entries: [contentfulEntry('p', 'posts', {})],
  })
  const fields = [
    field('title', 'Symbol'),
    field('name', 'Text'),
    field('body', 'RichText'),
    field('extra', 'Object'),
    field('extras', 'Array', { items: { type: 'Symbol' } }),
  ]
  const keys: readonly Field[] = [
    { apiName: 'title', type: 'text', query: false },
    { apiName: 'name', type: 'text', search: 1 },
    { apiName: 'body', type: 'richText', search: 3 },
    { apiName: 'extra', type: 'json', paths: [{ path: 'a', type: 'text' }] },
    { apiName: 'extras', type: 'text', many: true, search: 0 },
  ]

  test('leaves what the space says of fields that keep their type', async () => {
    const space = await createTestSpace()
    await importSpace(space, post(fields))
    await space.import([{ ...posts(keys, 'name'), name: 'The posts' }])
    const before = await dumpTables(space)
    await importSpace(space, post(fields))
    expect(await dumpTables(space)).toEqual(before)
    const others = [
      field('title', 'Text'),
      field('name', 'RichText'),
      field('body', 'RichText'),
      field('extra', 'Array', { items: { type: 'Object' } }),
      field('extras', 'Symbol'),
      field('more', 'Symbol'),
    ]
    await importSpace(space, post(others))
    expect(await modelOf(space)).toEqual({
      apiName: 'posts',
      name: 'The posts',
      fields: [
        { apiName: 'title', type: 'text', query: false },
        { apiName: 'name', type: 'richText' },
        { apiName: 'body', type: 'richText', search: 3 },
        { apiName: 'extra', type: 'json', many: true },
        { apiName: 'extras', type: 'text' },
        { apiName: 'more', type: 'text' },
      ],
    })
  })

  test('makes the display field the title field', async () => {
    const space = await createTestSpace()
    await importSpace(space, post(fields, 'name'))
    expect((await modelOf(space))?.titleField).toBe('name')
    await importSpace(space, post(fields, 'title'))
    expect((await modelOf(space))?.titleField).toBe('title')
  })

  test('names its title field as its collection does', () => {
    const converted = convertSpace({
      contentTypes: [contentType('posts', [field('1st', 'Symbol')], { displayField: '1st' })],
    })
    const [collection] = converted.collections
    expect(collection?.titleField).toBe(collection?.fields[0]?.apiName)
  })

  test.each<[string, Part[], string]>([
    ['that is omitted', [field('title', 'Symbol', { omitted: true })], 'title'],
    ['that is no text', [field('title', 'Integer')], 'title'],
    ['that is not there', [field('title', 'Symbol')], 'name'],
  ])('reports a display field %s, and has no title field then', (_, some, displayField) => {
    const converted = convertSpace({ contentTypes: [contentType('posts', some, { displayField })] })
    expect(converted.collections[0]?.titleField).toBeUndefined()
    expect(lossesAt(converted, 'posts')).toEqual([
      `The display field \`${displayField}\` is no text field of the collection: the first one titles entries.`,
    ])
  })
})
