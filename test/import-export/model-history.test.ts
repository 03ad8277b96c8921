// What an import that changes a model leaves in its history: later changes and older versions of drafts are followed across
// it, and who has a draft open is told what it changed.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { planModelChange } from '../../src/authoring/models/plan/model-editor.ts'
import { haveSameShape, listModelOperations, toStoredModel } from '../../src/content/model/model-form.ts'
import type { Collection, Field } from '../../src/content/values/model.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type AuthoringFixture, openAuthoring, verdict } from '../authoring/authoring-fixture.ts'
import { interrupted } from '../kit/database/interrupted-session.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'
import { importBeside } from './import-beside.ts'

setDefaultTimeout(longTestMs)

const notes = (fields: readonly object[], rest: object = {}) =>
  ({ type: 'collection', apiName: 'notes', name: 'Notes', fields, ...rest }) as ImportRecord
const text = (apiName: string) => ({ apiName, type: 'text' })
const note = (id: string, data: object) => ({ type: 'entry', collection: 'notes', id, data }) as ImportRecord

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring([notes([text('title'), text('code')])])
  await api.create({ collection: 'notes', id: 'n', data: { title: 'One', code: '7' } })
})

const change = async (modelVersion: number, ...operations: object[]) => {
  const body = { modelVersion, operations, acceptLosses: true }
  const response = await api.ask('owner', 'POST', '/collections/notes/changes', body)
  expect([response.status, response.text]).toEqual([200, expect.any(String)])
  return response
}
const historyOf = async () => {
  const { model_change: changes } = await dumpTables(api.space)
  return changes
    .filter(({ collection }) => collection === 'notes')
    .map(row => [row.model_version, (JSON.parse(row.operations) as { op: string }[]).map(({ op }) => op)])
}

describe('an import that changes a model', () => {
  test('is a change in the history of the model, with its time, its author and the earlier model', async () => {
    api.space.time.now += 60_000
    await api.space.import([notes([text('title'), { apiName: 'code', type: 'integer' }, text('more')])])
    const { model_change: changes } = await dumpTables(api.space)
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({
      collection: 'notes',
      model_version: 2,
      at: api.space.time.now,
      by: expect.stringContaining('import'),
    })
    expect(JSON.parse(changes[0]!.before)).toMatchObject({ fields: [text('title'), text('code')] })
    expect(await historyOf()).toEqual([[2, ['convertField', 'addField']]])
    expect((await api.ask('owner', 'GET', '/collections/notes')).body.doc.modelVersion).toBe(2)
  })

  test('leaves the history as it is where it is the same model again', async () => {
    await api.space.import([notes([text('title'), text('code')])])
    expect(await historyOf()).toEqual([])
  })

  test('takes old names of fields away: a name that the file brings back means the field of now', async () => {
    await change(1, { op: 'renameField', field: 'title', to: 'headline' })
    const patch = (field: string) =>
      api.ask('owner', 'PATCH', '/entries/n', { draftVersion: 9, data: { [field]: 1 } })
    expect((await patch('title')).text).toContain('headline')
    await api.space.import([notes([text('name'), text('code')])])
    expect((await patch('title')).text).not.toContain('headline')
    await api.space.import([notes([text('title'), text('code')])])
    await change(4, { op: 'renameField', field: 'title', to: 'caption' })
    expect((await patch('title')).text).toContain('caption')
    expect((await patch('headline')).text).not.toContain('caption')
  })

  test('is followed where an older version is restored: what it took away is reported, and what it converted is converted', async () => {
    await change(1, { op: 'renameField', field: 'title', to: 'headline' })
    await api.space.import([notes([text('headline'), { apiName: 'code', type: 'integer' }])])
    await change(3, { op: 'renameField', field: 'code', to: 'number' })
    const now = await api.get('/entries/n')
    expect(now.data).toEqual({ headline: 'One', number: null })
    const restored = await api.ask('owner', 'POST', '/entries/n/restore', {
      draftVersion: now.draftVersion,
      from: 'd1',
    })
    expect(restored.body).toMatchObject({ losses: [], doc: { data: { headline: 'One', number: 7 } } })
  })

  test('is followed where a version is restored that somebody saved while the import was prepared', async () => {
    const { space } = api
    let isSaved = false
    const database = interrupted(space.database, async () => {
      if (isSaved) return
      isSaved = true
      space.time.now += 60_000
      await api.patch('n', { draftVersion: 1, data: { code: '8' } })
    })
    const file = [notes([text('title'), { apiName: 'code', type: 'integer' }])]
    await importBeside({ ...space, database }, file, async () => {})
    const { draftVersion } = await api.get('/entries/n')
    const restored = await api.ask('owner', 'POST', '/entries/n/restore', { draftVersion, from: 'd2' })
    expect(restored.body).toMatchObject({ losses: [], doc: { data: { title: 'One', code: 8 } } })
  })

  test('keeps drafts as they were for 90 days, so that a field that it took away can be restored', async () => {
    await api.space.import([notes([text('title')])])
    await change(2, { op: 'restoreField', field: 'code', modelVersion: 2 })
    expect((await api.get('/entries/n')).data).toEqual({ title: 'One', code: '7' })
    const { entry_version: versions } = await dumpTables(api.space)
    const first = versions.filter(({ entry, draft_version: version }) => entry === 'n' && version === 1)
    expect(first.map(({ kept_until: until }) => until)).toEqual([api.space.time.now + 90 * 86_400_000])
    await expectInvariants(api.space)
  })

  test('by a prune that removes the collection ends its history: one of the same name begins another', async () => {
    await change(1, { op: 'addField', field: text('more') })
    const others: ImportRecord[] = [{ type: 'collection', apiName: 'others', name: 'Others', fields: [] }]
    await api.space.import(others, { prune: true })
    expect(await historyOf()).toEqual([])
    await api.space.import([notes([text('title')])])
    await change(1, { op: 'addField', field: text('more') })
    expect(await historyOf()).toEqual([[2, ['addField']]])
  })
})

describe('an editor who has a draft open while an import changes it', () => {
  test('gets a conflict on the paths that it changed, keeps what they type elsewhere, and finds what it replaced', async () => {
    const fields = [text('title'), text('code')]
    await api.patch('n', { draftVersion: 1, variants: { vip: { title: 'V' } } })
    await api.space.import([
      notes(fields),
      { ...note('n', { title: 'Theirs', code: '7' }), variants: { vip: { title: 'V' } } } as ImportRecord,
    ])
    const patch = (data: object) => api.ask('owner', 'PATCH', '/entries/n', { draftVersion: 2, data })
    const refused = await patch({ title: 'Mine' })
    expect([verdict(refused), refused.body.paths]).toEqual(['409 draft_conflict', ['/data/title']])
    expect(refused.body.updatedBy).toEqual({ kind: 'import', name: 'frontlist import' })
    const taken = await patch({ code: '8' })
    expect(taken.body).toMatchObject({
      changedByOthers: ['/data/title'],
      doc: { draftVersion: 4, data: { title: 'Theirs', code: '8' }, variants: { vip: { title: 'V' } } },
    })
    const { body } = await api.ask('owner', 'GET', '/entries/n/versions/d2')
    expect(body.doc).toMatchObject({ data: { title: 'One', code: '7' }, variants: { vip: { title: 'V' } } })
    const { body: listed } = await api.ask('owner', 'GET', '/entries/n/versions')
    expect(listed.list[1]).toMatchObject({ version: 'd3', reason: 'import', names: ['/data/title'] })
  })

  test('gets it too on a field that a changed model took away, and on a slug', async () => {
    await api.space.import([
      { ...notes([text('title')]) },
      { ...note('n', { title: 'One' }), slug: 'elsewhere' } as ImportRecord,
    ])
    const { body } = await api.ask('owner', 'GET', '/entries/n/changes?since=1')
    expect(body.doc).toMatchObject({ draftVersion: 2, modelVersion: 2, paths: ['/data/code', '/slug'] })
    const slug = await api.ask('owner', 'PATCH', '/entries/n', { draftVersion: 1, slug: 'mine' })
    expect([verdict(slug), slug.body.paths]).toEqual(['409 draft_conflict', ['/slug']])
    const title = await api.ask('owner', 'PATCH', '/entries/n', { draftVersion: 1, data: { title: 'Two' } })
    expect(title.status).toBe(200)
  })
})

const field: fc.Arbitrary<Field> = fc.record(
  {
    apiName: fc.constantFrom('a', 'b', 'c', 'd'),
    type: fc.constantFrom('text', 'integer', 'number', 'boolean', 'date', 'dateTime', 'json', 'richText'),
    many: fc.constant(true),
  },
  { requiredKeys: ['apiName', 'type'] },
)
const collection = fc.uniqueArray(field, { selector: ({ apiName }) => apiName }).map(
  (fields): Collection =>
    toStoredModel({
      apiName: 'notes',
      name: 'Notes',
      ...(fields.find(({ type, many }) => type === 'text' && !many) && {
        titleField: fields.find(({ type, many }) => type === 'text' && !many)!.apiName,
      }),
      fields,
    }),
)

test('the operations of any difference between two models lead from the one to the other, in whatever order of fields', () => {
  const sorted = ({ fields, ...rest }: Collection): Collection => ({
    ...rest,
    fields: fields.toSorted((one, other) => (one.apiName < other.apiName ? -1 : 1)),
  })
  fc.assert(
    fc.property(collection, collection, (before, after) => {
      const context = { history: [], collections: new Set<string>(), components: new Set<string>() }
      fc.pre(!Bun.deepEquals(before, after))
      const result = planModelChange(before, listModelOperations(before, after), context)
      if ('errors' in result) throw new Error(JSON.stringify(result.errors))
      expect(haveSameShape(sorted(result.plan.after), sorted(after))).toBe(true)
      expect(result.plan.after.titleField).toBe(after.titleField)
    }),
    { numRuns: fuzzRuns(300) },
  )
})
