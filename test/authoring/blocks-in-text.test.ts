// Blocks of components in rich text in the management API: their checks, keys and problems, and changes of their components.
import { beforeEach, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { addAssets } from '../kit/app/assets.ts'
import { openManagement, type Send, type SentRequest } from '../kit/app/management-client.ts'
import { runSchedules } from '../kit/app/run-jobs.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { exportRecords } from '../kit/import/export-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const portable = { type: 'richText', format: 'portableText' }
const records = [
  {
    ...{ type: 'component', apiName: 'hero', name: 'Hero' },
    fields: [
      { apiName: 'heading', type: 'text', required: true },
      { apiName: 'count', type: 'text' },
      { apiName: 'by', type: 'reference', to: ['pages'] },
      { apiName: 'site', type: 'text', format: 'url' },
      { apiName: 'picture', type: 'asset' },
      { apiName: 'inner', ...portable, of: ['hero', 'note'] },
    ],
  },
  { type: 'component', apiName: 'note', name: 'Note', fields: [{ apiName: 'label', type: 'text' }] },
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'body', ...portable, of: ['hero', 'note'] },
      { apiName: 'aside', ...portable, of: ['note'] },
      { apiName: 'plain', ...portable },
      { apiName: 'sections', type: 'component', many: true, of: ['hero', 'note'] },
    ],
  },
  {
    ...{ type: 'collection', apiName: 'posts', name: 'Posts' },
    fields: [{ apiName: 'text', ...portable }],
  },
  { type: 'variant', id: 'vip', name: 'VIP', kind: 'audience' },
] as ImportRecord[]

// biome-ignore lint/suspicious/noExplicitAny: the tests read responses of any shape
type Body = any

let space: TestSpace
let send: Send

beforeEach(async () => {
  space = await createTestSpace({ records })
  send = (await openManagement(space)).send
})

const block = (component: string, key: string, data: object) => ({
  ...{ _type: 'component', _key: key, component },
  data,
})
const empty = { heading: null, count: null, by: null, site: null, picture: null, inner: null }
const hero = (key: string, heading: string | null, more: object = {}) =>
  block('hero', key, { ...empty, heading, ...more })
const note = (key: string, label: string | null = null) => block('note', key, { label })

async function create(data: object, id = 'p1') {
  const { status, body } = await send('POST', '/entries', { collection: 'pages', id, slug: id, data })
  expect({ status, body: status === 201 ? null : body }).toEqual({ status: 201, body: null })
  return body.doc as Body
}
const patch = (draftVersion: number, data: object, id = 'p1') =>
  send('PATCH', `/entries/${id}`, { draftVersion, data })
const draft = async (id = 'p1') => (await send('GET', `/entries/${id}`)).body.doc as Body
const live = async (search = '') =>
  ((await (await space.get(`/content/pages/p1${search}`)).json()) as Body).doc.data as Body
const publish = async (id = 'p1') =>
  send('POST', `/entries/${id}/publish`, { draftVersion: (await draft(id)).draftVersion })
const pathsOf = ({ body }: SentRequest) =>
  (body.errors as { name: string }[] | undefined)?.map(({ name }) => name).sort() ?? body.code

describe('a block in rich text', () => {
  test.each<[title: string, body: readonly object[], ...paths: string[]]>([
    ['an unknown component', [block('gone', 'a', {})], '/data/body/0/component'],
    ['a collection', [block('pages', 'a', {})], '/data/body/0/component'],
    ['an unknown field', [block('note', 'a', { labell: 'x' })], '/data/body/0/data/labell'],
    ['no component where several may stand', [{ _type: 'component', data: {} }], '/data/body/0/component'],
    ['no data', [{ _type: 'component', component: 'note' }], '/data/body/0/data'],
    ['the key of a list', [{ ...note('a'), key: 'k' }], '/data/body/0/key'],
    ['a key twice', [note('a'), note('a')], '/data/body/1/_key'],
    ['a value of another type', [note('b'), block('note', 'a', { label: 1 })], '/data/body/1/data/label'],
    [
      'an unknown component deep inside',
      [hero('a', 'x', { inner: [block('gone', 'b', {})] })],
      '/data/body/0/data/inner/0/component',
    ],
    [
      'an unsafe address in it',
      [block('hero', 'a', { site: 'javascript:alert(1)', inner: [] })],
      '/data/body/0/data/site',
    ],
    [
      'five levels',
      [
        block('hero', 'a', {
          inner: [
            block('hero', 'b', {
              inner: [block('hero', 'c', { inner: [block('hero', 'd', { inner: [note('e')] })] })],
            }),
          ],
        }),
      ].slice(0, 1),
      '/data/body/0/data/inner/0/data/inner/0/data/inner/0/data/inner/0',
    ],
    ['1,001 blocks', Array.from({ length: 1001 }, (_, at) => note(`k${at}`)), '/data/body/1000'],
  ])('may not be or have %s', async (title, body, ...paths) => {
    const sent = await send('POST', '/entries', { collection: 'pages', data: { body } })
    if (title === 'an unsafe address in it') {
      // It is a rule of the field, so that the draft is saved and has a problem.
      expect(sent.status === 201 ? sent.body.doc.problems[1].path : pathsOf(sent)[0]).toBe(paths[0]!)
    } else expect([sent.status, pathsOf(sent)]).toEqual([400, paths])
  })

  test('is refused in a field that has no `of`, and in the cell of a table', async () => {
    const cell = { content: [note('a')] }
    const sent = await send('POST', '/entries', {
      collection: 'pages',
      data: { plain: [note('a')], body: [{ _type: 'table', rows: [{ cells: [cell] }] }] },
    })
    expect([sent.status, pathsOf(sent)]).toEqual([
      400,
      ['/data/body/0/rows/0/cells/0/content/0/_type', '/data/plain/0'],
    ])
  })

  test('counts with the blocks of all fields', async () => {
    const half = Array.from({ length: 501 }, (_, at) => note(`k${at}`))
    const sections = half.slice(2).map(({ component, _key, data }) => ({ component, key: _key, data }))
    const { draftVersion } = await create({ body: half, sections })
    const sent = await patch(draftVersion, { aside: [note('one')] })
    expect([sent.status, pathsOf(sent)]).toEqual([400, ['data']])
  })

  test('takes four levels, and the one component that may stand there without its name', async () => {
    const deep = hero('a', 'A', {
      inner: [hero('b', 'B', { inner: [hero('c', 'C', { inner: [note('d', 'x')] })] })],
    })
    await create({ body: [deep], aside: [{ _type: 'component', _key: 'o', data: { label: 'y' } }] })
    const { data } = await draft()
    expect(data.body).toEqual([deep])
    expect(data.aside).toEqual([note('o', 'y')])
    expect(Object.keys(data.aside[0])).toEqual(['_type', '_key', 'component', 'data'])
  })

  test('gets the same key when it is sent again without one', async () => {
    const body = [note('', 'x'), note('', 'x'), note('', null)].map(({ _key, ...rest }) => rest)
    const first = await create({ body })
    const keys = first.data.body.map(({ _key }: Body) => _key)
    expect(new Set(keys).size).toBe(3)
    const again = await patch(first.draftVersion, { body })
    expect([again.status, again.body.doc.draftVersion]).toEqual([200, first.draftVersion])
  })

  test('has the problems of its values, and one where `of` does not name its component', async () => {
    await create({
      body: [note('n'), hero('a', null, { by: { id: 'gone' }, inner: [hero('b', ' ')] })],
      aside: [hero('c', 'x')],
    })
    const { problems } = await draft()
    expect(problems.map(({ path, code }: Body) => [path, code])).toEqual([
      ['/data/body/1/data/heading', 'required'],
      ['/data/body/1/data/by', 'target_missing'],
      ['/data/body/1/data/inner/0/data/heading', 'required'],
      ['/data/aside/0', 'component_not_allowed'],
    ])
    expect(problems[3].message).toBe('must be of note, and is of hero')
    expect((await publish()).status).toBe(409)
  })

  test('is no value of a path: the text is one value, and conflicts as one', async () => {
    const { draftVersion } = await create({ body: [hero('a', 'A'), note('n')] })
    const path = await patch(draftVersion, { 'body/a/heading': 'B' })
    expect([path.status, pathsOf(path)]).toEqual([400, ['/data/body~1a~1heading']])
    expect((await patch(draftVersion, { body: [hero('a', 'B'), note('n')] })).status).toBe(200)
    const late = await patch(draftVersion, { body: [hero('a', 'A'), note('n', 'x')] })
    expect([late.status, late.body.paths]).toEqual([409, ['/data/body']])
  })

  test('names the entries and files inside of it where they are used', async () => {
    await addAssets(space, { id: 'png' })
    await create({}, 'target')
    await create({ body: [hero('a', 'A', { by: { id: 'target' }, picture: { id: 'png' } })] })
    const links = await send('GET', '/entries/target/links')
    expect(JSON.stringify(links.body)).toContain('/data/body')
    const asset = await send('GET', '/assets/png')
    expect(asset.body.doc.usedBy).toMatchObject([{ id: 'p1' }])
    expect((await draft()).picture ?? (await send('GET', '/entries?ids=p1')).body.list[0].picture).toContain(
      'png',
    )
  })

  test('is restored from an older version, without what its component no longer has', async () => {
    const first = await create({ body: [hero('a', 'A', { count: '1' }), note('n', 'x')] })
    expect((await publish()).status).toBe(200)
    expect((await patch(first.draftVersion, { body: [] })).status).toBe(200)
    const changed = await send('POST', '/collections/hero/changes', {
      ...{ modelVersion: 1, acceptLosses: true },
      operations: [{ op: 'removeField', field: 'count' }],
    })
    expect(changed.status).toBe(200)
    const restored = await send('POST', '/entries/p1/restore', {
      ...{ from: `d${first.draftVersion}`, draftVersion: (await draft()).draftVersion },
    })
    expect({ status: restored.status, body: restored.status === 200 ? null : restored.body }).toEqual({
      status: 200,
      body: null,
    })
    const { count: _, ...left } = empty
    expect((await draft()).data.body).toEqual([block('hero', 'a', { ...left, heading: 'A' }), note('n', 'x')])
  })
})

describe('a change of a component', () => {
  const change = (operations: readonly object[], more: object = {}) =>
    send('POST', '/collections/hero/changes', { modelVersion: 1, operations, ...more })

  beforeEach(async () => {
    await space.import([
      {
        ...{ type: 'entry', collection: 'pages', id: 'p1' },
        liveData: {
          title: 'Live',
          body: [hero('a', 'A', { count: '1', inner: [hero('b', 'B', { count: 'two' })] })],
        },
        data: { title: 'Draft', body: [note('n'), hero('a', 'A2', { count: '3' })] },
        variants: { vip: { body: [hero('v', 'V', { count: '4' })] } },
      },
      { type: 'entry', collection: 'posts', id: 'x', liveData: { text: [] } },
    ] as ImportRecord[])
  })

  test('reaches its blocks in drafts, live content, overlays and nested text', async () => {
    const { status, body } = await change([{ op: 'renameField', field: 'heading', to: 'headline' }])
    expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null })
    expect(body.report).toMatchObject({
      ...{ drafts: 1, live: 1, losses: [] },
      collections: [{ collection: 'pages', drafts: 1, live: 1 }],
    })
    const { body: text } = await live()
    expect(text[0].data).toMatchObject({ headline: 'A', count: '1' })
    expect(text[0].data.inner[0].data).toMatchObject({ headline: 'B', count: 'two' })
    expect((await live('?variants=vip')).body[0].data.headline).toBe('V')
    expect((await draft()).data.body[1].data.headline).toBe('A2')
    expect((await send('GET', '/collections/pages')).body.doc.modelVersion).toBe(2)
    expect((await send('GET', '/collections/posts')).body.doc.modelVersion).toBe(1)
    await expectInvariants(space)
  })

  test('reports what it loses, and brings removed values back to the blocks that are still there', async () => {
    const operations = [{ op: 'convertField', field: 'count', type: 'integer' }]
    const refused = await change(operations)
    expect([refused.status, refused.body.code]).toEqual([409, 'model_change_loses'])
    expect((await change(operations, { dryRun: true })).body.report.losses).toEqual([
      expect.objectContaining({ collection: 'pages', field: 'count', count: 1, ids: ['p1'] }),
    ])
    expect((await change(operations, { acceptLosses: true })).status).toBe(200)
    expect((await live()).body[0].data.inner[0].data.count).toBeNull()
    const removed = await change([{ op: 'removeField', field: 'heading' }], {
      ...{ modelVersion: 2, acceptLosses: true },
    })
    expect(removed.status).toBe(200)
    expect((await draft()).data.body[1].data).toMatchObject({ count: 3 })
    const restored = await change([{ op: 'restoreField', field: 'heading', modelVersion: 3 }], {
      modelVersion: 3,
    })
    expect(restored.status).toBe(200)
    expect((await draft()).data.body[1].data).toMatchObject({ heading: 'A2', count: 3 })
    await expectInvariants(space)
  })

  test('reaches a scheduled draft, which is published in the new form', async () => {
    const doc = await draft()
    const publishAt = new Date(space.time.now + 60_000).toISOString()
    const scheduled = await send('PUT', '/entries/p1/schedule', {
      ...{ draftVersion: doc.draftVersion, publishAt },
    })
    expect(scheduled.status).toBe(200)
    expect((await patch(doc.draftVersion, { body: [hero('a', 'Later')] })).status).toBe(200)
    expect((await change([{ op: 'renameField', field: 'heading', to: 'headline' }])).status).toBe(200)
    space.time.now += 61_000
    await runSchedules(space)
    expect((await live()).body[1].data).toMatchObject({ headline: 'A2', count: '3' })
    expect((await draft()).data.body[0].data.headline).toBe('Later')
    await expectInvariants(space)
  })

  test('by an import converts the entries that the file leaves out', async () => {
    const fields = [
      { apiName: 'heading', type: 'text' },
      { apiName: 'inner', ...portable, of: ['hero', 'note'] },
    ]
    const report = await space.import([
      { type: 'component', apiName: 'hero', name: 'Hero', fields } as ImportRecord,
    ])
    expect(report.losses.map(({ kind }) => String(kind))).toContain('value_not_imported')
    expect((await live()).body).toEqual([
      block('hero', 'a', { heading: 'A', inner: [block('hero', 'b', { heading: 'B', inner: null })] }),
    ])
    await expectInvariants(space)
  })
})

describe('the components of a text', () => {
  const setOf = (of: readonly string[] | null, modelVersion = 1) =>
    send('POST', '/collections/pages/changes', {
      ...{ modelVersion, operations: [{ op: 'setField', field: 'body', properties: { of } }] },
    })

  test('lose their place without a loss: their blocks are served, saved, exported and imported', async () => {
    await create({ body: [hero('a', 'A')] })
    expect((await publish()).status).toBe(200)
    const { status, body } = await setOf([])
    expect({ status, losses: body.report?.losses }).toEqual({ status: 200, losses: [] })
    expect(body.report.problems).toMatchObject([{ field: 'body', code: 'component_not_allowed', count: 1 }])
    expect((await live()).body).toHaveLength(1)
    const { draftVersion } = await draft()
    expect((await patch(draftVersion, { body: [hero('a', 'B')] })).status).toBe(200)
    expect((await publish()).status).toBe(409)
    const exported = await exportRecords(space)
    expect(await space.import(exported)).toMatchObject({ created: 0, changed: 0 })
    const used = await send('DELETE', '/collections/hero?modelVersion=1')
    expect([used.status, used.body.code]).toEqual([409, 'collection_in_use'])
  })

  test('can be none, and never be absent again, by a change or by an import', async () => {
    await create({ body: [hero('a', 'A')] })
    const refused = await setOf(null)
    expect([refused.status, pathsOf(refused)]).toEqual([400, ['/operations/0/properties/of']])
    const [pages] = records.filter(record => 'apiName' in record && record.apiName === 'pages') as Body[]
    const fields = pages.fields.map(({ of, ...field }: Body) =>
      field.type === 'richText' ? field : { of, ...field },
    )
    await space.import([{ ...pages, fields }])
    const { doc } = (await send('GET', '/collections/pages')).body
    expect(doc.fields.map(({ of }: Body) => of)).toEqual([undefined, [], [], undefined, ['hero', 'note']])
    expect((await draft()).data.body).toEqual([hero('a', 'A')])
  })

  test('are in use while a text has a block of them, in drafts, schedules and live content', async () => {
    const models = records.map((record: Body) => ({
      ...record,
      ...(record.fields && {
        fields: record.fields.map((field: Body) => (field.of ? { ...field, of: ['hero'] } : field)),
      }),
    }))
    await space.import([
      { type: 'entry', collection: 'pages', id: 'p1', data: { body: [note('n')] } },
    ] as ImportRecord[])
    await space.import(models)
    expect((await send('GET', '/collections?kind=component')).body.list[1].usedIn).toEqual([])
    const { modelVersion } = (await send('GET', '/collections/note')).body.doc
    const remove = () => send('DELETE', `/collections/note?modelVersion=${modelVersion}`)
    expect([(await remove()).status, (await remove()).body.code]).toEqual([409, 'collection_in_use'])
    const { draftVersion } = await draft()
    expect((await patch(draftVersion, { body: [] })).status).toBe(200)
    expect((await remove()).status).toBe(200)
  })
})
