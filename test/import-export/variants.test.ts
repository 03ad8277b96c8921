// Lines of variants: audiences and locales that editors may choose, with their names.
import { expect, test } from 'bun:test'
import { readVariants, type Variant } from '../../src/content/model/variants.store.ts'
import { exportContent } from '../../src/import-export/export/export.service.ts'
import type { ImportRefused } from '../../src/import-export/import.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { dumpTables, revisionOf } from '../kit/oracle/tables.ts'

const posts: ImportRecord = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [{ apiName: 'title', type: 'text' }],
}
const german: Variant = { id: 'de', name: 'Deutsch', kind: 'locale' }
const madeByOverlay: Variant = { id: 'vip', name: 'vip', kind: 'audience' }
const toRecord = (variant: Variant): ImportRecord => ({ type: 'variant', ...variant })
const entry: ImportRecord = {
  type: 'entry',
  collection: 'posts',
  id: 'p',
  liveData: { title: 'Tide' },
  variants: { de: { title: 'Flut' }, vip: { title: 'Tide, VIP' } },
}
const variantsOf = ({ database, space }: TestSpace) =>
  database.snapshot(space, reads => readVariants(reads, space))

async function exportOf({ database, space }: TestSpace): Promise<string> {
  let text = ''
  await exportContent(database, space, async lines => {
    text += lines
  })
  return text
}

test('variants go from space to space with their names and kinds', async () => {
  const space = await createTestSpace({ records: [posts, entry, toRecord(german)] })
  expect(await variantsOf(space)).toEqual([german, madeByOverlay])
  const exported = await exportOf(space)
  expect(exported).toContain('{"type":"variant","id":"de","name":"Deutsch","kind":"locale"}\n')
  const records = exported
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as ImportRecord)
  const other = await createNeighbour(space, 'other', { records })
  expect(await variantsOf(other)).toEqual(await variantsOf(space))
  expect(await exportOf(other)).toBe(exported)
})

test('a line changes the name and the kind of a variant, and nothing that is served', async () => {
  const space = await createTestSpace({ records: [posts, entry, toRecord(german)] })
  const before = await revisionOf(space)
  const changed: Variant[] = [
    { ...german, name: 'German' },
    { id: 'fr', name: 'Français', kind: 'locale' },
  ]
  const records = changed.map(toRecord)
  await space.import(records, { dryRun: true })
  expect(await variantsOf(space)).toEqual([german, madeByOverlay])
  await space.import(records)
  expect(await variantsOf(space)).toEqual([...changed, madeByOverlay])
  expect(await revisionOf(space)).toBe(before)
  space.time.now += 1000
  const tables = await dumpTables(space)
  expect(await space.import(records)).toMatchObject({ created: 0, changed: 0 })
  expect(await dumpTables(space)).toEqual(tables)
})

test('a prune leaves variants that the file does not have', async () => {
  const space = await createTestSpace({ records: [posts, entry, toRecord(german)] })
  await space.import([posts, entry], { prune: true })
  expect(await variantsOf(space)).toEqual([german, madeByOverlay])
})

const line = toRecord(german)

test.each<[title: string, records: readonly object[], message: string]>([
  ['given twice', [line, line], 'The variant "de" is in the file twice.'],
  ['of another kind', [{ ...line, kind: 'segment' }], '"kind" must be one of audience, locale.'],
  [
    'without a name',
    [{ ...line, name: ' ' }],
    '"name" must have 1 to 200 characters, none of them a control character.',
  ],
  [
    'with a malformed id',
    [{ ...line, id: 'd e' }],
    '"id" must be 1 to 64 letters, digits and . _ : - and begin with a letter or digit.',
  ],
  ['with a key too many', [{ ...line, label: 'x' }], 'Unknown key "label".'],
])('a variant %s is refused', async (_, records, message) => {
  const space = await createTestSpace({ records: [posts] })
  const refusal = await space.import(records as ImportRecord[]).catch((error: unknown) => error)
  expect((refusal as ImportRefused).errors.map(error => error.message)).toEqual([message])
  expect(await variantsOf(space)).toEqual([])
})
