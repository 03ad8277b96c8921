// References in rich text: entries that stand in a text are resolved by depth, and links to entries are stubs at every depth.
import { beforeAll, describe, expect, test } from 'bun:test'
import { defaultBudget } from '../../src/content/publish/response-budget.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { addAssets } from '../kit/app/assets.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { getFrom } from '../kit/app/other-app.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { entryReads } from '../kit/database/statements.ts'
import { exportRecords } from '../kit/import/export-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const model = {
  ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'body', type: 'richText', format: 'portableText' },
    { apiName: 'parent', type: 'reference' },
    { apiName: 'note', type: 'richText', format: 'portableText', to: ['people'] },
  ],
} as ImportRecord
const people = {
  ...{ type: 'collection', apiName: 'people', name: 'People' },
  fields: [{ apiName: 'title', type: 'text' }],
} as ImportRecord

const entryBlock = (id: string, key = `e-${id}`) => ({ _type: 'entry', _key: key, entry: { id } })
const linkTo = (id: string, key = `l-${id}`) => ({
  ...{ _type: 'block', _key: `b-${key}`, style: 'normal' },
  children: [{ _type: 'span', _key: `s-${key}`, text: `to ${id}`, marks: [key] }],
  markDefs: [{ _type: 'entryLink', _key: key, entry: { id } }],
})
const plain = (text: string) => ({
  ...{ _type: 'block', _key: `p-${text}`, style: 'normal' },
  ...{ children: [{ _type: 'span', _key: `ps-${text}`, text, marks: [] }], markDefs: [] },
})
const table = (id: string) => ({
  ...{ _type: 'table', _key: 't', header: true },
  rows: [
    {
      _key: 'r',
      cells: [
        { _key: 'c', content: [linkTo(id, 'in-table')] },
        { _key: 'd', content: [] },
      ],
    },
  ],
})
const toEntry = (id: string, data: object, more: object = {}): ImportRecord =>
  ({ type: 'entry', collection: 'pages', id, liveData: { title: id, ...data }, ...more }) as ImportRecord

const body = [
  plain('tab\there'),
  entryBlock('about'),
  linkTo('about'),
  entryBlock('gone'),
  table('home'),
  linkTo('gone'),
]
const records = [
  model,
  people,
  toEntry(
    'home',
    { body, parent: { id: 'about' } },
    { variants: { vip: { body: [entryBlock('team'), plain('vip')] } } },
  ),
  toEntry('about', { body: [entryBlock('team')] }),
  toEntry('team', { body: [linkTo('team')] }),
]

let space: TestSpace
beforeAll(async () => {
  space = await createTestSpace({ records })
})

async function docOf(path: string, from: Pick<TestSpace, 'get'> = space) {
  const response = await from.get(`/content/pages/${path}`)
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: the tests read values of any shape
  const { doc } = JSON.parse(text) as { doc: { data: Record<string, any>; variantsApplied?: string[] } }
  // Responses are compact, and values are not changed by the marks in stored text.
  expect(text).toBe(JSON.stringify(JSON.parse(text)))
  return doc
}
const stub = (id: string) => ({ id, collection: 'pages', slug: id })

describe('a reference in rich text', () => {
  test.each([0, 1, 2, 5])(
    'is resolved by depth %d if it is an entry, and a stub if it is a link',
    async depth => {
      const { data } = await docOf(`home?depth=${depth}`)
      const [first, about, link, gone, inTable, deadLink] = data.body
      expect(first).toEqual(plain('tab\there'))
      expect(link.markDefs).toEqual([{ _type: 'entryLink', _key: 'l-about', entry: stub('about') }])
      expect(gone).toEqual({ _type: 'entry', _key: 'e-gone', entry: null })
      expect(deadLink.markDefs[0].entry).toBeNull()
      expect(inTable.rows[0].cells[0].content[0].markDefs[0].entry).toEqual(stub('home'))
      if (depth === 0) expect(about.entry).toEqual(stub('about'))
      else expect(about.entry).toMatchObject({ ...stub('about'), data: { title: 'about' } })
      if (depth === 1) expect(about.entry.data.body[0].entry).toEqual(stub('team'))
      if (depth >= 2)
        expect(about.entry.data.body[0].entry.data.body[0].markDefs[0].entry).toEqual(stub('team'))
    },
  )

  test('stays in its field in variants, in lists and with `fields`', async () => {
    const vip = await docOf('home?depth=1&variants=vip')
    expect(vip.variantsApplied).toEqual(['vip'])
    expect(vip.data.body).toMatchObject([{ entry: { id: 'team', data: { title: 'team' } } }, plain('vip')])
    expect(vip.data.parent).toMatchObject({ id: 'about', data: { title: 'about' } })
    const only = await docOf('home?depth=0&fields=body,parent')
    expect(only.data).toEqual({ body: (await docOf('home')).data.body, parent: stub('about') })
    expect((await docOf('home?fields=title')).data).toEqual({ title: 'home' })
    const without = await docOf('home?fields=parent')
    expect(without.data).toEqual({ parent: stub('about') })
    const listed = (await (await space.get('/content/pages?depth=1')).json()) as {
      list: { id: string; data: object }[]
    }
    expect(listed.list.find(({ id }) => id === 'home')?.data).toEqual((await docOf('home?depth=1')).data)
  })

  test('needs at most two more reads of entries than its depth', async () => {
    const uncached = await createTestSpace({ records, cacheBytes: 0 })
    await uncached.get('/content/pages?depth=1')
    for (const depth of [0, 1, 2, 3]) {
      uncached.statements.length = 0
      await uncached.get(`/content/pages?depth=${depth}`)
      expect(entryReads(uncached.statements)).toBeLessThanOrEqual(depth + 2)
    }
  })

  test('changes with the slug of its target, with another ETag, and is null once the target is not live', async () => {
    const own = await createTestSpace({ records })
    const tag = async () => (await own.get('/content/pages/home')).headers.get('ETag')
    const before = await tag()
    await own.import([{ ...toEntry('about', {}), slug: 'us' } as ImportRecord])
    const { data } = await docOf('home', own)
    expect([data.body[1].entry, data.body[2].markDefs[0].entry]).toEqual(
      Array(2).fill({ id: 'about', collection: 'pages', slug: 'us' }),
    )
    expect(await tag()).not.toBe(before)
    const { request } = await openManagement(own)
    expect((await request('POST', '/entries/about/unpublish', {})).status).toBe(200)
    const after = (await docOf('home', own)).data
    expect([after.body[1].entry, after.body[2].markDefs[0].entry]).toEqual([null, null])
  })

  test('is written by id or by path, and a draft has the id', async () => {
    const own = await createTestSpace({ records })
    const { request, entry, publish, links } = await openManagement(own)
    const bySlug = { _type: 'entry', _key: 'a', entry: { collection: 'pages', slug: 'team' } }
    const created = await request('POST', '/entries', {
      ...{ collection: 'pages', id: 'new', slug: 'new' },
      data: { title: 'New', body: [bySlug, linkTo('about')] },
    })
    expect(created.status).toBe(201)
    expect((await entry('new')).data.body).toMatchObject([{ entry: { id: 'team' } }, {}])
    expect((await links('new')).to).toMatchObject([
      { id: 'team', path: '/data/body', state: 'live' },
      { id: 'about', path: '/data/body', state: 'live' },
    ])
    expect((await links('team')).from.map(({ id }) => id)).toEqual(['about', 'home', 'new', 'team'])
    const before = await entry('new')
    const again = await request('PATCH', '/entries/new', {
      draftVersion: before.draftVersion,
      data: { body: [bySlug, linkTo('about')] },
    })
    expect(((await again.json()) as { doc: { draftVersion: number } }).doc.draftVersion).toBe(
      before.draftVersion,
    )
    expect(await publish('new')).toMatchObject({ state: 'live' })
    const { data } = await docOf('new?depth=1', own)
    expect(data.body[0].entry).toMatchObject({ id: 'team', data: { title: 'team' } })
    await expectInvariants(own)
  })

  test('is refused at its place if it leads nowhere by its path or to a collection that the field does not name', async () => {
    const own = await createTestSpace({ records })
    const { request } = await openManagement(own)
    const nowhere = { _type: 'entry', _key: 'n', entry: { collection: 'pages', slug: 'nowhere' } }
    const response = await request('POST', '/entries', {
      ...{ collection: 'pages', id: 'new', slug: 'new' },
      data: { body: [plain('a'), nowhere], note: [linkTo('team')] },
    })
    expect(response.status).toBe(400)
    const { errors } = (await response.json()) as { errors: { name: string; message: string }[] }
    expect(errors).toMatchObject([
      { name: '/data/body/1/entry', message: 'refers to pages/nowhere, which is not there' },
      { name: '/data/note/0/markDefs/0/entry', message: 'refers to an entry of pages; allowed: people' },
    ])
  })

  test('is a warning of its draft if its target is not live, and an error if the field does not allow it', async () => {
    const own = await createTestSpace({
      records: [...records, { type: 'entry', collection: 'pages', id: 'd', data: {} }],
    })
    const { request, entry } = await openManagement(own)
    await request('POST', '/entries', {
      ...{ collection: 'pages', id: 'new', slug: 'new' },
      data: { body: [entryBlock('d'), linkTo('gone')] },
    })
    expect((await entry('new')).problems).toMatchObject([
      { path: '/data/body/0/entry', code: 'target_not_live', severity: 'warning' },
      { path: '/data/body/1/markDefs/0/entry', code: 'target_missing', severity: 'warning' },
    ])
    // An import keeps what a field does not allow, and serves null.
    const report = await own.import([toEntry('home', { note: [linkTo('team')] })])
    expect(report.losses.map(({ kind, field }) => [kind, field])).toEqual([['reference_not_allowed', 'note']])
    expect((await docOf('home', own)).data.note[0].markDefs[0].entry).toBeNull()
    expect((await entry('home')).problems).toMatchObject([{ code: 'target_not_allowed', severity: 'error' }])
  })

  test('is the same after an export and an import of it, which changes nothing the second time', async () => {
    const exported = (await exportRecords(space)) as readonly ImportRecord[]
    const copy = await createTestSpace()
    await copy.import(exported)
    expect(await docOf('home?depth=2', copy)).toMatchObject({ data: (await docOf('home?depth=2')).data })
    expect(await exportRecords(copy)).toEqual(exported as never)
    const before = await copy.get('/content/pages')
    expect(await copy.import(exported)).toMatchObject({ created: 0, changed: 0 })
    expect((await copy.get('/content/pages')).headers.get('ETag')).toBe(before.headers.get('ETag'))
    await expectInvariants(copy)
  })

  test('is taken over by the entry that becomes live at its path', async () => {
    const own = await createTestSpace()
    const later = { collection: 'pages', slug: 'later' }
    const image = { _type: 'image', _key: 'i', asset: { id: 'pic' } }
    await addAssets(own, { id: 'pic' })
    await own.import([
      model,
      people,
      toEntry('one', {
        body: [image, { ...entryBlock('x'), entry: later }, { ...entryBlock('y'), entry: later }],
      }),
    ])
    const before = (await docOf('one', own)).data.body
    expect(before).toMatchObject([{ asset: { id: 'pic' } }, { entry: null }, { entry: null }])
    await own.import([{ ...toEntry('new', {}), slug: 'later' } as ImportRecord])
    const stubOfNew = { id: 'new', ...later }
    expect((await docOf('one', own)).data.body).toMatchObject([
      before[0],
      { entry: stubOfNew },
      { entry: stubOfNew },
    ])
    const { entry } = await openManagement(own)
    expect(await entry('one')).toMatchObject({
      state: 'live',
      data: { body: [{}, { entry: { id: 'new' } }, {}] },
    })
    await expectInvariants(own)
  })

  test('is taken over in a field with any name', async () => {
    const own = await createTestSpace()
    const later = { collection: 'things', slug: 'later' }
    const field = { apiName: 'constructor', type: 'reference' }
    const things = { type: 'collection', apiName: 'things', name: 'Things', fields: [field] } as ImportRecord
    const thing = (id: string, data: object) =>
      ({ type: 'entry', collection: 'things', id, liveData: data }) as ImportRecord
    await own.import([things, thing('one', { constructor: later })])
    await own.import([{ ...thing('new', {}), slug: 'later' } as ImportRecord])
    const { entry } = await openManagement(own)
    expect(await entry('one')).toMatchObject({ state: 'live', data: { constructor: { id: 'new' } } })
    await expectInvariants(own)
  })

  test('stays through changes of the model, of files in the same text, and of the draft', async () => {
    const own = await createTestSpace()
    await addAssets(own, { id: 'pic' })
    const image = { _type: 'image', _key: 'i', asset: { id: 'pic' } }
    await own.import([
      ...records.filter(each => !('id' in each) || each.id !== 'home'),
      toEntry('home', { body: [...body, image] }),
    ])
    const first = (await docOf('home', own)).data.body
    expect(first.at(-1).asset).toMatchObject({ id: 'pic', filename: 'pic.png' })
    const { request, entry, publish } = await openManagement(own)
    const { doc } = (await (await request('GET', '/collections/pages')).json()) as {
      doc: { modelVersion: number }
    }
    const changed = await request('POST', '/collections/pages/changes', {
      modelVersion: doc.modelVersion,
      operations: [
        { op: 'renameField', field: 'body', to: 'text' },
        { op: 'setField', field: 'text', properties: { to: ['people'] } },
      ],
    })
    expect(changed.status).toBe(200)
    // A stricter `to` changes nothing that is served until the entry is published again.
    expect((await docOf('home', own)).data.text).toEqual(first)
    expect((await entry('home')).state).toBe('live')
    const { draftVersion } = await entry('home')
    await request('PATCH', '/entries/home', { draftVersion, data: { text: [image, linkTo('gone')] } })
    await publish('home')
    expect((await docOf('home', own)).data.text[1].markDefs[0].entry).toBeNull()
    await expectInvariants(own)
  })

  test('counts in the budget of a response exactly', async () => {
    const wide = Array.from({ length: 30 }, (_, index) => entryBlock('team', `k${index}`))
    const root = await createTestSpace({
      records: [...records, toEntry('wide', { body: [...wide, linkTo('about')] })],
      cacheBytes: 0,
    })
    for (const depth of [0, 1]) {
      const path = `/content/pages/wide?depth=${depth}`
      const bytes = Buffer.byteLength(await (await root.get(path)).text())
      for (const [bytesMax, status] of [
        [bytes, 200],
        [bytes - 1, 400],
      ] as const) {
        const get = getFrom(root, { budget: { ...defaultBudget, bytesMax } })
        expect((await get(path)).status).toBe(status)
      }
    }
    const get = getFrom(root, { budget: { ...defaultBudget, entriesMax: 30 } })
    expect((await get('/content/pages/wide?depth=1')).status).toBe(400)
  })

  test('does not hide the text of tables from searches', async () => {
    const cell = (text: string) => ({ _key: `c-${text}`, content: [plain(text)] })
    const prices = { ...table('home'), rows: [{ _key: 'r', cells: [cell('Harbour'), cell('Ferry')] }] }
    const own = await createTestSpace({ records: [...records, toEntry('prices', { body: [prices] })] })
    for (const word of ['harbour', 'ferry']) {
      const found = (await (await own.get(`/content/pages?q=${word}`)).json()) as { list: { id: string }[] }
      expect(found.list.map(({ id }) => id)).toEqual(['prices'])
    }
    const joined = (await (await own.get('/content/pages?q=harbourferry')).json()) as { count: number }
    expect(joined.count).toBe(0)
  })
})
