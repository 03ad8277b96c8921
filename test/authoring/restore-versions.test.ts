// Restoring: an older version becomes the draft again, as far as the model of now allows, and what is live stays.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, model, openAuthoring, verdict } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring()
  const variants = { vip: { title: 'V' } }
  await api.create({ collection: 'posts', id: 'p', data: { title: 'One', score: 1, tags: ['x'] }, variants })
  await api.publish('p')
  api.space.time.now += 60_000
  await api.patch('p', {
    draftVersion: 1,
    slug: 'two',
    data: { title: 'Two', score: null },
    variants: { vip: null },
  })
})

const restore = (body: object, id = 'p', as: Parameters<AuthoringFixture['ask']>[0] = 'owner') =>
  api.ask(as, 'POST', `/entries/${id}/restore`, body)

const byPath = (losses: readonly { readonly path: string; readonly message: string }[]) =>
  losses.toSorted((a, b) => (a.path < b.path ? -1 : 1))

/** The model with other fields. */
async function importModel(
  change: (fields: readonly { apiName: string }[]) => readonly object[],
): Promise<void> {
  const posts = model.find(each => 'apiName' in each && each.apiName === 'posts')
  const { fields } = posts as unknown as { fields: readonly { apiName: string }[] }
  api.space.time.now += 60_000
  await api.space.import([{ ...posts, fields: change(fields) } as ImportRecord])
}

describe('restoring', () => {
  test.each(['p1', 'd1'])('%s makes a new draft of its values, its slug and its overlays', async from => {
    const revision = await revisionOf(api.space)
    const live = await readEntry(api.space, 'posts', 'one')
    const { body, status } = await restore({ draftVersion: 2, from })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      losses: [],
      doc: {
        ...{ draftVersion: 3, slug: 'one', state: 'live', updatedBy: { kind: 'user' } },
        data: { title: 'One', score: 1, tags: ['x'] },
        variants: { vip: { title: 'V' } },
      },
    })
    expect([await readEntry(api.space, 'posts', 'one'), await revisionOf(api.space)]).toEqual([
      live,
      revision,
    ])
    await expectInvariants(api.space)
  })

  test('is a version itself, so it can be undone', async () => {
    await restore({ draftVersion: 2, from: 'p1' })
    const { body } = await api.ask('owner', 'GET', '/entries/p/versions')
    expect(body.list).toMatchObject([
      { version: 'd3', reason: 'restore', published: false },
      { version: 'd2', reason: 'edit' },
      { version: 'p1' },
      { version: 'd1', reason: 'create', published: true },
    ])
    const { activity } = await dumpTables(api.space)
    expect(activity.find(({ action }) => action === 'restore')).toMatchObject({ entry: 'p', version: 'd3' })
    expect((await restore({ draftVersion: 3, from: 'd2' })).body.doc).toMatchObject({
      ...{ draftVersion: 4, slug: 'two', variants: {} },
      data: { title: 'Two', score: null, tags: ['x'] },
    })
  })

  test('of single fields is a version of its own, too: neither earlier nor later saves become part of it', async () => {
    const paths = ['/data/title', '/variants/vip/title']
    const { body } = await restore({ draftVersion: 2, from: 'p1', paths })
    expect(body).toMatchObject({
      losses: [],
      doc: {
        draftVersion: 3,
        slug: 'two',
        data: { title: 'One', score: null },
        variants: { vip: { title: 'V' } },
      },
    })
    await api.patch('p', { draftVersion: 3, data: { title: 'Three' } })
    const versions = await api.ask('owner', 'GET', '/entries/p/versions')
    expect(versions.body.list).toMatchObject([
      { version: 'd4', reason: 'edit', names: ['/data/title'] },
      { version: 'd3', reason: 'restore', names: paths },
      { version: 'd2', reason: 'edit' },
      { version: 'p1' },
      { version: 'd1', reason: 'create' },
    ])
    const { doc } = (await api.ask('owner', 'GET', '/entries/p/versions/d2')).body
    expect(doc).toMatchObject({ slug: 'two', data: { title: 'Two' }, variants: {} })
    await expectInvariants(api.space)
  })

  test('of single fields takes away what the version did not have, and touches no other value', async () => {
    api.space.time.now += 3_600_000
    await api.patch('p', { draftVersion: 2, data: { score: 7 }, variants: { vip: { title: 'W' } } })
    const from = 'd2'
    expect((await restore({ draftVersion: 3, from })).body.doc).toMatchObject({ draftVersion: 4 })
    await api.patch('p', {
      draftVersion: 4,
      slug: 'three',
      data: { score: 7 },
      variants: { vip: { title: 'W' } },
    })
    const only = await restore({ draftVersion: 5, from, paths: ['/data/score'] })
    expect(only.body.doc).toMatchObject({
      slug: 'three',
      data: { score: null },
      variants: { vip: { title: 'W' } },
    })
    const both = await restore({ draftVersion: 6, from, paths: ['/slug', '/variants/vip/title'] })
    expect(both.body.doc).toMatchObject({ slug: 'two', variants: {} })
  })

  test('what the draft is already changes nothing, whatever the version', async () => {
    const { body } = await restore({ draftVersion: 1, from: 'd2' })
    expect(body).toMatchObject({ doc: { draftVersion: 2 }, losses: [] })
    const again = await restore({ draftVersion: 2, from: 'p1' })
    expect((await restore({ draftVersion: 2, from: 'p1' })).body).toEqual(again.body)
  })

  test.each([
    ['an older draft', { draftVersion: 1, from: 'p1' }, '409 draft_conflict'],
    ['a version that there is not', { draftVersion: 2, from: 'p2' }, '404 version_not_found'],
    ['what is no version', { draftVersion: 2, from: 'x' }, '400 invalid_body'],
    ['a path that is none', { draftVersion: 2, from: 'p1', paths: ['title'] }, '400 invalid_body'],
    [
      'a field that neither the model nor the version has',
      { draftVersion: 2, from: 'p1', paths: ['/data/titel'] },
      '400 invalid_body',
    ],
    ['a body without a version', { draftVersion: 2 }, '400 invalid_body'],
  ])('%s is refused', async (_, body, expected) => {
    expect(verdict(await restore(body))).toBe(expected)
    expect((await api.get('/entries/p')).draftVersion).toBe(2)
  })

  test('an archived entry is refused', async () => {
    await api.ask('owner', 'POST', '/entries/p/archive', { draftVersion: 2 })
    expect(verdict(await restore({ draftVersion: 2, from: 'p1' }))).toBe('409 entry_archived')
  })

  test('needs the right to write', async () => {
    for (const as of ['D', 'P', 'member', 'anonymous'] as const) {
      expect((await restore({ draftVersion: 2, from: 'p1' }, 'p', as)).status).toBeGreaterThan(400)
    }
    for (const as of ['author', 'W'] as const) {
      expect(verdict(await restore({ draftVersion: 2, from: 'd2' }, 'p', as))).toBe('200')
    }
  })
})

describe('what has changed since is reported', () => {
  test('a field that an import took away; values of one that it converted follow', async () => {
    await importModel(fields => [
      ...fields.filter(({ apiName }) => !['tags', 'score'].includes(apiName)),
      { apiName: 'score', type: 'text' },
    ])
    const { draftVersion } = await api.get('/entries/p')
    const { body } = await restore({ draftVersion, from: 'd1' })
    expect(byPath(body.losses)).toEqual([{ path: '/data/tags', message: 'the field is removed' }])
    expect(body.doc.data).toMatchObject({ title: 'One', score: '1' })
    expect(body.doc.data).not.toHaveProperty('tags')
  })

  test('a field that was renamed keeps its value', async () => {
    const { modelVersion } = (await api.ask('owner', 'GET', '/collections/posts')).body.doc
    const operations = [{ op: 'renameField', field: 'score', to: 'rating' }]
    const changed = await api.ask('owner', 'POST', '/collections/posts/changes', { modelVersion, operations })
    expect(changed.status).toBe(200)
    const { draftVersion } = await api.get('/entries/p')
    const { body } = await restore({ draftVersion, from: 'd1' })
    expect(body.losses).toEqual([])
    expect(body.doc.data).toMatchObject({ title: 'One', rating: 1 })
    // What the change of the model wrote has the new name already.
    const after = await restore({ draftVersion: body.doc.draftVersion, from: `d${draftVersion}` })
    expect(after.body.losses).toEqual([])
  })

  test('a value of an overlay, which does not keep the base value back', async () => {
    const fields = [{ apiName: 'code', type: 'text' }] as const
    await api.space.import([{ type: 'collection', apiName: 'codes', name: 'Codes', fields }])
    const variants = { vip: { code: 'none' } }
    await api.create({ collection: 'codes', id: 'c', data: { code: '12' }, variants })
    const emptied = { draftVersion: 1, data: { code: null }, variants: { vip: null } }
    await api.ask('editor', 'PATCH', '/entries/c', emptied)
    const operations = [{ op: 'convertField', field: 'code', type: 'integer' }]
    const change = { modelVersion: 1, operations, acceptLosses: true }
    expect(verdict(await api.ask('owner', 'POST', '/collections/codes/changes', change))).toBe('200')
    const { draftVersion } = await api.get('/entries/c')
    const lost = { path: '/variants/vip/code', message: expect.any(String) }
    const one = await restore({ draftVersion, from: 'd1', paths: ['/data/code'] }, 'c')
    expect(one.body).toMatchObject({ doc: { data: { code: 12 }, variants: {} }, losses: [] })
    const all = await restore({ draftVersion: one.body.doc.draftVersion, from: 'd1' }, 'c')
    expect(all.body).toMatchObject({ doc: { data: { code: 12 }, variants: {} }, losses: [lost] })
  })

  test('a variant that is gone, and a slug that another entry took', async () => {
    await api.ask('owner', 'POST', '/entries/p/unpublish', {})
    await api.create({ collection: 'posts', id: 'q', slug: 'one', data: { title: 'Q' } })
    const { space, database } = api.space
    await database.transaction(
      writes => writes.deleteFrom('variant').where('space', '=', space).where('id', '=', 'vip').execute(),
      space,
    )
    const { body } = await restore({ draftVersion: 2, from: 'd1' })
    expect(byPath(body.losses)).toEqual([
      { path: '/slug', message: 'is taken, so it stays "two"' },
      { path: '/variants/vip', message: 'is not a variant of the space any more' },
    ])
    expect(body.doc).toMatchObject({ slug: 'two', variants: {}, data: { title: 'One' } })
  })
})
