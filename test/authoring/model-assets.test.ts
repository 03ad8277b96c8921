// Changes of models with fields that name assets: what is served, what is written, and what entries show all follow.
import { describe, expect, test } from 'bun:test'
import { recordActivity } from '../../src/content/tables/activity.store.ts'
import { followAssets } from '../../src/entries/drafts/republish-asset-users.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type AssetFields, addAssets, hashOf, insertAsset, listShown, pathOf } from '../kit/app/assets.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, openAuthoring } from './authoring-fixture.ts'
import { changeModel } from './change-model.ts'

const sea: AssetFields = { id: 'sea', title: 'Sea' }
const shown = [`a sea ${hashOf('sea').slice(0, 6)} sea.png`]

const media: ImportRecord = {
  type: 'collection',
  apiName: 'media',
  name: 'Media',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'cover', type: 'asset' },
    { apiName: 'extra', type: 'json' },
  ],
}

async function open(liveData: object): Promise<AuthoringFixture> {
  const entry = { type: 'entry', collection: 'media', id: 'a', slug: 'a', liveData } as never
  const api = await openAuthoring([media])
  await addAssets(api.space, sea)
  await api.space.import([media, entry])
  return api
}

const served = async (api: AuthoringFixture) => (await readEntry(api.space, 'media', 'a'))!.data

async function change(api: AuthoringFixture, operations: readonly object[], rest: object = {}) {
  const path = '/collections/media/changes'
  const { body, status } = await api.ask('owner', 'POST', path, { modelVersion: 1, operations, ...rest })
  return { body, status }
}

describe('a field that names assets', () => {
  test('shows them under another name', async () => {
    const api = await open({ cover: { id: 'sea', alt: 'Own' } })
    await change(api, [{ op: 'renameField', field: 'cover', to: 'picture' }])
    expect(await served(api)).toMatchObject({
      picture: { id: 'sea', url: pathOf(api.space, sea), alt: 'Own' },
    })
    expect(await api.get('/entries/a')).toMatchObject({
      state: 'live',
      live: { data: { picture: { id: 'sea', alt: 'Own' } } },
    })
    expect(await listShown(api.space)).toEqual(shown)
    await expectInvariants(api.space)
  })

  test('shows none once it is removed', async () => {
    const api = await open({ cover: { id: 'sea' } })
    await change(api, [{ op: 'removeField', field: 'cover' }], { acceptLosses: true })
    expect(await listShown(api.space)).toEqual([])
    await expectInvariants(api.space)
  })

  test('shows the first of many, and as many as it had', async () => {
    const api = await open({ cover: { id: 'sea' } })
    await change(api, [{ op: 'convertField', field: 'cover', type: 'asset', many: true }])
    expect(await served(api)).toMatchObject({ cover: [{ id: 'sea', title: 'Sea' }] })
    await expectInvariants(api.space)
  })

  test('that becomes JSON serves what was written, and shows no file: a loss that is counted for readers', async () => {
    const api = await open({ cover: { id: 'sea' } })
    const operations = [{ op: 'convertField', field: 'cover', type: 'json' }]
    const refused = await change(api, operations)
    expect(refused).toMatchObject({ status: 409, body: { code: 'model_change_loses' } })
    const reason = 'the field names assets, and no longer shows their files'
    expect(refused.body.report.losses).toEqual([{ field: 'cover', reason, count: 1, ids: ['a'] }])
    expect(refused.body.report.readers).toContain('Of "cover", 1 entry shows { "id" } in the place of files.')
    expect(await change(api, operations, { acceptLosses: true })).toMatchObject({ status: 200 })
    expect(await served(api)).toMatchObject({ cover: { id: 'sea' } })
    expect(await listShown(api.space)).toEqual([])
    await expectInvariants(api.space)
  })

  test('that was JSON shows the files from then on, and queries find its values', async () => {
    const api = await open({ extra: { id: 'sea', alt: 'Own' } })
    await change(api, [{ op: 'convertField', field: 'extra', type: 'asset' }])
    expect(await served(api)).toMatchObject({ extra: { url: pathOf(api.space, sea), alt: 'Own' } })
    expect(await listShown(api.space)).toEqual(shown)
    expect(await (await api.space.get('/content/media?filter[extra][exists]=true')).json()).toMatchObject({
      count: 1,
    })
    await expectInvariants(api.space)
  })
})

test('an asset that comes while a model change prepares is shown by what the change makes of JSON', async () => {
  const api = await open({ extra: { id: 'late' } })
  const { space } = api
  const late: AssetFields = { id: 'late' }
  const addLate = () =>
    space.database.transaction(async writes => {
      await insertAsset(writes, space.space, late)
      await followAssets(writes, space.space, ['late'])
      const nothing = { by: null, entry: null, collection: null, version: null, detail: null }
      await recordActivity(writes, space.space, [{ at: 0, action: 'asset.create' as never, ...nothing }])
    }, space.space)
  await changeModel(api, 'media', [{ op: 'convertField', field: 'extra', type: 'asset' }], addLate)
  expect(await served(api)).toMatchObject({ extra: { url: pathOf(space, late) } })
  await expectInvariants(space)
})
