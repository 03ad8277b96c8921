// Where a reference by id leads to an entry that its field may not refer to: kept, told, and served as nothing.
import { describe, expect, test } from 'bun:test'
import { exportContent } from '../../src/import-export/export/export.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { importText } from '../kit/import/import-text.ts'
import { dumpTables, historyOf } from '../kit/oracle/tables.ts'

const posts = (to?: string[]): ImportRecord => ({
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'one', type: 'reference', ...(to && { to }) },
    { apiName: 'many', type: 'reference', many: true, ...(to && { to }) },
  ],
})
const people: ImportRecord = { type: 'collection', apiName: 'people', name: 'People', fields: [] }
const entry = (collection: string, id: string, liveData = {}): ImportRecord => ({
  type: 'entry',
  collection,
  id,
  liveData,
})
const post = entry('posts', 'p', { one: { id: 'x' }, many: [{ id: 'x' }, { id: 'p' }] })

async function served(space: TestSpace): Promise<unknown> {
  const response = (await (await space.get('/content/posts/p')).json()) as { doc: { data: unknown } }
  return response.doc.data
}

async function expectRestorable(space: TestSpace): Promise<void> {
  const pieces: string[] = []
  await exportContent(space.database, space.space, async lines => void pieces.push(lines))
  const text = pieces.join('')
  expect(await importText(space, text)).toMatchObject({ created: 0, changed: 0, removed: 0 })
  const fresh = await createNeighbour(space, 'fresh')
  await importText(fresh, text)
  expect(await served(fresh)).toEqual(await served(space))
}

const self = { id: 'p', collection: 'posts', slug: 'p' }
const forbidden = (where: string | null, field: string, count = 1) => ({
  kind: 'reference_not_allowed' as const,
  where,
  collection: 'posts',
  entry: 'p',
  field,
  what: expect.stringContaining('refers to x of people, but may refer to posts only') as string,
  count,
})

test('in the file: reported with its line, and the export can be imported', async () => {
  const space = await createTestSpace()
  const report = await space.import([posts(['posts']), people, entry('people', 'x'), post])
  expect(report.losses).toEqual([forbidden('line 4', 'one'), forbidden('line 4', 'many')])
  expect(await served(space)).toEqual({ one: null, many: [self] })
  await expectRestorable(space)
})

test('once for a field, with the number of times that it stands there', async () => {
  const space = await createTestSpace()
  const often = entry('posts', 'p', { many: [{ id: 'x' }, { id: 'p' }, { id: 'x' }], one: { id: 'gone' } })
  const report = await space.import([posts(['posts']), people, entry('people', 'x'), often])
  expect(report.losses).toEqual([forbidden('line 4', 'many', 2)])
  expect(report.dangling).toEqual([{ entry: 'p', field: 'one', to: 'gone' }])
})

test('because the model was narrowed without the entry', async () => {
  const space = await createTestSpace({ records: [posts(), people, entry('people', 'x'), post] })
  const report = await space.import([posts(['posts'])])
  expect(report.losses).toEqual([forbidden(null, 'one'), forbidden(null, 'many')])
  expect(await served(space)).toEqual({ one: null, many: [self] })
  await expectRestorable(space)
})

test('because the target that was missing came into another collection', async () => {
  const space = await createTestSpace({ records: [posts(['posts']), people, post] })
  const report = await space.import([entry('people', 'x')])
  expect(report.losses).toEqual([forbidden(null, 'one'), forbidden(null, 'many')])
  expect(await served(space)).toEqual({ one: null, many: [self] })
  await expectRestorable(space)
})

test('a reference by slug of an entry that the file does not have stays with its target when an import moves that', async () => {
  const bySlug = entry('posts', 'p', { one: { collection: 'people', slug: 'x' } })
  const space = await createTestSpace({ records: [posts(), people, entry('people', 'x'), bySlug] })
  const report = await space.import([{ ...entry('people', 'x'), slug: 'y' } as ImportRecord])
  expect(report.dangling).toEqual([])
  expect(await served(space)).toEqual({ one: { id: 'x', collection: 'people', slug: 'y' }, many: [] })
})

test('because the entry was archived by a prune and deleted, and another one came back under its id', async () => {
  const models = [posts(['posts']), people]
  const space = await createTestSpace({ records: [...models, entry('posts', 'x'), post] })
  const version = async () => (await historyOf(space, 'p')).at(-1)?.version
  expect(await space.import([...models, post], { prune: true })).toMatchObject({ unchanged: 1, removed: 1 })
  const { key } = await space.makeKey({ scopes: ['content.write', 'content.publish'] })
  const headers = { Authorization: `Bearer ${key}` }
  const deleted = await space.request('/api/v1/entries/x?draftVersion=1', { method: 'DELETE', headers })
  expect(deleted.status).toBe(200)
  await space.import([post])
  const report = await space.import([entry('people', 'x')])
  expect(report.losses).toEqual([forbidden(null, 'one'), forbidden(null, 'many')])
  expect(await served(space)).toEqual({ one: null, many: [self] })
  expect(await version()).toBe(1)
  await expectRestorable(space)
})

describe('what `to` forbids is reported once', () => {
  const models = [posts(['posts']), people]
  const reported = async (space: TestSpace, records: readonly ImportRecord[]) =>
    (await space.import(records)).losses.map(({ kind, entry, field }) => [kind, entry, field])
  const both = [
    ['reference_not_allowed', 'p', 'one'],
    ['reference_not_allowed', 'p', 'many'],
  ]

  test('not by an import of other content, of the same file, or of the same model', async () => {
    const space = await createTestSpace()
    expect(await reported(space, [...models, entry('people', 'x'), post])).toEqual(both)
    expect(await reported(space, [entry('people', 'y')])).toEqual([])
    expect(await reported(space, [...models, entry('people', 'x'), post])).toEqual([])
    expect(await reported(space, models)).toEqual([])
  })

  test('again where the entry has changed', async () => {
    const space = await createTestSpace({ records: [...models, entry('people', 'x'), post] })
    expect(await reported(space, [{ ...post, slug: 'other' } as ImportRecord])).toEqual(both)
  })

  test('of a draft too, when it comes, when its target comes, and when the model is narrowed', async () => {
    const draft = { type: 'entry', collection: 'posts', id: 'p', data: { one: { id: 'x' } } } as const
    const one = [['reference_not_allowed', 'p', 'one']]
    const space = await createTestSpace({ records: models })
    expect(await reported(space, [draft])).toEqual([])
    expect(await reported(space, [draft, entry('people', 'x')])).toEqual(one)
    expect(await reported(space, [draft, entry('people', 'x')])).toEqual([])
    expect(await reported(space, [posts(), draft])).toEqual([])
    expect(await reported(space, [posts(['posts']), draft])).toEqual(one)
  })
})

describe('a collection in `to` that is neither in the file nor in the space', () => {
  const reported = async (space: TestSpace, records: readonly ImportRecord[], prune = false) =>
    (await space.import(records, { prune })).losses

  test('is reported with its line and field', async () => {
    expect(await reported(await createTestSpace(), [people, posts(['people', 'writers'])])).toEqual(
      ['one', 'many'].map(field => ({
        kind: 'unknown_collection',
        where: 'line 2',
        collection: 'posts',
        entry: null,
        field,
        what: expect.stringContaining('"writers"') as string,
        count: 1,
      })),
    )
  })

  test('is not reported where the space has it, but with --prune where it goes', async () => {
    const space = await createTestSpace({ records: [people] })
    expect(await reported(space, [posts(['people'])])).toEqual([])
    expect(await reported(space, [posts(['people'])], true)).toHaveLength(2)
  })
})

test('a file whose references mean nothing changes nothing when it comes again', async () => {
  const dangling = entry('posts', 'q', { one: { id: 'gone' }, many: [{ collection: 'posts', slug: 'p' }] })
  const file = [posts(['posts']), people, entry('people', 'x'), post, dangling]
  const space = await createTestSpace({ records: file })
  const before = await dumpTables(space)
  expect(await space.import(file)).toMatchObject({ changed: 0, unchanged: 3 })
  expect(await dumpTables(space)).toEqual(before)
})
