// Overlays with values at paths in the base's blocks: saving, conflicts, what goes with a block, and restoring.
import { beforeEach, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement, type Send, type SentRequest } from '../kit/app/management-client.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const records = [
  {
    ...{ type: 'component', apiName: 'hero', name: 'Hero' },
    fields: [
      { apiName: 'heading', type: 'text', required: true, max: 20 },
      { apiName: 'sub', type: 'text' },
      { apiName: 'by', type: 'reference', to: ['pages'] },
      { apiName: 'also', type: 'reference', many: true },
      { apiName: 'items', type: 'component', many: true, of: ['item', 'hero'] },
    ],
  },
  {
    ...{ type: 'component', apiName: 'item', name: 'Item' },
    fields: [
      { apiName: 'label', type: 'text' },
      { apiName: 'blocks', type: 'json' },
    ],
  },
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'sections', type: 'component', many: true, of: ['hero', 'item'] },
      { apiName: 'seo', type: 'component', of: ['item'] },
    ],
  },
  ...['de', 'vip'].map(id => ({ type: 'variant', id, name: id, kind: 'audience' })),
] as ImportRecord[]

// biome-ignore lint/suspicious/noExplicitAny: the tests read responses of any shape
type Doc = any

let space: TestSpace
let send: Send

beforeEach(async () => {
  space = await createTestSpace({ records })
  send = (await openManagement(space)).send
})

const hero = (key: string, heading: string, more: object = {}) => ({
  ...{ component: 'hero', key },
  data: { heading, sub: null, by: null, also: [], items: [], ...more },
})
const item = (key: string, label: string | null = null) => ({
  ...{ component: 'item', key },
  data: { label, blocks: null },
})
const base = {
  title: 'Title',
  sections: [hero('a', 'A', { items: [item('x', 'X'), item('y', 'Y')] }), item('b', 'B'), item('007', '7')],
  seo: item('s', 'S'),
}
const de = {
  title: 'Titel',
  'sections/a/heading': 'A de',
  'sections/a/items/x/label': 'X de',
  'sections/007/label': '7 de',
  'seo/label': 'S de',
}

async function create(variants: object, data: object = base) {
  const { status, body } = await send('POST', '/entries', {
    ...{ collection: 'pages', id: 'p1', slug: 'p1', data, variants },
  })
  expect({ status, body: status === 201 ? null : body }).toEqual({ status: 201, body: null })
  return body.doc as Doc
}
const patch = (draftVersion: number, variants: object, data?: object) =>
  send('PATCH', '/entries/p1', { draftVersion, variants, ...(data && { data }) })
const read = async () => (await send('GET', '/entries/p1')).body.doc as Doc
const namesOf = ({ body }: SentRequest) =>
  (body.errors as { name: string }[] | undefined)?.map(({ name }) => name).sort() ?? body.paths ?? body.code

describe('values of a variant at paths in blocks', () => {
  test('are flat keys beside those of whole fields', async () => {
    const doc = await create({ de })
    expect(doc.variants).toEqual({ de })
    expect(doc.outdated).toEqual({})
    expect(await read()).toEqual(doc)
    const again = await send('POST', '/entries', {
      collection: 'pages',
      id: 'p1',
      data: base,
      variants: { de },
    })
    expect(again.status).toBe(200)
    const replaced = await send('PUT', '/entries/p1', { draftVersion: 1, data: base, variants: { de } })
    expect(replaced.body.doc.draftVersion).toBe(1)
    const changed = await patch(1, { de: { 'sections/a/heading': null, 'sections/a/items/y/label': 'Y de' } })
    expect(changed.status).toBe(200)
    const { 'sections/a/heading': _, ...rest } = de
    expect(changed.body.doc.variants).toEqual({ de: { ...rest, 'sections/a/items/y/label': 'Y de' } })
    expect(changed.body.doc.draftVersion).toBe(2)
    const same = await patch(2, { de: { 'sections/a/items/y/label': 'Y de' } })
    expect(same.body.doc.draftVersion).toBe(2)
    // Setting a value back in another order makes the same draft.
    await patch(2, { de: { 'sections/a/items/y/label': null } })
    const back = await patch(3, { de: { 'sections/a/heading': 'A de' } })
    expect(back.body.doc.variants).toEqual({ de })
    await send('POST', '/entries/p1/publish', { draftVersion: 4 })
    expect((await read()).live.variants).toEqual({ de })
    await patch(4, { de: { 'sections/007/label': null } })
    expect((await read()).state).toBe('changed')
    await patch(5, { de: { 'sections/007/label': '7 de' } })
    expect((await read()).state).toBe('live')
    await expectInvariants(space)
  })

  test.each<[title: string, variants: object, ...names: string[]]>([
    ['an unknown field', { 'gone/a/x': 1 }, '/variants/de/gone~1a~1x'],
    ['a field without blocks', { 'title/a/x': 1 }, '/variants/de/title~1a~1x'],
    ['a path that ends in a block', { 'sections/a': 1 }, '/variants/de/sections~1a'],
    ['an unknown field of a block', { 'sections/a/label': 1 }, '/variants/de/sections~1a~1label'],
    ['a block that is not there', { 'sections/z/label': 'x' }, '/variants/de/sections~1z~1label'],
    ['a place instead of a key', { 'sections/0/heading': 'x' }, '/variants/de/sections~10~1heading'],
    ['a wrong type', { 'sections/a/heading': 1 }, '/variants/de/sections~1a~1heading'],
    ['a wrong type deeper', { 'sections/a/items/x/label': [] }, '/variants/de/sections~1a~1items~1x~1label'],
    [
      'a wrong value in a list at a path',
      { 'sections/a/items': [{ component: 'item', data: { label: 1 } }] },
      '/variants/de/sections~1a~1items/0/data/label',
    ],
    [
      'a reference to nothing',
      { 'sections/a/by': { collection: 'pages', slug: 'gone' } },
      '/variants/de/sections~1a~1by',
    ],
    [
      'a reference to nothing in a list at a path',
      { 'sections/a/items': [hero('q', 'Q', { also: [{ collection: 'pages', slug: 'gone' }] })] },
      '/variants/de/sections~1a~1items/0/data/also/0',
    ],
    [
      'a field and a path below it',
      { sections: [item('a')], 'sections/a/label': 'x' },
      '/variants/de/sections~1a~1label',
    ],
    [
      'a path and a path below it',
      { 'sections/a/items': [], 'sections/a/items/x/label': 'x' },
      '/variants/de/sections~1a~1items~1x~1label',
    ],
    [
      'the stored form',
      { sections: { blocks: { a: { component: 'hero', data: { heading: 'x' } } } } },
      '/variants/de/sections',
    ],
    [
      'the stored form at a path',
      { 'sections/a/items': { blocks: { x: { component: 'item', data: {} } } } },
      '/variants/de/sections~1a~1items',
    ],
    [
      'a block of a list by its key alone',
      { 'sections/a/items': [{ key: 'x' }] },
      '/variants/de/sections~1a~1items/0/component',
      '/variants/de/sections~1a~1items/0/data',
    ],
  ])('are refused at their path where a new entry has %s', async (_, overlay, ...names) => {
    const body = { collection: 'pages', id: 'p1', data: base, variants: { de: overlay } }
    const sent = await send('POST', '/entries', body)
    expect({ status: sent.status, names: namesOf(sent) }).toEqual({ status: 400, names })
    const inBase = await send('POST', '/entries', { collection: 'pages', data: { sections: { blocks: {} } } })
    expect(namesOf(inBase)).toEqual(['/data/sections'])
  })

  test('break the rules of their fields at their path, and are not asked for', async () => {
    const doc = await create({
      de: { 'sections/a/heading': 'far too long for this field', 'sections/a/items': [hero('q', '')] },
    })
    expect(doc.problems.map(({ path, code }: Doc) => [path, code])).toEqual([
      ['/variants/de/sections~1a~1heading', 'max'],
    ])
  })

  test('conflict by path, in the overlay alone', async () => {
    await create({ de })
    expect((await patch(1, { de: { 'sections/a/heading': '1' } })).status).toBe(200)
    const other = await patch(1, { de: { 'sections/a/items/x/label': '2' } })
    expect(other.status).toBe(200)
    expect(other.body.changedByOthers).toEqual(['/variants/de/sections/a/heading'])
    const same = await patch(2, { de: { 'sections/a/items/x/label': '3' } })
    expect([same.status, namesOf(same)]).toEqual([409, ['/variants/de/sections/a/items/x/label']])
    expect(
      (await patch(1, { vip: { 'sections/a/heading': '1' } }, { 'sections/a/heading': '5' })).status,
    ).toBe(200)
    const changes = await send('GET', '/entries/p1/changes?since=3')
    expect(changes.body.doc.paths).toEqual(['/data/sections/a/heading', '/variants/vip/sections/a/heading'])
  })

  test('need a block of the base, which another writer may have removed', async () => {
    await create({ de })
    const { sections } = base
    expect((await patch(1, {}, { sections: sections.slice(1) })).status).toBe(200)
    const late = await patch(1, { de: { 'sections/a/heading': 'late' } })
    expect([late.status, namesOf(late)]).toEqual([409, ['/variants/de/sections/a/heading']])
    const informed = await patch(2, { de: { 'sections/a/heading': 'late' } })
    expect([informed.status, namesOf(informed)]).toEqual([400, ['/variants/de/sections~1a~1heading']])
    const both = await patch(2, { de: { 'sections/n/label': 'N de' } }, { sections: [item('n', 'N')] })
    expect(both.body.doc.variants).toEqual({
      de: { title: 'Titel', 'sections/n/label': 'N de', 'seo/label': 'S de' },
    })
  })

  test('go with their block and with another component of its key, and come back with a version', async () => {
    const { sections } = base
    await create({ de, vip: { 'sections/a/heading': 'A vip' } })
    const moved = await patch(1, {}, { sections: [{ key: 'b' }, { key: 'a' }, { key: '007' }] })
    expect([moved.body.doc.variants.de, moved.body.doc.outdated]).toEqual([de, {}])
    const removed = await patch(2, {}, { sections: [item('b', 'B'), hero('007', 'other')] })
    expect(removed.body.doc.variants).toEqual({ de: { title: 'Titel', 'seo/label': 'S de' } })
    const versions = await send('GET', '/entries/p1/versions')
    expect(versions.body.list[0].names).toContain('/variants/vip/sections/a/heading')
    // A writer cannot remove a block if another one has set a value in it that this writer has not seen.
    const back = await send('POST', '/entries/p1/restore', { draftVersion: 3, from: 'd1' })
    expect(back.body).toMatchObject({
      losses: [],
      doc: { data: { sections }, variants: { de, vip: { 'sections/a/heading': 'A vip' } } },
    })
    expect((await send('GET', '/entries/p1/versions/d1')).body.doc.variants.de).toEqual(de)
    await patch(4, { de: { 'sections/a/heading': 'seen late' } })
    const conflict = await patch(4, {}, { sections: sections.slice(1) })
    expect([conflict.status, namesOf(conflict)]).toEqual([409, ['/variants/de/sections/a/heading']])
  })

  test.each([
    [['/data/sections'], 'A de'],
    [['/data/sections', '/variants/de/sections/a/heading'], 'A de'],
  ])('come back with the list of their blocks: %p', async (paths, heading) => {
    await create({ de })
    await patch(1, {}, { sections: [{ key: 'b' }, { key: '007' }] })
    const back = await send('POST', '/entries/p1/restore', { draftVersion: 2, from: 'd1', paths })
    expect(back.body.losses).toEqual([])
    expect(back.body.doc.variants.de['sections/a/heading']).toBe(heading)
  })

  test('are restored one by one', async () => {
    await create({ de })
    await patch(1, { de: { 'sections/a/heading': 'other', 'sections/b/label': 'new', 'seo/label': null } })
    const paths = [
      '/variants/de/sections/a/heading',
      '/variants/de/sections/b/label',
      '/variants/de/seo/label',
    ]
    const back = await send('POST', '/entries/p1/restore', { draftVersion: 2, from: 'd1', paths })
    expect(back.body).toMatchObject({ losses: [], doc: { variants: { de } } })
    await patch(3, { de: null }, { sections: [item('b', 'B')] })
    const lost = await send('POST', '/entries/p1/restore', {
      draftVersion: 4,
      from: 'd1',
      paths: paths.slice(0, 1),
    })
    expect(lost.body.losses.map(({ path }: Doc) => path)).toEqual(['/variants/de/sections/a/heading'])
  })

  test('and whole values take turns', async () => {
    await create({ de })
    const own = [item('o', 'own')]
    const whole = await patch(1, { de: { sections: own } })
    expect(whole.body.doc.variants).toEqual({ de: { title: 'Titel', sections: own, 'seo/label': 'S de' } })
    const inside = await patch(2, { de: { 'sections/a/heading': 'x' } })
    expect([inside.status, namesOf(inside)]).toEqual([400, ['/variants/de/sections~1a~1heading']])
    const late = await patch(1, { de: { 'sections/a/heading': 'x' } })
    expect([late.status, namesOf(late)]).toEqual([409, ['/variants/de/sections/a/heading']])
    const named = await patch(2, { de: { sections: [{ key: 'a' }, { key: 'o' }] } })
    expect(namesOf(named)).toEqual(['/variants/de/sections/0/component', '/variants/de/sections/0/data'])
    const free = await patch(2, { de: { sections: null, 'seo/label': null } })
    expect(free.body.doc.variants).toEqual({ de: { title: 'Titel' } })
    const list = await patch(3, { de: { 'sections/a/items': [{ key: 'y' }, { key: 'x' }] } })
    expect(list.body.doc.variants.de['sections/a/items']).toEqual([item('y', 'Y'), item('x', 'X')])
    const below = await patch(4, { de: { 'sections/a/items/x/label': 'x' } })
    expect([below.status, namesOf(below)]).toEqual([400, ['/variants/de/sections~1a~1items~1x~1label']])
    expect((await patch(3, { de: { 'sections/a/items/x/label': 'x' } })).status).toBe(409)
  })

  test('are in the blocks that a list of its own takes over', async () => {
    await create({ de })
    const whole = await patch(1, { de: { sections: [{ key: '007' }, { key: 'a' }] } })
    const sections = whole.body.doc.variants.de.sections
    expect(sections.map(({ key }: Doc) => key)).toEqual(['007', 'a'])
    expect(sections[0].data.label).toBe('7 de')
    expect(sections[1].data).toMatchObject({ heading: 'A de', items: [item('x', 'X de'), item('y', 'Y')] })
  })

  test('are outdated where the value of the base changed after them', async () => {
    await create({
      de: { ...de, 'sections/a/items': [item('x', 'whole')], 'sections/a/items/x/label': undefined },
    })
    const changed = await patch(
      1,
      {},
      { 'sections/a/heading': 'new', 'sections/a/items/y/label': 'new', title: 'new' },
    )
    expect(changed.body.doc.outdated).toEqual({ de: ['title', 'sections/a/heading', 'sections/a/items'] })
    expect((await read()).outdated).toEqual(changed.body.doc.outdated)
    await patch(2, { de: { 'sections/a/heading': 'neu' } })
    expect((await read()).outdated).toEqual({ de: ['title', 'sections/a/items'] })
  })

  test('count the blocks of their own, and no others', async () => {
    const many = Array.from({ length: 500 }, (_, at) => item(`i${at}`))
    await create(
      {},
      { sections: [hero('a', 'A', { items: many.slice(1) }), hero('b', 'B', { items: many.slice(2) })] },
    )
    const texts = Object.fromEntries(many.slice(1).map(({ key }) => [`sections/a/items/${key}/label`, key]))
    expect((await patch(1, { de: texts })).status).toBe(200)
    const full = await patch(2, {
      de: { 'sections/a/items': many, 'sections/b/items': [...many, item('z')] },
    })
    expect(full.status).toBe(400)
    expect((await patch(2, { de: { 'sections/a/items': many, 'sections/b/items': many } })).status).toBe(200)
  })

  test('are named by links of an entry', async () => {
    await create({ de: { 'sections/a/by': { id: 'p2' }, 'sections/a/also': [{ id: 'p3' }] } })
    await send('POST', '/entries', { collection: 'pages', id: 'p2', data: {} })
    const links = (await send('GET', '/entries/p1/links')).body.doc
    expect(links.to.map(({ id, path }: Doc) => [id, path])).toEqual([
      ['p2', '/variants/de/sections/a/by'],
      ['p3', '/variants/de/sections/a/also'],
    ])
    expect((await send('GET', '/entries/p2/links')).body.doc.from).toMatchObject([
      { id: 'p1', path: '/variants/de/sections/a/by' },
    ])
    expect((await read()).problems).toMatchObject([
      { path: '/variants/de/sections~1a~1by', code: 'target_not_live' },
      { path: '/variants/de/sections~1a~1also/0', code: 'target_missing' },
    ])
    await expectInvariants(space)
  })
})
