// A changed model changes the shape of every entry of its collection, those that the file does not have included.
import { describe, expect, test } from 'bun:test'
import { publish } from '../../src/authoring/entries/publish.service.ts'
import type { Field } from '../../src/content/values/model.ts'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, draftCanary } from '../kit/app/test-space.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'

const title: Field = { apiName: 'title', type: 'text' }
const count: Field = { apiName: 'count', type: 'integer' }
const tags: Field = { apiName: 'tags', type: 'text', many: true }
const any: Field = { apiName: 'any', type: 'json' }
const link: Field = { apiName: 'link', type: 'reference' }
const old = [title, count, tags, any, link]

const posts = (fields: readonly Field[]) =>
  ({ type: 'collection', apiName: 'posts', name: 'Posts', fields }) as const
const entry = (id: string, rest: Partial<EntryRecord>): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  ...rest,
})

const full = {
  title: 'T',
  count: 1,
  tags: ['x', 'y'],
  any: { a: 1 },
  link: { collection: 'posts', slug: 'b' },
}
const records = [
  posts(old),
  entry('a', { liveData: full, variants: { vip: { title: 'V', count: 2, tags: [] } } }),
  entry('b', { data: { title: draftCanary, count: 3 }, liveData: { count: 4 } }),
  entry('d', { data: { tags: ['d'], any: [] } }),
]
const stub = { id: 'b', collection: 'posts', slug: 'b' }

async function changeTo(fields: readonly Field[]) {
  const space = await createTestSpace({ records })
  const before = { a: await readEntry(space, 'posts', 'a'), b: await readEntry(space, 'posts', 'b') }
  space.time.now += 60_000
  const report = await space.import([posts(fields)])
  expect(await revisionOf(space)).toBe(2)
  const after = {
    a: await readEntry(space, 'posts', 'a'),
    b: await readEntry(space, 'posts', 'b'),
    vip: await readEntry(space, 'posts', 'a', '?variants=vip'),
  }
  for (const id of ['a', 'b'] as const)
    expect({ ...after[id], data: null } as unknown).toEqual({ ...before[id], data: null })
  expect(Object.keys(after.a?.data ?? {})).toEqual(fields.map(field => field.apiName))
  expect(Object.keys(after.b?.data ?? {})).toEqual(fields.map(field => field.apiName))
  await expectInvariants(space)
  const again = await space.import([posts(fields)])
  expect(again).toMatchObject({ changed: 0 })
  expect(again.losses.filter(({ kind }) => kind !== 'unknown_collection')).toEqual([])
  expect(await revisionOf(space)).toBe(2)
  return { space, report, ...after }
}

describe('entries that the file does not have keep version and times, and get the new shape', () => {
  test('a field is added: null, or an empty list', async () => {
    const { report, a } = await changeTo([
      { apiName: 'first', type: 'text' },
      ...old,
      { apiName: 'last', type: 'json', many: true },
    ])
    expect(a?.data).toEqual({ first: null, ...full, link: stub, last: [] })
    expect(report).toMatchObject({ changed: 3, unchanged: 0, losses: [] })
  })

  test('fields change their order', async () => {
    const { report, a, vip } = await changeTo([...old].reverse())
    expect(a?.data).toEqual({ ...full, link: stub })
    expect(vip).toMatchObject({ data: { title: 'V', count: 2, tags: [] }, variantsApplied: ['vip'] })
    expect(report.losses).toEqual([])
  })

  test('a field is removed: its values are reported as losses, the draft overlays and all', async () => {
    const { report, a, vip } = await changeTo([title, tags, any, link])
    expect(a?.data).not.toHaveProperty('count')
    expect(vip).toMatchObject({ data: { title: 'V', tags: [] } })
    expect(report.losses.map(({ where, entry, field }) => [where, entry, field])).toEqual([
      [null, 'a', 'count'],
      [null, 'b', 'count'],
    ])
    for (const { what } of report.losses) expect(what).toContain('"count"')
    expect(report).toMatchObject({ created: 0, changed: 3, removed: 0 })
  })

  test('an overlay that loses its last field is gone', async () => {
    const { vip } = await changeTo([any, link])
    expect(vip?.variantsApplied).toEqual([])
  })

  test('a field changes its type: values that fit stay, the others are null and reported', async () => {
    const { report, a, b, vip } = await changeTo([
      title,
      { ...count, type: 'number' },
      { ...tags, type: 'integer' },
      { ...any, type: 'richText' },
      link,
    ])
    expect(a?.data).toEqual({ title: 'T', count: 1, tags: [], any: { a: 1 }, link: stub })
    expect(b?.data.count).toBe(4)
    expect(vip?.data.tags).toEqual([])
    expect(report.losses.map(({ entry, field }) => [entry, field])).toEqual([
      ['a', 'tags'],
      ['d', 'tags'],
    ])
  })

  test('from one to many and back: what cannot be carried is reported, what was empty is not', async () => {
    const { report, a, b } = await changeTo([
      { ...title, many: true },
      count,
      { apiName: 'tags', type: 'text' },
      any,
      link,
    ])
    expect(a?.data).toMatchObject({ title: [], tags: null })
    expect(b?.data).toMatchObject({ title: [], tags: null })
    expect(report.losses.map(({ entry, field }) => [entry, field]).sort()).toEqual([
      ['a', 'tags'],
      ['a', 'title'],
      ['b', 'title'],
      ['d', 'tags'],
    ])
  })

  test('an empty list in a json field is a value and stays', async () => {
    const space = await createTestSpace({ records: [posts(old), entry('e', { liveData: { any: [] } })] })
    await space.import([posts([title, any])])
    expect((await readEntry(space, 'posts', 'e'))?.data).toEqual({ title: null, any: [] })
  })

  test('a reference becomes one of certain collections only', async () => {
    const { space, a } = await changeTo([title, count, tags, any, { ...link, to: ['pages'] }])
    expect(a?.data.link).toBeNull()
    expect((await dumpTables(space)).publication.filter(row => row.to_revision === null)).toHaveLength(2)
  })

  test('drafts are fitted too, and can be published afterwards', async () => {
    const { space } = await changeTo([tags, title])
    await publish(space.database, space.space, ['posts/d'], () => space.time.now)
    expect((await readEntry(space, 'posts', 'd'))?.data).toEqual({ tags: ['d'], title: null })
  })
})

describe('entries that the file has', () => {
  test('must fit the model of the same file', async () => {
    const space = await createTestSpace({ records })
    const before = await dumpTables(space)
    expect(space.import([posts([title]), entry('a', { liveData: full })])).rejects.toThrow(/4 errors/)
    expect(await dumpTables(space)).toEqual(before)
  })

  test('are published again, one version on, where their values change shape', async () => {
    const space = await createTestSpace({ records })
    await space.import([posts([...old, { apiName: 'new', type: 'text' }]), entry('a', { liveData: full })])
    expect(await readEntry(space, 'posts', 'a')).toMatchObject({
      version: 2,
      data: { ...full, link: stub, new: null },
    })
    expect(await readEntry(space, 'posts', 'b')).toMatchObject({ version: 1, data: { new: null } })
  })
})

test('only the collection that changed is touched', async () => {
  const pages = { ...posts(old), apiName: 'pages' } as const
  const space = await createTestSpace({
    records: [...records, pages, entry('x', { collection: 'pages', liveData: full })],
  })
  expect(await space.import([posts([title])])).toMatchObject({ changed: 3, unchanged: 1 })
  expect((await readEntry(space, 'pages', 'x'))?.data).toEqual({ ...full, link: stub })
})
