// Drafts that name assets: which, what is wrong with them, and the picture that lists show of them.
import { describe, expect, test } from 'bun:test'
import type { Writes } from '../../src/database/database.ts'
import { followAssets } from '../../src/entries/drafts/republish-asset-users.ts'
import { type AssetFields, addAssets, insertAsset, pathOf } from '../kit/app/assets.ts'
import { type ManagementClient, openManagement } from '../kit/app/management-client.ts'
import { runSchedules } from '../kit/app/run-jobs.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'cover', type: 'asset', required: true, accept: ['image/*'] },
    { apiName: 'files', type: 'asset', many: true },
    { apiName: 'body', type: 'richText', format: 'portableText' },
  ],
} as const

const sea: AssetFields = { id: 'sea' }
const pdf: AssetFields = { id: 'pdf', contentType: 'application/pdf' }

async function open(...assets: readonly AssetFields[]) {
  const space = await createTestSpace({ records: [posts] })
  await addAssets(space, ...assets)
  const management = await openManagement(space)
  const ask = async (method: string, path: string, body: object) => {
    const response = await management.send(method, path, body)
    return response as { readonly status: number; readonly body: ResponseBody }
  }
  const create = (data: object, variants: object = {}) =>
    ask('POST', '/entries', { collection: 'posts', id: 'a', slug: 'a', data, variants })
  return { space, management, ask, create }
}

interface ResponseBody {
  readonly doc: { readonly data: { readonly [field: string]: unknown } }
  readonly errors: readonly { readonly name: string; readonly message: string }[]
}

function follow(space: TestSpace, asset: string, work: (writes: Writes) => Promise<unknown>) {
  return space.database.transaction(async writes => {
    await work(writes)
    return followAssets(writes, space.space, [asset])
  }, space.space)
}

async function listNamed({ database, space }: TestSpace): Promise<string[]> {
  const rows = await database.transaction(
    writes =>
      writes.selectFrom('draft_asset').select(['entry', 'asset']).where('space', '=', space).execute(),
    space,
  )
  return rows.map(({ entry, asset }) => `${entry} ${asset}`).sort()
}

const problemsOf = async (management: ManagementClient) =>
  (await management.entry('a')).problems.map(({ path, code, severity }) => `${path} ${code} ${severity}`)

describe('a value that is no asset', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['an id and an address', { id: 'sea', url: '/a.png' }],
    ['another key', { id: 'sea', width: 1 }],
    ['an id that none can have', { id: 'a b' }],
    ['a title of 501 characters', { id: 'sea', title: 'é'.repeat(501) }],
    ['a point outside', { id: 'sea', focalPoint: { x: 1.01, y: 0 } }],
    ['half a point', { id: 'sea', focalPoint: { x: 1 } }],
    ['a point with more', { id: 'sea', focalPoint: { x: 1, y: 0, z: 0 } }],
    ['a list', [{ id: 'sea' }]],
  ]
  test.each(rows)('%s is refused, in a field and in an image', async (_, cover) => {
    const { create } = await open(sea)
    const body = [{ _type: 'image', asset: cover }]
    const refused = await create({ cover, body })
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map(({ name }) => name)).toEqual(['/data/cover', '/data/body/0/asset'])
    expect(refused.body.errors[0]!.message).toContain('or of id (that of an asset)')
  })

  test('500 characters beyond the first plane are not too many', async () => {
    const { create } = await open(sea)
    const alt = '🌊'.repeat(500)
    const { body } = await create({ cover: { alt, id: 'sea', title: null, focalPoint: { y: 0.666, x: 0 } } })
    expect(JSON.stringify(body.doc.data.cover)).toBe(
      JSON.stringify({ id: 'sea', alt, focalPoint: { x: 0, y: 0.67 } }),
    )
  })
})

describe('an asset that does not exist', () => {
  test('is a warning at its place, meets `required`, and keeps nothing from being published', async () => {
    const { create, management } = await open(sea)
    const files = [{ id: 'sea' }, { id: 'gone' }]
    const body = [{ _type: 'break' }, { _type: 'image', asset: { id: 'gone' } }]
    expect(await create({ cover: { id: 'gone' }, files, body })).toMatchObject({ status: 201 })
    expect(await problemsOf(management)).toEqual([
      '/data/cover asset_missing warning',
      '/data/files/1 asset_missing warning',
      '/data/body/1/asset asset_missing warning',
    ])
    expect((await management.publish('a')).state).toBe('live')
    expect((await management.list()).list[0]).toMatchObject({ problems: 0 })
  })

  test('is in the picture of lists, without a problem, once it is there, and the draft is as it was', async () => {
    const { create, management, space } = await open()
    await create({ cover: { id: 'sea' } })
    const before = await management.entry('a')
    space.time.now += 60_000
    await follow(space, 'sea', writes => insertAsset(writes, space.space, sea))
    expect(await management.entry('a')).toEqual({ ...before, problems: [] })
    const picture = '/api/v1/assets/sea/file?space=main'
    expect((await management.list()).list[0]).toMatchObject({ picture, problems: 0 })
    await follow(space, 'sea', writes =>
      writes.deleteFrom('asset').where('space', '=', space.space).execute(),
    )
    expect((await management.list()).list[0]).toMatchObject({ picture: null })
  })
})

describe('the rule `accept`', () => {
  test('is checked by the type of the asset, again when it changes, and keeps the draft from being published', async () => {
    const { create, management, space, ask } = await open(pdf)
    await create({ cover: { id: 'pdf' } })
    expect(await problemsOf(management)).toEqual(['/data/cover accept error'])
    expect((await management.list()).list[0]).toMatchObject({ problems: 1, picture: null })
    const refused = await ask('POST', '/entries/a/publish', { draftVersion: 1 })
    expect(refused.body).toMatchObject({
      code: 'draft_invalid',
      errors: [{ name: '/data/cover', code: 'accept' }],
    })
    await follow(space, 'pdf', async writes => {
      await writes.deleteFrom('asset').where('space', '=', space.space).execute()
      await insertAsset(writes, space.space, { ...pdf, bytes: 'picture', contentType: 'image/png' })
    })
    expect((await management.list()).list[0]).toMatchObject({ problems: 0 })
    expect((await management.publish('a')).state).toBe('live')
    await expectInvariants(space)
  })

  test('is in the schema endpoint and in the model', async () => {
    const { space, management } = await open()
    const { collections } = (await (await space.get('/schema')).json()) as {
      collections: { fields: object[] }[]
    }
    expect(collections[0]!.fields[0]).toMatchObject({ apiName: 'cover', accept: ['image/*'] })
    const { doc } = (await (await management.request('GET', '/collections/posts')).json()) as {
      doc: { fields: object[] }
    }
    expect(doc.fields[0]).toMatchObject({ accept: ['image/*'] })
  })
})

describe('the picture of an entry in lists', () => {
  const rows: readonly (readonly [string, object, string | null])[] = [
    ['an address', { cover: { url: '/a.png' }, files: [{ id: 'sea' }] }, '/a.png'],
    ['a picture', { cover: { id: 'sea' } }, '/api/v1/assets/sea/file?space=main'],
    [
      'the first that is one',
      { cover: { id: 'gone' }, files: [{ id: 'pdf' }, { id: 'sea' }] },
      '/api/v1/assets/sea/file?space=main',
    ],
    ['none', { cover: { id: 'pdf' } }, null],
  ]
  test.each(rows)('is that of %s', async (_, data, picture) => {
    const { create, management } = await open(sea, pdf)
    await create(data)
    expect((await management.list()).list[0]!.picture).toBe(picture)
  })
})

describe('which assets drafts name', () => {
  test('is what the draft has, its overlays, and the draft that is scheduled', async () => {
    const { create, space, ask } = await open(sea)
    await space.import([{ type: 'variant', id: 'vip', name: 'VIP', kind: 'audience' } as never])
    await create({ cover: { id: 'sea' } }, { vip: { files: [{ id: 'one' }] } })
    expect(await listNamed(space)).toEqual(['a one', 'a sea'])
    const publishAt = new Date(space.time.now + 60_000).toISOString()
    expect(await ask('PUT', '/entries/a/schedule', { draftVersion: 1, publishAt })).toMatchObject({
      status: 200,
    })
    await ask('PATCH', '/entries/a', {
      draftVersion: 1,
      data: { cover: { id: 'two' } },
      variants: { vip: null },
    })
    expect(await listNamed(space)).toEqual(['a one', 'a sea', 'a two'])
    await expectInvariants(space)
    space.time.now += 60_000
    await runSchedules(space)
    expect((await readEntry(space, 'posts', 'a'))?.data).toMatchObject({ cover: { url: pathOf(space, sea) } })
    expect(await listNamed(space)).toEqual(['a two'])
    await expectInvariants(space)
  })

  test('goes when the schedule or the entry goes, and stays for what is archived', async () => {
    const { create, space, ask } = await open(sea)
    await create({ cover: { id: 'sea' } })
    const publishAt = new Date(space.time.now + 60_000).toISOString()
    await ask('PUT', '/entries/a/schedule', { draftVersion: 1, publishAt })
    await ask('PATCH', '/entries/a', { draftVersion: 1, data: { cover: { id: 'two' } } })
    expect(await listNamed(space)).toEqual(['a sea', 'a two'])
    await ask('DELETE', '/entries/a/schedule', {})
    expect(await listNamed(space)).toEqual(['a two'])
    await ask('POST', '/entries/a/archive', { draftVersion: 2 })
    expect(await listNamed(space)).toEqual(['a two'])
    await ask('DELETE', '/entries/a?draftVersion=2', {})
    expect(await listNamed(space)).toEqual([])
  })

  test('follows an import', async () => {
    const { space } = await open(sea)
    const entry = (cover: object) =>
      ({
        type: 'entry',
        collection: 'posts',
        id: 'a',
        slug: 'a',
        data: { cover },
        liveData: { cover: { id: 'sea' } },
      }) as never
    await space.import([posts, entry({ id: 'one' })])
    expect(await listNamed(space)).toEqual(['a one'])
    await space.import([posts, entry({ url: '/a' })])
    expect(await listNamed(space)).toEqual([])
    await expectInvariants(space)
  })
})
