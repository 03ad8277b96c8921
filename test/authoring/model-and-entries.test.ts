// Entries while their model changes: what editors are told, and what their versions become.
import { beforeEach, expect, test } from 'bun:test'
import { type AuthoringFixture, openAuthoring } from './authoring-fixture.ts'

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring()
  await api.create({ collection: 'posts', id: 'p', data: { title: 'Tide', tags: ['a'], sku: '7' } })
})

async function change(...operations: object[]) {
  const { body } = await api.ask('M', 'GET', '/collections/posts')
  const { modelVersion } = body.doc
  return api.ask('M', 'POST', '/collections/posts/changes', { modelVersion, operations, acceptLosses: true })
}

test('an editor who names a field as it was called before is told the new name', async () => {
  await change({ op: 'renameField', field: 'title', to: 'headline' })
  const { status, body } = await api.ask('owner', 'PATCH', '/entries/p', {
    draftVersion: 2,
    data: { title: 'Ebb', none: 1 },
  })
  expect({ status, errors: body.errors }).toMatchObject({
    status: 400,
    errors: [
      { name: '/data/title', message: 'is not a field of the model: it is called "headline" now' },
      { name: '/data/none', message: 'is not a field of the model' },
    ],
  })
  expect((await api.patch('p', { draftVersion: 2, data: { headline: 'Ebb' } })).data.headline).toBe('Ebb')
})

test('an editor who has not seen the change conflicts in the fields that it changed, and in no other', async () => {
  await change({ op: 'convertField', field: 'sku', type: 'integer' })
  const { status, body } = await api.ask('owner', 'PATCH', '/entries/p', {
    draftVersion: 1,
    data: { sku: 8 },
  })
  expect({ status, body }).toMatchObject({
    status: 409,
    body: { code: 'draft_conflict', draftVersion: 2, paths: ['/data/sku'], updatedBy: { kind: 'key' } },
  })
  const other = await api.ask('owner', 'PATCH', '/entries/p', { draftVersion: 1, data: { title: 'Ebb' } })
  expect({ status: other.status, others: other.body.changedByOthers }).toEqual({
    status: 200,
    others: ['/data/sku'],
  })
})

test('an entry whose draft has another slug than its live content stays changed', async () => {
  await api.publish('p')
  await api.patch('p', { draftVersion: 1, slug: 'ebb' })
  const before = await api.get('/entries/p')
  await change({ op: 'renameField', field: 'title', to: 'headline' })
  const after = await api.get('/entries/p')
  expect([before.state, after.state]).toEqual(['changed', 'changed'])
})

test('a required field that is added is a problem of drafts, and keeps the next publication from happening', async () => {
  await api.publish('p')
  await change({ op: 'addField', field: { apiName: 'lead', type: 'text', required: true } })
  expect((await api.get('/entries/p')).problems).toContainEqual(
    expect.objectContaining({ path: '/data/lead', code: 'required', severity: 'error' }),
  )
  await api.patch('p', { draftVersion: 1, data: { title: 'Ebb' } })
  const { status, body } = await api.ask('owner', 'POST', '/entries/p/publish', { draftVersion: 2 })
  expect({ status, body }).toMatchObject({
    status: 409,
    body: { code: 'draft_invalid', errors: [{ in: 'draft', name: '/data/lead' }] },
  })
  await api.patch('p', { draftVersion: 2, data: { lead: 'L' } })
  expect((await api.publish('p')).live).toMatchObject({ version: 2, data: { lead: 'L' } })
})

test('values of a field become unique with the rule, and the next publication of a second one is refused', async () => {
  await api.create({ collection: 'posts', id: 'q', data: { title: 'Ebb', kind: 'news' } })
  await api.patch('p', { draftVersion: 1, data: { kind: 'news' } })
  await api.publish('p')
  await api.publish('q')
  expect((await change({ op: 'setField', field: 'kind', properties: { unique: true } })).status).toBe(200)
  await api.patch('q', { draftVersion: 1, data: { tags: ['b'] } })
  const { status, body } = await api.ask('owner', 'POST', '/entries/q/publish', { draftVersion: 2 })
  expect({ status, name: body.errors?.[0].name }).toEqual({ status: 409, name: '/data/kind' })
})

test('archived entries change with their model, and come back in its form', async () => {
  await api.ask('owner', 'POST', '/entries/p/archive', { draftVersion: 1 })
  await change({ op: 'renameField', field: 'title', to: 'headline' })
  const archived = await api.get('/entries/p')
  expect(archived).toMatchObject({ state: 'archived', draftVersion: 2, data: { headline: 'Tide' } })
  const { status, body } = await api.ask('owner', 'POST', '/entries/p/unarchive', { draftVersion: 2 })
  expect({ status, state: body.doc?.state }).toEqual({ status: 200, state: 'draft' })
  const remove = await api.ask('M', 'DELETE', '/collections/posts?modelVersion=2')
  expect({ status: remove.status, code: remove.body.code }).toEqual({
    status: 409,
    code: 'collection_in_use',
  })
})

test('an earlier version is restored in the form of today: renames and conversions are followed, losses told', async () => {
  await api.publish('p')
  api.space.time.now += 1000
  await change({ op: 'renameField', field: 'title', to: 'headline' })
  await change({ op: 'convertField', field: 'sku', type: 'integer' })
  await change({ op: 'removeField', field: 'tags' })
  api.space.time.now += 1000
  await api.patch('p', { draftVersion: 4, data: { headline: 'Ebb', sku: 8 } })
  for (const from of ['d1', 'd2']) {
    const { draftVersion } = await api.get('/entries/p')
    const { status, body } = await api.ask('owner', 'POST', '/entries/p/restore', { draftVersion, from })
    expect({ status, data: body.doc?.data }).toMatchObject({
      status: 200,
      data: { headline: 'Tide', sku: 7 },
    })
    expect(body.losses).toEqual([{ path: '/data/tags', message: 'the field is removed' }])
    await api.patch('p', { draftVersion: body.doc.draftVersion, data: { headline: 'Ebb', sku: 8 } })
  }
  const { draftVersion } = await api.get('/entries/p')
  const live = await api.ask('owner', 'POST', '/entries/p/restore', { draftVersion, from: 'p1' })
  expect({ data: live.body.doc?.data, losses: live.body.losses }).toMatchObject({
    data: { headline: 'Tide', sku: 7 },
    losses: [],
  })
})

test('a variant that a scheduled draft has values for is in use, though its draft has none any more', async () => {
  await api.ask('M', 'POST', '/variants', { id: 'trade', name: 'Trade', kind: 'audience' })
  await api.patch('p', { draftVersion: 1, variants: { trade: { title: 'For the trade' } } })
  const publishAt = new Date(api.space.time.now + 86_400_000).toISOString()
  const path = '/entries/p/schedule'
  await api.ask('owner', 'PUT', path, { draftVersion: 2, publishAt, unpublishAt: null })
  await api.patch('p', { draftVersion: 2, variants: { trade: null } })
  expect((await api.ask('M', 'DELETE', '/variants/trade')).body).toMatchObject({
    code: 'variant_in_use',
    detail: expect.stringContaining('such as p, in their drafts, scheduled or live'),
  })
  await api.ask('owner', 'DELETE', path)
  expect((await api.ask('M', 'DELETE', '/variants/trade')).status).toBe(200)
})

const pairs = {
  apiName: 'pairs',
  name: 'Pairs',
  fields: ['a', 'b'].map(name => ({ apiName: name, type: 'text' })),
}

/** `a` and `b` change their names with each other. */
const swap = [
  { op: 'renameField', field: 'a', to: 'was' },
  { op: 'renameField', field: 'b', to: 'a' },
  { op: 'renameField', field: 'was', to: 'b' },
]

async function changePairs(...operations: object[]) {
  const { modelVersion } = (await api.ask('M', 'GET', '/collections/pairs')).body.doc
  const body = { modelVersion, operations, acceptLosses: true }
  expect((await api.ask('M', 'POST', '/collections/pairs/changes', body)).status).toBe(200)
  api.space.time.now += 1000
}

test.each([
  ['replaced', 'p1', () => patchPair().then(() => publishPair())],
  ['withdrawn', 'p1', () => api.ask('owner', 'POST', '/entries/e/unpublish', {})],
  [
    'replaced by one that is dated back',
    'p1',
    () => patchPair().then(() => publishPair('2020-01-01T00:00:00Z')),
  ],
] as const)(
  'a publication that a change of the model wrote again, and that was %s since, is restored as it is shown',
  async (_, from, end) => {
    await openPair()
    await publishPair()
    await changePairs(...swap)
    await end()
    await expectRestored(from, { a: '12', b: 'text' }, [])
  },
)

test('a scheduled draft that a change of the model wrote again is restored as it is shown', async () => {
  await openPair()
  const publishAt = new Date(api.space.time.now + 86_400_000).toISOString()
  await api.ask('owner', 'PUT', '/entries/e/schedule', { draftVersion: 1, publishAt, unpublishAt: null })
  await patchPair()
  await changePairs({ op: 'removeField', field: 'b' }, { op: 'renameField', field: 'a', to: 'b' })
  await expectRestored('d1', { b: 'text' }, [])
})

test('of changes that a version has followed, the later ones are followed still', async () => {
  await openPair()
  await publishPair()
  await changePairs({ op: 'renameField', field: 'a', to: 'c' })
  await changePairs({ op: 'renameField', field: 'b', to: 'a' })
  await api.ask('owner', 'POST', '/entries/e/unpublish', {})
  await changePairs(...['a', 'c'].map(field => ({ op: 'renameField', field, to: `${field}${field}` })))
  await expectRestored('p1', { aa: '12', cc: 'text' }, [])
})

async function openPair() {
  await api.ask('M', 'POST', '/collections', pairs)
  await api.create({ collection: 'pairs', id: 'e', data: { a: 'text', b: '12' } })
  api.space.time.now += 1000
}

async function publishPair(publishedAt?: string) {
  const { draftVersion } = await api.get('/entries/e')
  await api.ask('owner', 'POST', '/entries/e/publish', { draftVersion, ...(publishedAt && { publishedAt }) })
  api.space.time.now += 1000
}

async function patchPair() {
  const { draftVersion } = await api.get('/entries/e')
  await api.patch('e', { draftVersion, data: { a: 'new' } })
  api.space.time.now += 1000
}

async function expectRestored(from: string, data: object, losses: readonly object[]) {
  const { draftVersion } = await api.get('/entries/e')
  const { body } = await api.ask('owner', 'POST', '/entries/e/restore', { draftVersion, from })
  expect({ data: body.doc?.data, losses: body.losses }).toEqual({ data, losses })
}
