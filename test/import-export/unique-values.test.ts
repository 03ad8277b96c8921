// Values of unique fields that an import makes live twice: it publishes them, as it does whatever breaks a rule, and names
// both entries in its report. The next publication of either is refused.
import { describe, expect, test } from 'bun:test'
import type { Loss } from '../../src/import-export/read/losses.ts'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { model as authoringModel, openAuthoring } from '../authoring/authoring-fixture.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { importBeside } from './import-beside.ts'

const things = (unique: boolean) =>
  ({
    type: 'collection',
    apiName: 'things',
    name: 'Things',
    fields: [
      { apiName: 'sku', type: 'text', ...(unique && { unique }) },
      { apiName: 'codes', type: 'integer', many: true, ...(unique && { unique }) },
      { apiName: 'title', type: 'text' },
    ],
  }) as const
const model = things(true)

const live = (id: string, liveData: EntryRecord['liveData'] = {}): EntryRecord => ({
  ...{ type: 'entry', collection: 'things', id, slug: id, liveData },
})

/** Of a dry run and of the import: they say the same. */
async function importBoth(
  space: TestSpace,
  records: readonly ImportRecord[],
  prune = false,
): Promise<readonly Loss[]> {
  const dry = await space.import(records, { prune, dryRun: true })
  const report = await space.import(records, { prune })
  expect(report).toEqual(dry)
  return report.losses
}

const loss = (where: string | null, entry: string, field: string, other: string): Loss => ({
  ...{ kind: 'value_not_unique', where, collection: 'things', entry, field },
  what: `The value must be unique, and the live entry ${other} has the same: it is live nevertheless, and cannot be published again like this.`,
  count: 1,
})

describe('a value of a unique field that another live entry has is imported, and both are reported', () => {
  test('with their lines where the file has both, once for each field', async () => {
    const space = await createTestSpace({ records: [model] })
    const records = [live('l1', { sku: 'x', codes: [1, 2] }), live('l2', { sku: 'x', codes: [1, 2] })]
    const losses = await importBoth(space, records)
    expect(losses).toEqual([
      loss('line 1', 'l1', 'codes', 'l2'),
      loss('line 1', 'l1', 'sku', 'l2'),
      loss('line 2', 'l2', 'codes', 'l1'),
      loss('line 2', 'l2', 'sku', 'l1'),
    ])
    expect((await readEntry(space, 'things', 'l2'))?.data.sku).toBe('x')
  })

  test('with the line of the one that the file brings to another in the space', async () => {
    const space = await createTestSpace({ records: [model, live('l1', { sku: 'x' })] })
    expect(await importBoth(space, [live('l2', { sku: 'x' })])).toEqual([loss('line 1', 'l2', 'sku', 'l1')])
  })

  test('naming the first of many', async () => {
    const space = await createTestSpace({ records: [model] })
    const ids = Array.from({ length: 1500 }, (_, index) => `e${1000 + index}`)
    const losses = await importBoth(
      space,
      ids.map(id => live(id, { sku: 'x' })),
    )
    expect(losses.map(({ entry }) => entry)).toEqual(ids)
    expect(new Set(losses.slice(1).map(({ what }) => what))).toEqual(
      new Set([loss(null, '', '', 'e1000').what]),
    )
  })

  test('when the file makes the field unique, those that it leaves as they are included', async () => {
    const records = [live('l1', { sku: 'x' }), live('l2', { sku: 'x' }), live('l3', { sku: 'y' })]
    const space = await createTestSpace({ records: [things(false), ...records] })
    expect(await importBoth(space, [model, records[1]!])).toEqual([
      loss(null, 'l1', 'sku', 'l2'),
      loss('line 2', 'l2', 'sku', 'l1'),
    ])
    const renamed = { ...model, name: 'Renamed' }
    expect(await importBoth(space, [renamed])).toEqual([])
  })

  test('once: the same file again has nothing to report', async () => {
    const records = [model, live('l1', { sku: 'x' }), live('l2', { sku: 'x' })]
    const space = await createTestSpace({ records })
    expect(await space.import(records)).toMatchObject({ unchanged: 2, losses: [] })
  })

  test('and the next publication of one of them is refused', async () => {
    const api = await openAuthoring([])
    const post = (id: string) =>
      ({ type: 'entry', collection: 'posts', id, liveData: { title: id, sku: 'same' } }) as const
    await api.space.import([post('l1'), post('l2')])
    await api.patch('l1', { draftVersion: 1, data: { title: 'Changed' } })
    const response = await api.ask('owner', 'POST', '/entries/l1/publish', { draftVersion: 2 })
    expect([response.status, response.body.errors[0].code]).toEqual([409, 'unique'])
  })

  test('when an editor publishes the other one while the import prepares', async () => {
    const api = await openAuthoring([])
    const brought = {
      type: 'entry',
      collection: 'posts',
      id: 'l2',
      liveData: { title: 'B', sku: 'same' },
    } as const
    const { report } = await importBeside(api.space, [...authoringModel, brought], async preparation => {
      if (preparation > 1) return
      await api.create({ collection: 'posts', id: 'l1', data: { title: 'A', sku: 'same' } })
      await api.publish('l1')
    })
    expect(report.losses.filter(({ kind }) => kind === 'value_not_unique')).toMatchObject([
      { entry: 'l2', field: 'sku', what: expect.stringContaining('the live entry l1 ') },
    ])
  })
})

describe('nothing is reported', () => {
  test.each<[title: string, there: EntryRecord[], file: ImportRecord[]]>([
    ['of values that differ', [], [live('l1', { sku: 'x' }), live('l2', { sku: 'X' })]],
    ['of no values', [], [live('l1', { sku: '' }), live('l2', { sku: '' }), live('l3'), live('l4')]],
    ['of fields that are not unique', [], [live('l1', { title: 'x' }), live('l2', { title: 'x' })]],
    [
      'of drafts',
      [],
      [
        live('l1', { sku: 'x' }),
        { ...{ type: 'entry', collection: 'things', id: 'l2' }, data: { sku: 'x' } },
      ],
    ],
    [
      'of entries that exchange their values',
      [live('l1', { sku: 'x' }), live('l2', { sku: 'y' })],
      [live('l1', { sku: 'y' }), live('l2', { sku: 'x' })],
    ],
    ['of an entry that is pruned', [live('l1', { sku: 'x' })], [model, live('l2', { sku: 'x' })]],
  ])('%s', async (title, there, file) => {
    const space = await createTestSpace({ records: [model, ...there] })
    expect(await importBoth(space, file, title.endsWith('pruned'))).toEqual([])
  })
})
