// Changes of components: every draft, overlay, scheduled draft and publication with their blocks follows, at every depth.
import { beforeEach, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement, type Send } from '../kit/app/management-client.ts'
import { runSchedules } from '../kit/app/run-jobs.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { exportRecords } from '../kit/import/export-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const records = [
  {
    ...{ type: 'component', apiName: 'hero', name: 'Hero' },
    fields: [
      { apiName: 'heading', type: 'text' },
      { apiName: 'count', type: 'text' },
      { apiName: 'picture', type: 'asset' },
    ],
  },
  {
    ...{ type: 'component', apiName: 'section', name: 'Section' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'blocks', type: 'component', many: true, of: ['hero', 'section'] },
    ],
  },
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'sections', type: 'component', many: true, of: ['hero', 'section'] },
    ],
  },
  {
    ...{ type: 'collection', apiName: 'plain', name: 'Plain' },
    fields: [{ apiName: 'title', type: 'text' }],
  },
  { type: 'variant', id: 'vip', name: 'VIP', kind: 'audience' },
] as ImportRecord[]

const hero = (key: string, heading: string, count: string | null = null) => ({
  ...{ component: 'hero', key },
  data: { heading, count, picture: null },
})
const pages = [
  {
    ...{ type: 'entry', collection: 'pages', id: 'p1' },
    liveData: {
      title: 'Live',
      sections: [
        hero('a', 'A', '1'),
        { component: 'section', key: 's', data: { title: 'S', blocks: [hero('b', 'B', 'two')] } },
      ],
    },
    data: { title: 'Draft', sections: [hero('a', 'A2', '3')] },
    variants: { vip: { sections: [hero('v', 'V', '4')] } },
  },
  { type: 'entry', collection: 'pages', id: 'p2', data: { title: 'No blocks' } },
  { type: 'entry', collection: 'plain', id: 'x', liveData: { title: 'X' } },
] as ImportRecord[]

// biome-ignore lint/suspicious/noExplicitAny: the tests read responses of any shape
type Body = any

let space: TestSpace
let send: Send

beforeEach(async () => {
  space = await createTestSpace({ records: [...records, ...pages] })
  send = (await openManagement(space)).send
})

const change = (operations: readonly object[], more: object = {}) =>
  send('POST', '/collections/hero/changes', { modelVersion: 1, operations, ...more })
const live = async (search = '') =>
  ((await (await space.get(`/content/pages/p1${search}`)).json()) as Body).doc.data as Body
const draft = async () => (await send('GET', '/entries/p1')).body.doc as Body

describe('a change of a component', () => {
  test('renames a field in drafts, live content, overlays and nested blocks', async () => {
    const { status, body } = await change([{ op: 'renameField', field: 'heading', to: 'headline' }])
    expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null })
    expect(body.report).toMatchObject({
      ...{ drafts: 1, live: 1, losses: [] },
      collections: [{ collection: 'pages', drafts: 1, live: 1 }],
    })
    expect(body.doc).toMatchObject({ kind: 'component', modelVersion: 2 })
    const { sections } = await live()
    expect(sections[0].data).toEqual({ headline: 'A', count: '1', picture: null })
    expect(sections[1].data.blocks[0].data.headline).toBe('B')
    expect((await live('?variants=vip')).sections[0].data.headline).toBe('V')
    expect((await draft()).data.sections[0].data.headline).toBe('A2')
    expect((await send('GET', '/collections/pages')).body.doc.modelVersion).toBe(2)
    expect((await send('GET', '/collections/plain')).body.doc.modelVersion).toBe(1)
    await expectInvariants(space)
  })

  test('adds a field with its default in every block, and one without a value', async () => {
    const { status } = await change([
      { op: 'addField', field: { apiName: 'size', type: 'text', default: 'big' }, fill: true },
      { op: 'addField', field: { apiName: 'tags', type: 'text', many: true } },
    ])
    expect(status).toBe(200)
    for (const block of [(await live()).sections[0], (await live()).sections[1].data.blocks[0]])
      expect(block.data).toMatchObject({ size: 'big', tags: [] })
    expect((await draft()).data.sections[0].data).toMatchObject({ size: 'big', tags: [] })
    await expectInvariants(space)
  })

  test('reports what it loses by collection, changes nothing without consent, and can be undone', async () => {
    const operations = [{ op: 'convertField', field: 'count', type: 'integer' }]
    const refused = await change(operations)
    expect([refused.status, refused.body.code]).toEqual([409, 'model_change_loses'])
    const dry = await change(operations, { dryRun: true })
    expect(dry.body.report.losses).toEqual([
      expect.objectContaining({ collection: 'pages', field: 'count', count: 1, ids: ['p1'] }),
    ])
    expect((await live()).sections[1].data.blocks[0].data.count).toBe('two')
    expect((await change(operations, { acceptLosses: true })).status).toBe(200)
    expect((await live()).sections[0].data.count).toBe(1)
    expect((await live()).sections[1].data.blocks[0].data.count).toBeNull()
    const removed = await send('POST', '/collections/hero/changes', {
      ...{ modelVersion: 2, acceptLosses: true },
      operations: [{ op: 'removeField', field: 'heading' }],
    })
    expect(removed.status).toBe(200)
    expect((await draft()).data.sections[0].data).toEqual({ count: 3, picture: null })
    const restored = await send('POST', '/collections/hero/changes', {
      ...{ modelVersion: 3 },
      operations: [{ op: 'restoreField', field: 'heading', modelVersion: 3 }],
    })
    expect({ status: restored.status, body: restored.status === 200 ? null : restored.body }).toEqual({
      status: 200,
      body: null,
    })
    expect((await draft()).data.sections[0].data).toMatchObject({ heading: 'A2', count: 3 })
    await expectInvariants(space)
  })

  test('of a scheduled draft is published in the new form', async () => {
    const doc = await draft()
    const publishAt = new Date(space.time.now + 60_000).toISOString()
    const scheduled = await send('PUT', '/entries/p1/schedule', {
      ...{ draftVersion: doc.draftVersion, publishAt },
    })
    expect(scheduled.status).toBe(200)
    const edited = await send('PATCH', '/entries/p1', {
      ...{ draftVersion: doc.draftVersion, data: { 'sections/a/heading': 'Later' } },
    })
    expect(edited.status).toBe(200)
    expect((await change([{ op: 'renameField', field: 'heading', to: 'headline' }])).status).toBe(200)
    space.time.now += 61_000
    await runSchedules(space)
    expect((await live()).sections[0].data).toMatchObject({ headline: 'A2', count: '3' })
    expect((await draft()).data.sections[0].data.headline).toBe('Later')
    await expectInvariants(space)
  })

  test('is refused where it names what is not there, or what only collections have', async () => {
    const { status, body } = await change([
      { op: 'set', properties: { slugFrom: 'heading' } },
      { op: 'addField', field: { apiName: 'component', type: 'text' } },
      { op: 'addField', field: { apiName: 'inner', type: 'component', of: ['gone'] } },
      { op: 'setField', field: 'heading', properties: { unique: true } },
    ])
    expect(status).toBe(400)
    expect(body.errors.map(({ name }: Body) => name)).toEqual([
      '/operations/0/properties/slugFrom',
      '/operations/1/field/apiName',
      '/operations/2/field/of/0',
      '/operations/3/properties/unique',
    ])
  })

  test('is not needed to take a component out of `of`: its blocks are served, and have a problem', async () => {
    const { status, body } = await send('POST', '/collections/pages/changes', {
      ...{ modelVersion: 1 },
      operations: [{ op: 'setField', field: 'sections', properties: { of: ['section'] } }],
    })
    expect({ status, losses: body.report?.losses }).toEqual({ status: 200, losses: [] })
    expect(body.report.problems).toMatchObject([
      { field: 'sections', code: 'component_not_allowed', count: 1 },
    ])
    expect((await live()).sections).toHaveLength(2)
    const used = await send('DELETE', '/collections/hero?modelVersion=1')
    expect([used.status, used.body.code]).toEqual([409, 'collection_in_use'])
  })

  test('by an import converts the entries that the file leaves out', async () => {
    const [changed] = records.slice(0, 1).map(record => ({
      ...record,
      fields: [
        { apiName: 'heading', type: 'text' },
        { apiName: 'link', type: 'reference' },
      ],
    }))
    const report = await space.import([changed as ImportRecord])
    expect(report.losses.map(({ kind }) => String(kind))).toContain('value_not_imported')
    expect((await live()).sections[0].data).toEqual({ heading: 'A', link: null })
    expect((await live()).sections[1].data.blocks[0].data).toEqual({ heading: 'B', link: null })
    await expectInvariants(space)
  })
})

describe('components', () => {
  test('are listed with their uses, apart from collections', async () => {
    const { body } = await send('GET', '/collections?kind=component')
    expect(body.list.map(({ apiName, usedIn }: Body) => [apiName, usedIn])).toEqual([
      [
        'hero',
        [
          { model: 'pages', field: 'sections' },
          { model: 'section', field: 'blocks' },
        ],
      ],
      [
        'section',
        [
          { model: 'pages', field: 'sections' },
          { model: 'section', field: 'blocks' },
        ],
      ],
    ])
    const collections = (await send('GET', '/collections')).body
    expect(collections.list.map(({ apiName }: Body) => apiName)).toEqual(['pages', 'plain'])
    expect(collections.count).toBe(2)
  })

  test('are created once, by a name that no collection has, and deleted only when nothing uses them', async () => {
    const quote = {
      ...{ kind: 'component', apiName: 'quote', name: 'Quote', icon: 'quote' },
      fields: [{ apiName: 'text', type: 'text' }],
    }
    expect((await send('POST', '/collections', quote)).status).toBe(201)
    expect((await send('POST', '/collections', quote)).status).toBe(200)
    const other = await send('POST', '/collections', { ...quote, name: 'Other' })
    expect([other.status, other.body.code]).toEqual([409, 'collection_exists'])
    const taken = await send('POST', '/collections', { ...quote, apiName: 'pages' })
    expect([taken.status, taken.body.code]).toEqual([409, 'collection_exists'])
    const used = await send('DELETE', '/collections/hero?modelVersion=1')
    expect([used.status, used.body.code]).toEqual([409, 'collection_in_use'])
    const deleted = await send('DELETE', '/collections/quote?modelVersion=1')
    expect([deleted.status, deleted.body.doc.icon]).toEqual([200, 'quote'])
    expect(
      (await exportRecords(space)).some(record => 'apiName' in record && record.apiName === 'quote'),
    ).toBe(false)
  })

  test.each<[title: string, model: object, ...paths: string[]]>([
    ['slugFrom', { slugFrom: 'text' }, 'slugFrom'],
    ['singleton', { singleton: true }, 'singleton'],
    ['a field called component', { fields: [{ apiName: 'component', type: 'text' }] }, '/fields/0/apiName'],
    ['a unique field', { fields: [{ apiName: 'a', type: 'text', unique: true }] }, '/fields/0/unique'],
    ['an unknown icon', { icon: 'nothing' }, 'icon'],
    ['no components in a field of blocks', { fields: [{ apiName: 'a', type: 'component' }] }, '/fields/0/of'],
    [
      'an unknown component in a field of blocks',
      { fields: [{ apiName: 'a', type: 'component', of: ['hero', 'gone'] }] },
      '/fields/0/of/1',
    ],
    [
      'a collection in a field of blocks',
      { fields: [{ apiName: 'a', type: 'component', of: ['pages'] }] },
      '/fields/0/of/0',
    ],
  ])('cannot have %s', async (_, more, ...paths) => {
    const { status, body } = await send('POST', '/collections', {
      ...{ kind: 'component', apiName: 'new', name: 'New', fields: [{ apiName: 'text', type: 'text' }] },
      ...more,
    })
    expect([status, body.errors.map(({ name }: Body) => name)]).toEqual([400, paths])
  })

  test('may name themselves', async () => {
    const { status } = await send('POST', '/collections', {
      ...{ kind: 'component', apiName: 'tree', name: 'Tree' },
      fields: [{ apiName: 'children', type: 'component', many: true, of: ['tree'] }],
    })
    expect(status).toBe(201)
  })
})
