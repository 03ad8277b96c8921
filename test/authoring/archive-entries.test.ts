// Archiving, bringing back, and deleting for good.
import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { exportContent } from '../../src/import-export/export/export.service.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { importText } from '../kit/import/import-text.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, openAuthoring, verdict } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring()
  await api.create({ collection: 'posts', id: 'p', data: { title: 'Tide' } })
})

const act = (action: string, body: object, id = 'p') =>
  api.ask('owner', 'POST', `/entries/${id}/${action}`, body)
const remove = (version: number | string, id = 'p') =>
  api.ask('owner', 'DELETE', `/entries/${id}?draftVersion=${version}`)
const idsOf = async (query = '') =>
  ((await api.ask('D', 'GET', `/entries${query}`)).body.list as { id: string }[]).map(({ id }) => id)

test('an archived entry is not served, not listed, and comes back as a draft', async () => {
  await api.publish('p')
  api.space.time.now += 1000
  const { body } = await act('archive', { draftVersion: 1 })
  expect(body.doc).toMatchObject({
    state: 'archived',
    archivedAt: '2026-06-01T00:00:01.000Z',
    live: null,
    draftVersion: 1,
  })
  expect((await act('archive', { draftVersion: 7 })).body.doc).toEqual(body.doc)
  expect([await idsOf(), await idsOf('?state=archived'), await idsOf('?state=archived,draft')]).toEqual([
    [],
    ['p'],
    ['p'],
  ])
  expect((await api.space.get('/content/posts/tide')).status).toBe(404)
  await expectInvariants(api.space)
  const back = await act('unarchive', { draftVersion: 1 })
  expect(back.body.doc).toMatchObject({ state: 'draft', archivedAt: null, slug: 'tide', draftVersion: 1 })
  expect(await idsOf()).toEqual(['p'])
  await expectInvariants(api.space)
})

test('an archived entry takes no change', async () => {
  await act('archive', { draftVersion: 1 })
  const before = await api.get('/entries/p')
  for (const [method, path, body] of [
    ['PATCH', '/entries/p', { draftVersion: 1, data: { score: 1 } }],
    ['PUT', '/entries/p', { draftVersion: 1, data: {} }],
    ['POST', '/entries/p/publish', { draftVersion: 1 }],
    ['POST', '/entries/p/discard', { draftVersion: 1 }],
  ] as const) {
    expect([path, verdict(await api.ask('owner', method, path, body))]).toEqual([path, '409 entry_archived'])
  }
  expect(await api.get('/entries/p')).toEqual(before)
})

test('the slug of an archived entry is free, and where another took it the entry comes back with a new one', async () => {
  await act('archive', { draftVersion: 1 })
  expect((await api.create({ collection: 'posts', data: { title: 'Tide' } })).slug).toBe('tide')
  const taken = await act('unarchive', { draftVersion: 1 })
  expect([verdict(taken), taken.body.suggestion]).toEqual(['409 slug_taken', 'tide-2'])
  const back = await act('unarchive', { draftVersion: 1, slug: 'tide-2' })
  expect(back.body.doc).toMatchObject({ state: 'draft', slug: 'tide-2', draftVersion: 2 })
  expect((await act('unarchive', { draftVersion: 1 })).status).toBe(200)
  await expectInvariants(api.space)
})

test('an import of an archived entry brings it back', async () => {
  await api.publish('p')
  await act('archive', { draftVersion: 1 })
  await api.space.import([
    { type: 'entry', collection: 'posts', id: 'p', slug: 'back', data: { title: 'Tide' } },
  ])
  expect(await api.get('/entries/p')).toMatchObject({ state: 'draft', archivedAt: null, slug: 'back' })
  await expectInvariants(api.space)
})

test('broken rules prevent neither archiving nor unarchiving', async () => {
  await api.patch('p', { draftVersion: 1, data: { title: null } })
  expect((await act('archive', { draftVersion: 2 })).status).toBe(200)
  expect((await act('unarchive', { draftVersion: 2 })).status).toBe(200)
})

test('only an archived entry is deleted, once, and its publications go on counting', async () => {
  await api.publish('p')
  expect(verdict(await remove(1))).toBe('409 entry_not_archived')
  await act('archive', { draftVersion: 1 })
  expect(verdict(await remove('x'))).toBe('400 invalid_parameters')
  expect(verdict(await api.ask('owner', 'DELETE', '/entries/p'))).toBe('400 invalid_parameters')
  expect(verdict(await remove(2))).toBe('409 draft_conflict')
  const done = await remove(1)
  expect([done.status, done.body.doc.state]).toEqual([200, 'archived'])
  expect(verdict(await remove(1))).toBe('404 entry_not_found')
  const { entry, entry_version: versions, draft_reference: references } = await dumpTables(api.space)
  expect([entry, versions, references]).toEqual([[], [], []])
  await api.create({ collection: 'posts', id: 'p', data: { title: 'Again' } })
  expect((await api.publish('p')).live?.version).toBe(2)
  await expectInvariants(api.space)
})

test('an archived entry is not exported, and stays where what was exported is imported with prune', async () => {
  await api.publish('p')
  await act('archive', { draftVersion: 1 })
  await api.create({ collection: 'posts', id: 'q', data: { title: 'Ebb' } })
  const { database, space } = api.space
  let text = ''
  await exportContent(database, space, async lines => {
    text += lines
  })
  expect([text.includes('"id":"p"'), text.includes('"id":"q"')]).toEqual([false, true])
  const before = await dumpTables(api.space)
  await importText(api.space, text, { prune: true })
  expect(await dumpTables(api.space)).toEqual(before)
})
