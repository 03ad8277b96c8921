// A change of an asset: live publications that show it follow in the same transaction.
import { describe, expect, test } from 'bun:test'
import type { Writes } from '../../src/database/database.ts'
import { followAssets } from '../../src/entries/drafts/republish-asset-users.ts'
import { type AssetFields, hashOf, insertAsset, listShown, pathOf } from '../kit/app/assets.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { expectInvariants, historyOf, revisionOf } from '../kit/oracle/tables.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'cover', type: 'asset' },
    { apiName: 'gallery', type: 'asset', many: true },
    { apiName: 'body', type: 'richText', format: 'portableText' },
  ],
} as const

const sea: AssetFields = { id: 'sea', title: 'Sea', alt: 'Waves' }
const image = (asset: object) => ({ _type: 'image', _key: 'k', asset })

async function openSpace(...entries: readonly object[]) {
  const records = entries.map((liveData, index) => ({
    ...{ type: 'entry', collection: 'posts', id: `e${index}`, slug: `e${index}` },
    liveData,
  }))
  const space = await createTestSpace()
  await change(space, writes => insertAsset(writes, space.space, sea))
  await space.import([posts, ...(records as never[])])
  return space
}

/** Changes rows as a request does, and what follows. */
function change(space: TestSpace, work: (writes: Writes) => Promise<unknown>, entriesMax?: number | null) {
  return space.database.transaction(async writes => {
    await work(writes)
    return followAssets(writes, space.space, ['sea'], entriesMax === undefined ? {} : { entriesMax })
  }, space.space)
}

function set(space: TestSpace, fields: object, entriesMax?: number | null) {
  const update = (writes: Writes) =>
    writes.updateTable('asset').set(fields).where('space', '=', space.space).where('id', '=', 'sea').execute()
  return change(space, update, entriesMax)
}

const remove = (space: TestSpace) =>
  change(space, writes =>
    writes.deleteFrom('asset').where('space', '=', space.space).where('id', '=', 'sea').execute(),
  )

async function served(space: TestSpace, slug: string, query = '') {
  return (await readEntry(space, 'posts', slug, query))!.data
}

describe('another alt text', () => {
  test('is in the next response of each entry that shows the asset, with one revision (A7, A56)', async () => {
    const space = await openSpace(
      { cover: { id: 'sea' } },
      { body: [image({ id: 'sea' })] },
      { title: 'another' },
    )
    const etags = async () =>
      Promise.all(
        ['e0', 'e1', 'e2'].map(async slug => (await space.get(`/content/posts/${slug}`)).headers.get('ETag')),
      )
    const before = {
      revision: await revisionOf(space),
      etags: await etags(),
      history: await historyOf(space, 'e0'),
    }
    expect(await set(space, { alt: 'Calm' })).toEqual({ rewritten: 2 })
    expect(await served(space, 'e0')).toMatchObject({ cover: { alt: 'Calm', title: 'Sea' } })
    expect(await served(space, 'e1')).toMatchObject({ body: [{ asset: { alt: 'Calm' } }] })
    expect(await revisionOf(space)).toBe(before.revision + 1)
    const after = await etags()
    expect(after.map((etag, index) => etag === before.etags[index])).toEqual([false, false, true])
    const [, next] = await historyOf(space, 'e0')
    const { from_revision: _, to_revision: _to, data: _data, ...rest } = before.history[0]!
    expect(next).toMatchObject(rest)
    await expectInvariants(space)
  })

  test('that is what it is already takes no revision and rewrites nothing (A8)', async () => {
    const space = await openSpace({ cover: { id: 'sea' } })
    const before = await revisionOf(space)
    expect(await set(space, { alt: 'Waves' })).toEqual({ rewritten: 0 })
    expect(await revisionOf(space)).toBe(before)
    expect(await historyOf(space, 'e0')).toHaveLength(1)
  })

  test('changes no use that has its own', async () => {
    const space = await openSpace({ cover: { id: 'sea', alt: '' } }, { cover: { id: 'sea', title: 'T' } })
    expect(await set(space, { alt: 'Calm' })).toEqual({ rewritten: 1 })
    expect(await served(space, 'e0')).toMatchObject({ cover: { alt: '' } })
    expect(await served(space, 'e1')).toMatchObject({ cover: { alt: 'Calm', title: 'T' } })
  })

  test('reaches overlays, and leaves the draft, its version and the state as they are', async () => {
    const space = await openSpace({ cover: { id: 'sea' } })
    const management = await openManagement(space)
    await space.import([
      posts,
      {
        ...{ type: 'entry', collection: 'posts', id: 'e0', slug: 'e0' },
        liveData: {},
        variants: { vip: { gallery: [{ id: 'sea' }] } },
      } as never,
    ])
    const before = await management.entry('e0')
    space.time.now += 60_000
    expect(await set(space, { alt: 'Calm' })).toEqual({ rewritten: 1 })
    expect(await served(space, 'e0', '?variants=vip')).toMatchObject({ gallery: [{ alt: 'Calm' }] })
    expect(await management.entry('e0')).toEqual(before)
    expect(before).toMatchObject({ state: 'live' })
    await expectInvariants(space)
  })
})

describe('an asset that goes', () => {
  test('is null from the next response on, and dropped from lists (A10)', async () => {
    const space = await openSpace({
      cover: { id: 'sea' },
      gallery: [{ id: 'sea' }],
      body: [image({ id: 'sea' })],
    })
    expect(await remove(space)).toEqual({ rewritten: 1 })
    expect(await served(space, 'e0')).toMatchObject({ cover: null, gallery: [], body: [{ asset: null }] })
    expect(await listShown(space)).toEqual(['e0 sea null null'])
    const page = await space.get('/content/posts?filter[cover][exists]=true')
    expect(await page.json()).toMatchObject({ count: 0 })
    await expectInvariants(space)
  })

  test('and comes back under its id is served again without being published', async () => {
    const space = await openSpace({ cover: { id: 'sea' } })
    await remove(space)
    await change(space, writes => insertAsset(writes, space.space, { ...sea, bytes: 'other' }))
    expect(await served(space, 'e0')).toMatchObject({
      cover: { url: pathOf(space, { ...sea, bytes: 'other' }) },
    })
    for (const [query, count] of [
      ['true', 1],
      ['false', 0],
    ] as const) {
      const page = await space.get(`/content/posts?filter[cover][exists]=${query}`)
      expect(await page.json()).toMatchObject({ count })
    }
    await expectInvariants(space)
  })
})

describe('a path in a text', () => {
  test('stays as it is and leads to the bytes that take the place of others, with a revision and no rewritten entry', async () => {
    const space = await createTestSpace()
    await change(space, writes => insertAsset(writes, space.space, sea))
    const title = `see ${pathOf(space, sea)}`
    await space.import([
      posts,
      { type: 'entry', collection: 'posts', id: 'e0', slug: 'e0', liveData: { title } } as never,
    ])
    const before = await revisionOf(space)
    const result = await change(space, async writes => {
      const former = {
        space: space.space,
        sha256: hashOf('sea'),
        filename: 'sea.png',
        asset: 'sea',
        replaced_at: 1,
        was_delivered: 1,
      } as const
      await writes.insertInto('asset_former').values(former).execute()
      await writes.deleteFrom('asset').where('space', '=', space.space).execute()
      await insertAsset(writes, space.space, { ...sea, bytes: 'newer' })
    })
    expect(result).toEqual({ rewritten: 0 })
    expect(await listShown(space)).toEqual([`e0 sea ${hashOf('newer').slice(0, 6)} sea.png`])
    expect(await served(space, 'e0')).toMatchObject({ title })
    expect(await revisionOf(space)).toBe(before + 1)
    await expectInvariants(space)
  })
})

describe('an asset on many live entries', () => {
  test('is not changed by a request beyond the limit, and is by what has none, with its progress (A55)', async () => {
    const space = await openSpace(...Array.from({ length: 403 }, () => ({ cover: { id: 'sea' } })))
    const before = await revisionOf(space)
    const tooMany = await set(space, { alt: 'Calm' }, 402).catch(error => error)
    expect(tooMany).toMatchObject({ code: 'asset_change_too_large' })
    expect(await served(space, 'e0')).toMatchObject({ cover: { alt: 'Waves' } })
    expect(await set(space, { alt: 'Calm' }, null)).toEqual({ rewritten: 403 })
    expect(await revisionOf(space)).toBe(before + 1)
    for (const slug of ['e0', 'e200', 'e402']) {
      expect(await served(space, slug)).toMatchObject({ cover: { alt: 'Calm' } })
    }
    await expectInvariants(space)
  })
})
