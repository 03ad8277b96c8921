// What a model says besides names and types: titles, what queries may do with fields, rules, and what editors see.
import { describe, expect, test } from 'bun:test'
import { findModel } from '../../src/content/model/collections.store.ts'
import type { Collection, Field, Json } from '../../src/content/values/model.ts'
import { exportContent } from '../../src/import-export/export/export.service.ts'
import { convertContentful } from '../../src/import-export/formats/contentful/contentful.ts'
import { toSource } from '../../src/import-export/formats/conversion-source.ts'
import { importContent } from '../../src/import-export/import.service.ts'
import type { CollectionRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { errorsOf } from '../kit/import/import-text.ts'
import { dumpTables, historyOf, revisionOf } from '../kit/oracle/tables.ts'
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
    ['a rule', change(withField('title', { required: true, max: 80, pattern: '[A-Z].*', unique: true }))],
    ['what editors see', change(withField('body', { name: 'Text', help: 'Long.', hidden: true }))],
    ['a default', change(withField('title', { default: 'Untitled' }))],
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
      expect(report).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
      // Only going back leaves out what the space has.
      expect(report.losses.filter(({ kind }) => revision === 2 || kind !== 'property_removed')).toEqual([])
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

describe('rules', () => {
  const strict = change(
    withField('title', { required: true, max: 1, options: [{ value: 'T', name: 'Tee' }], default: 'T' }),
  )

  test('keep nothing from being imported, served and published', async () => {
    const space = await createTestSpace({ records: [strict, entry] })
    const records: ImportRecord[] = [
      { ...entry, liveData: { title: 'too long', body: 'B' } },
      { ...entry, id: 'q', liveData: {} },
    ]
    expect(await space.import(records)).toMatchObject({ created: 1, changed: 1, losses: [] })
    expect((await readEntry(space, 'posts', 'p'))?.data.title).toBe('too long')
    expect((await readEntry(space, 'posts', 'q'))?.data.title).toBeNull()
  })

  test('that a file leaves out are removed, and the report says so once', async () => {
    const space = await createTestSpace({ records: [strict, entry] })
    const loose = change(withField('title', { max: 1 }))
    expect((await space.import([loose])).losses).toEqual([
      {
        kind: 'property_removed',
        where: expect.any(String),
        collection: 'posts',
        entry: null,
        field: 'title',
        what: 'The file does not say "required", "default", "options" of the field, so the field no longer has it.',
        count: 1,
      },
    ])
    expect((await space.import([loose])).losses).toEqual([])
    expect((await modelOf(space))?.fields[0]).toEqual({ ...title, max: 1 })
  })
})

describe('a rich text of the format portableText', () => {
  const rich = change(withField('body', { format: 'portableText' }))
  const block = (text: string) => ({ _type: 'block', children: [{ _type: 'span', text }] })
  const post = (body: Json): ImportRecord => ({ ...entry, liveData: { body } }) as ImportRecord

  test('has keys that the same file gives again', async () => {
    const space = await createTestSpace({ records: [rich, post([block('Tide')])] })
    const body = (await readEntry(space, 'posts', 'p'))?.data.body as Json
    expect(body).toEqual([
      {
        _type: 'block',
        _key: expect.stringMatching(/^[0-9a-f]{12}$/),
        style: 'normal',
        children: [{ _type: 'span', _key: expect.any(String), text: 'Tide', marks: [] }],
        markDefs: [],
      },
    ])
    expect(await space.import([rich, post([block('Tide')])])).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await space.import([rich, post(body)])).toMatchObject({ changed: 0, unchanged: 1 })
  })

  test('refuses what is not in the format, with its place', async () => {
    const space = await createTestSpace({ records: [rich] })
    const line = JSON.stringify(post([block('x'), { _type: 'chart' }]))
    expect(await errorsOf(space, line)).toEqual([
      'line 1: The field "body" at /1/_type must be one of block, code, break, image, entry, component, table.',
    ])
  })

  test('loses earlier values that do not fit, and reports them', async () => {
    const space = await createTestSpace({ records: [plain, entry] })
    const report = await space.import([rich])
    expect(report.losses).toMatchObject([{ kind: 'value_not_imported', entry: 'p', field: 'body' }])
    expect((await readEntry(space, 'posts', 'p'))?.data.body).toBeNull()
  })
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
    { apiName: 'name', type: 'text', search: 1, required: true, format: 'email', name: 'N' },
    { apiName: 'body', type: 'richText', search: 3, help: 'H' },
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
        { apiName: 'body', type: 'richText', search: 3, help: 'H' },
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
