// Values of variants at paths in blocks, in the lines of a file.
import { beforeEach, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { exportRecords } from '../kit/import/export-text.ts'
import { errorsOf } from '../kit/import/import-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const models = [
  { type: 'component', apiName: 'item', name: 'Item', fields: [{ apiName: 'label', type: 'text' }] },
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'items', type: 'component', many: true, of: ['item'] },
      { apiName: 'seo', type: 'component', of: ['item'] },
    ],
  },
  { type: 'variant', id: 'de', name: 'German', kind: 'locale' },
] as ImportRecord[]

const item = (key: string) => ({ component: 'item', key, data: { label: key } })
const page = (more: object) =>
  ({ type: 'entry', collection: 'pages', id: 'p', slug: 'p', ...more }) as ImportRecord

let space: TestSpace
beforeEach(async () => {
  space = await createTestSpace({ records: models })
})

const labelsLive = async () => {
  const doc = await readEntry(space, 'pages', 'p', '?variants=de')
  return (doc!.data.items as readonly { readonly data: { readonly label: string } }[]).map(
    ({ data }) => data.label,
  )
}

test('a path may lead into a block of the draft or of the live values alone', async () => {
  const variants = {
    de: { 'items/both/label': 'B de', 'items/new/label': 'N de', 'items/old/label': 'O de' },
  }
  await space.import([
    page({
      data: { items: [item('both'), item('new')] },
      liveData: { items: [item('old'), item('both')] },
      variants,
    }),
  ])
  const { doc } = (await (await openManagement(space)).send('GET', '/entries/p')).body
  expect(doc.variants.de).toEqual({ 'items/both/label': 'B de', 'items/new/label': 'N de' })
  expect(doc.live.variants.de).toEqual({ 'items/both/label': 'B de', 'items/old/label': 'O de' })
  expect(await labelsLive()).toEqual(['O de', 'B de'])
  await expectInvariants(space)
  const moved = await createTestSpace({ records: await exportRecords(space) })
  expect(await exportRecords(moved)).toEqual(await exportRecords(space))
})

test.each<[title: string, overlay: object, message: string]>([
  ['a block that neither has', { 'items/gone/label': 'x' }, 'leads to a block that the base does not have'],
  ['an unknown field of a block', { 'items/a/labell': 'x' }, 'names "labell", which is not a field of item'],
  [
    'a path into another field',
    { 'title/a/label': 'x' },
    'goes into "title", which is not a field of blocks',
  ],
  ['a path that ends in a block', { 'items/a': 'x' }, 'ends in a block'],
  ['a path beside the whole field', { items: [item('a')], 'items/a/label': 'x' }, 'is inside of "items"'],
  ['a value of another type', { 'items/a/label': 7 }, 'label'],
])('a bad line: %s', async (_, overlay, message) => {
  const line = JSON.stringify(page({ liveData: { items: [item('a')] }, variants: { de: overlay } }))
  const errors = await errorsOf(space, line)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toContain(message)
  // A draft of its own adds no error of the same values.
  const both = page({
    data: { items: [item('a')] },
    liveData: { items: [item('a')] },
    variants: { de: overlay },
  })
  expect(await errorsOf(space, JSON.stringify(both))).toEqual(errors)
  expect(await readEntry(space, 'pages', 'p')).toBeNull()
})
