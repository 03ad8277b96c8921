// Drafts that are scheduled when an import changes their model: they go live by the new model at their time.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { createFixture, type Fixture } from '../authoring/schedule-fixture.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'

setDefaultTimeout(longTestMs)

const text = (apiName: string) => ({ apiName, type: 'text' }) as const
const notes = (...fields: readonly object[]) =>
  ({ type: 'collection', apiName: 'notes', name: 'Notes', fields }) as ImportRecord
const note = (data: object, rest: object = {}) =>
  ({ type: 'entry', collection: 'notes', id: 'n', data, ...rest }) as EntryRecord
type Served = { readonly [field: string]: unknown }
const scheduled = { title: 'One', code: '7', tags: 'a' }

let fixture: Fixture
const patch = (fields: object) => fixture.send('PATCH', '/entries/n', fields, 'content.write')
const entryOf = async () => (await fixture.send('GET', '/entries/n')).body.doc as Record<string, unknown>
const goLive = async () => {
  await fixture.run(5)
  expect([fixture.refused, fixture.errors]).toEqual([[], []])
  await expectInvariants(fixture.space)
  return readEntry(fixture.space, 'notes', 'n', '?variants=vip')
}

const models: readonly [what: string, model: ImportRecord, served: Served][] = [
  ['drops a field', notes(text('title'), text('code')), { title: 'VIP', code: '7' }],
  [
    'renames a field',
    notes(text('title'), text('code'), text('labels')),
    { title: 'VIP', code: '7', labels: null },
  ],
  [
    'changes the type of a field',
    notes(text('title'), { apiName: 'code', type: 'integer' }, text('tags')),
    { title: 'VIP', code: null, tags: 'b' },
  ],
  [
    'changes the order of fields',
    notes(text('tags'), text('title'), text('code')),
    { tags: 'b', title: 'VIP', code: '7' },
  ],
]

describe.each(models)('where an import %s,', (_, model, served) => {
  beforeEach(async () => {
    const draft = note(scheduled, { variants: { vip: { tags: 'b', title: 'VIP' } } })
    fixture = await createFixture([notes(text('title'), text('code'), text('tags')), draft])
    expect((await fixture.schedule('n', 5)).status).toBe(200)
  })

  test('a scheduled draft goes live in the form that it has then', async () => {
    await fixture.space.import([model])
    const { draftVersion, schedule } = await entryOf()
    expect(schedule).toMatchObject({ draftVersion, changed: false, state: 'pending' })
    expect((await goLive())?.data).toEqual(served)
  })

  test('a version that is scheduled goes live although the draft has changed since', async () => {
    await patch({ draftVersion: 1, data: { title: 'Two', code: null, tags: null } })
    await fixture.space.import([model])
    expect((await goLive())?.data).toEqual(served)
    expect((await entryOf()).data).toMatchObject({ title: 'Two' })
  })

  test('a version that is scheduled goes live although the file has another draft', async () => {
    await fixture.space.import([model, note({ title: 'File' })])
    expect((await goLive())?.data).toEqual(served)
    expect((await entryOf()).data).toMatchObject({ title: 'File' })
  })
})

describe('a scheduled version that loses values by an import', () => {
  const model = notes(text('title'))
  const lossesOf = (report: Awaited<ReturnType<Fixture['space']['import']>>) =>
    report.losses.map(({ kind, entry, field, what }) => [kind, entry, field, what])
  beforeEach(async () => {
    fixture = await createFixture([notes(text('title'), text('code')), note({ title: 'One', code: '7' })])
    await fixture.schedule('n', 5)
    await patch({ draftVersion: 1, data: { code: null } })
  })

  test('is in the report, by a dry run too, which changes nothing', async () => {
    const reported = [['value_not_imported', 'n', 'code', expect.stringMatching(/scheduled/)]]
    const before = await dumpTables(fixture.space)
    expect(lossesOf(await fixture.space.import([model], { dryRun: true }))).toEqual(reported)
    expect(await dumpTables(fixture.space)).toEqual(before)
    expect(lossesOf(await fixture.space.import([model]))).toEqual(reported)
    expect((await goLive())?.data).toEqual({ title: 'One' })
  })

  test('is not reported where the import cancels its schedule', async () => {
    const report = await fixture.space.import([model, note({}, { liveData: { title: 'File' } })])
    expect(report.losses.map(({ kind }) => kind)).toEqual(['schedule_cancelled'])
    expect((await entryOf()).schedule).toBeNull()
    await expectInvariants(fixture.space)
  })
})

test('a scheduled version goes live by the model of the collection that an import moves its entry to', async () => {
  fixture = await createFixture([notes(text('title'), text('code')), note({ title: 'One', code: '7' })])
  await fixture.schedule('n', 5)
  const memos = { ...notes(text('title'), text('tags')), apiName: 'memos' } as ImportRecord
  const moved: EntryRecord = { type: 'entry', collection: 'memos', id: 'n', data: { title: 'File' } }
  const lossesOf = async (dryRun: boolean) => {
    const { losses } = await fixture.space.import([memos, moved], { prune: true, dryRun })
    return losses.map(({ kind, collection, entry, field }) => [kind, collection, entry, field])
  }
  const lost = [['value_not_imported', 'memos', 'n', 'code']]
  expect(await lossesOf(true)).toEqual(lost)
  expect(await lossesOf(false)).toEqual(lost)
  expect(await fixture.send('GET', '/entries/n/versions/d1')).toMatchObject({
    status: 200,
    body: { doc: { data: { title: 'One', tags: null } } },
  })
  await fixture.run(5)
  expect([fixture.refused, fixture.errors]).toEqual([[], []])
  expect((await readEntry(fixture.space, 'memos', 'n'))?.data).toEqual({ title: 'One', tags: null })
  await expectInvariants(fixture.space)
})
