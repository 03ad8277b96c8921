// The history of an entry: which saves are one version, what older versions hold, and making one of them the draft.
import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, openAuthoring, verdict } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring()
  await api.create({ collection: 'posts', id: 'p', data: { title: 'Tide' } })
})

interface Version {
  readonly version: string
  readonly reason: string
  readonly published: boolean
  readonly names: readonly string[]
  readonly by: { readonly name: string } | null
}

const patch = (draftVersion: number, data: object, as: 'owner' | 'editor' = 'owner') =>
  api.ask(as, 'PATCH', '/entries/p', { draftVersion, data })
const versions = async (): Promise<readonly Version[]> =>
  (await api.ask('D', 'GET', '/entries/p/versions')).body.list
const summary = async () => (await versions()).map(({ version, reason }) => `${version} ${reason}`)
const restore = (draftVersion: number, from: string) =>
  api.ask('owner', 'POST', '/entries/p/restore', { draftVersion, from })

test('saves of one caller within 10 minutes are one version, until another one saves', async () => {
  await patch(1, { score: 1 })
  await patch(2, { tags: ['a'] })
  await patch(3, { score: 2 })
  expect(await summary()).toEqual(['d4 edit', 'd1 create'])
  expect((await versions())[0]!.names).toEqual(['/data/score', '/data/tags'])
  await patch(4, { score: 3 }, 'editor')
  await patch(5, { score: 4 })
  expect(await summary()).toEqual(['d6 edit', 'd5 edit', 'd4 edit', 'd1 create'])
  api.space.time.now += 10 * 60_000
  await patch(6, { score: 5 })
  expect(await summary()).toEqual(['d7 edit', 'd6 edit', 'd5 edit', 'd4 edit', 'd1 create'])
  expect(verdict(await api.ask('D', 'GET', '/entries/p/versions/d3'))).toBe('404 version_not_found')
  expect((await api.ask('D', 'GET', '/entries/p/versions/d4')).body.doc).toMatchObject({
    slug: 'tide',
    data: { title: 'Tide', score: 2, tags: ['a'] },
  })
  await expectInvariants(api.space)
})

test('what was published is a version that no later save becomes part of', async () => {
  await patch(1, { score: 1 })
  await api.publish('p')
  api.space.time.now += 1
  await patch(2, { score: 2 })
  expect(await summary()).toEqual(['d3 edit', 'p1 publish', 'd2 edit', 'd1 create'])
  const [, publication, draft] = await versions()
  expect([publication!.published, draft!.published, publication!.by?.name]).toEqual([
    true,
    true,
    'owner@example.com',
  ])
  await expectInvariants(api.space)
})

test('an older version becomes the draft, which is a version itself, and what is live stays', async () => {
  await api.publish('p')
  await patch(1, { title: 'Ebb', score: 1 })
  const restored = await restore(2, 'p1')
  expect(restored.body).toMatchObject({
    losses: [],
    doc: { draftVersion: 3, state: 'live', data: { title: 'Tide', score: null }, live: { version: 1 } },
  })
  expect((await restore(2, 'p1')).body.doc.draftVersion).toBe(3)
  const undone = await restore(3, 'd2')
  expect(undone.body.doc).toMatchObject({
    draftVersion: 4,
    state: 'changed',
    data: { title: 'Ebb', score: 1 },
  })
  expect((await summary())[0]).toBe('d4 restore')
  expect(verdict(await restore(1, 'd1'))).toBe('409 draft_conflict')
  await expectInvariants(api.space)
})

test('a version that does not fit the model of today is restored as far as it does', async () => {
  await api.space.import([
    {
      type: 'collection',
      apiName: 'posts',
      name: 'Posts',
      slugFrom: 'title',
      titleField: 'title',
      fields: [
        { apiName: 'title', type: 'text' },
        { apiName: 'score', type: 'text' },
      ],
    },
  ])
  const { draftVersion } = await api.get('/entries/p')
  await patch(draftVersion, { title: 'New' })
  await api.space.import([
    {
      type: 'collection',
      apiName: 'posts',
      name: 'Posts',
      slugFrom: 'name',
      fields: [{ apiName: 'name', type: 'text' }],
    },
  ])
  const current = await api.get('/entries/p')
  const { body } = await restore(current.draftVersion, 'd1')
  expect(body.losses).toEqual([{ path: '/data/title', message: 'the field is removed' }])
  await expectInvariants(api.space)
})

test.each(['d999', 'p1', 'p999', 'd0', 'x', '%00'])(
  'the version %s that there is not is a 404',
  async version => {
    expect(verdict(await api.ask('D', 'GET', `/entries/p/versions/${version}`))).toBe('404 version_not_found')
    expect(verdict(await api.ask('D', 'GET', `/entries/gone/versions/${version}`))).toBe(
      '404 entry_not_found',
    )
  },
)

test('the newest 100 versions are kept, and those that were published', async () => {
  await api.publish('p')
  for (let version = 1; version <= 105; version++) {
    api.space.time.now += 11 * 60_000
    await patch(version, { score: version % 11 })
  }
  const listed = (await api.ask('D', 'GET', '/entries/p/versions?perPage=1000')).body.list as Version[]
  const drafts = listed.map(({ version }) => version).filter(version => version.startsWith('d'))
  expect(drafts).toHaveLength(101)
  expect([drafts[0], drafts.at(-2), drafts.at(-1)]).toEqual(['d106', 'd7', 'd1'])
})

test('activity says who did what, newest first, saves in a row once', async () => {
  await patch(1, { score: 1 })
  await patch(2, { score: 2 })
  await api.publish('p')
  await api.ask('owner', 'POST', '/entries/p/unpublish', {})
  await api.ask('owner', 'POST', '/entries/p/archive', { draftVersion: 3 })
  await api.ask('owner', 'DELETE', '/entries/p?draftVersion=3')
  const { body } = await api.ask('D', 'GET', '/activity')
  const actions = (body.list as { action: string; version: string | null; by: { name: string } }[]).map(
    ({ action, version }) => `${action} ${version}`,
  )
  expect(actions).toEqual([
    'delete d3',
    'archive d3',
    'unpublish d3',
    'publish p1',
    'edit d3',
    'create d1',
    'import null',
  ])
  expect(body.list[0]).toMatchObject({
    entry: 'p',
    collection: 'posts',
    by: { name: 'owner@example.com' },
    detail: null,
  })
  expect(JSON.stringify(body)).not.toContain('Tide')
})
