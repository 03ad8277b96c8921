// Values that name assets: finished when they are published, and served as they are stored.
import { describe, expect, test } from 'bun:test'
import { type AssetFields, addAssets, hashOf, listShown, pathOf } from '../kit/app/assets.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { historyOf } from '../kit/oracle/tables.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'cover', type: 'asset' },
    { apiName: 'gallery', type: 'asset', many: true },
    { apiName: 'body', type: 'richText', format: 'portableText' },
    { apiName: 'extra', type: 'json' },
  ],
} as const

const sea: AssetFields = {
  id: 'sea',
  filename: 'The sea.png',
  title: 'Sea',
  alt: 'Waves',
  focalPoint: { x: 0.25, y: 0.5 },
  thumbhash: 'abc=',
}
const file: AssetFields = { id: 'file', contentType: 'application/pdf', width: null, height: null }

interface Options {
  readonly assets?: readonly AssetFields[]
  readonly assetsUrl?: string
}

async function openSpace({ assets = [sea, file], assetsUrl }: Options = {}) {
  const space = await createTestSpace({ records: [posts], ...(assetsUrl !== undefined && { assetsUrl }) })
  await addAssets(space, ...assets)
  await space.database.transaction(
    writes =>
      writes
        .insertInto('variant')
        .values({ space: space.space, id: 'vip', name: 'VIP', kind: 'audience' })
        .execute(),
    space.space,
  )
  const management = await openManagement(space)
  const save = async (method: string, path: string, body: object, status = 200) => {
    const response = await management.request(method, path, body)
    expect({ status: response.status, text: response.ok ? '' : await response.text() }).toMatchObject({
      status,
    })
  }
  const publish = async (id: string, data: object, variants: object = {}) => {
    await save('POST', '/entries', { collection: 'posts', id, slug: id, data, variants }, 201)
    return management.publish(id)
  }
  return { space, management, publish, save }
}

function servedSea(space: TestSpace, own: object = {}) {
  return {
    url: pathOf(space, sea),
    title: 'Sea',
    contentType: 'image/png',
    width: 40,
    height: 30,
    size: 100,
    id: 'sea',
    filename: 'The sea.png',
    alt: 'Waves',
    focalPoint: { x: 0.25, y: 0.5 },
    thumbhash: 'abc=',
    ...own,
  }
}

const image = (asset: object, rest: object = {}) => ({ _type: 'image', _key: 'k', asset, ...rest })

describe('a published value that names an asset', () => {
  test('is served with eleven keys in a fixed order, null where nothing is known', async () => {
    const { space, publish } = await openSpace()
    await publish('a', { cover: { id: 'sea' }, gallery: [{ id: 'file' }, { id: 'sea' }] })
    const { data } = (await readEntry(space, 'posts', 'a'))!
    const unknown = { title: null, width: null, height: null, alt: null, focalPoint: null, thumbhash: null }
    const pdf = { contentType: 'application/pdf', size: 100, id: 'file', filename: 'file.png' }
    expect(data.cover).toEqual(servedSea(space))
    expect(Object.keys(data.cover as object)).toEqual(Object.keys(servedSea(space)))
    expect(data.gallery).toEqual([{ url: pathOf(space, file), ...unknown, ...pdf }, servedSea(space)])
    expect(Object.keys((data.gallery as object[])[0]!)).toEqual(Object.keys(servedSea(space)))
  })

  test('has what its use has of its own (A8)', async () => {
    const { space, publish } = await openSpace()
    const own = { alt: '', title: 'Mine', focalPoint: { x: 0.129, y: 1 } }
    await publish('a', { cover: { ...own, id: 'sea' } })
    const { data } = (await readEntry(space, 'posts', 'a'))!
    expect(data.cover).toEqual(servedSea(space, { ...own, focalPoint: { x: 0.13, y: 1 } }))
  })

  test('is null where the asset does not exist, dropped from lists, and leaves an image where it is', async () => {
    const { space, publish } = await openSpace()
    const body = [image({ id: 'gone' }, { caption: 'C' }), { ...image({ id: 'sea' }), _key: 'l' }]
    await publish('a', { cover: { id: 'gone' }, gallery: [{ id: 'gone' }, { id: 'sea' }], body })
    const { data } = (await readEntry(space, 'posts', 'a'))!
    expect(data).toMatchObject({ cover: null, gallery: [servedSea(space)] })
    expect(data.body).toEqual([
      { _type: 'image', _key: 'k', asset: null, caption: 'C' },
      { _type: 'image', _key: 'l', asset: servedSea(space) },
    ])
    expect(await listShown(space)).toEqual([
      'a gone null null',
      `a sea ${hashOf('sea').slice(0, 6)} The sea.png`,
    ])
  })

  test('in an overlay is served with it, and is shown by the entry (A56)', async () => {
    const { space, publish } = await openSpace()
    await publish('a', { title: 'A' }, { vip: { cover: { id: 'sea' }, body: [image({ id: 'sea' })] } })
    const { data } = (await readEntry(space, 'posts', 'a', '?variants=vip'))!
    expect(data).toMatchObject({ cover: servedSea(space), body: [image(servedSea(space))] })
    expect(await listShown(space)).toEqual([`a sea ${hashOf('sea').slice(0, 6)} The sea.png`])
  })

  test('stands in live.data, versions and the draft as it was written, and a second publication changes nothing', async () => {
    const { space, publish, management } = await openSpace()
    const data = { cover: { alt: 'Own', id: 'sea' }, gallery: [{ id: 'gone' }], body: [image({ id: 'sea' })] }
    const doc = await publish('a', data, { vip: { cover: { id: 'file' } } })
    const written = { ...doc.data, cover: { id: 'sea', alt: 'Own' }, gallery: [{ id: 'gone' }] }
    expect(doc.data).toEqual(written)
    expect(doc.live).toMatchObject({ data: written, variants: { vip: { cover: { id: 'file' } } } })
    expect(JSON.stringify(doc.live?.data)).toBe(JSON.stringify(doc.data))
    expect(doc.state).toBe('live')
    const version = await management.request('GET', '/entries/a/versions/p1')
    expect(((await version.json()) as { doc: object }).doc).toMatchObject({ data: written })
    await management.publish('a')
    expect(await historyOf(space, 'a')).toHaveLength(1)
  })

  test('discarding a change brings back what was written', async () => {
    const { publish, save, management } = await openSpace()
    const { data } = await publish(
      'a',
      { cover: { id: 'sea', alt: 'Own' } },
      { vip: { cover: { id: 'file' } } },
    )
    await save('PATCH', '/entries/a', { draftVersion: 1, data: { cover: null }, variants: { vip: null } })
    await save('POST', '/entries/a/discard', { draftVersion: 2 })
    expect(await management.entry('a')).toMatchObject({
      state: 'live',
      data,
      variants: { vip: { cover: { id: 'file' } } },
    })
  })

  test('has the origin of files, which changes ETags and no revision (A51)', async () => {
    const { space, publish } = await openSpace({ assetsUrl: 'https://files.example.com' })
    await publish('a', { cover: { id: 'sea' }, extra: { url: '/assets/x' } })
    const { data } = (await readEntry(space, 'posts', 'a'))!
    expect(data.cover).toEqual(servedSea(space, { url: `https://files.example.com${pathOf(space, sea)}` }))
    expect(data.extra).toEqual({ url: '/assets/x' })
  })
})

describe('an address value', () => {
  test('is stored and served byte for byte as before', async () => {
    const { space, publish } = await openSpace()
    const cover = {
      url: 'https://x.example/a.png',
      title: null,
      contentType: null,
      width: 1,
      height: null,
      size: null,
    }
    await publish('a', { cover: { width: 1, url: 'https://x.example/a.png' } })
    const [row] = await historyOf(space, 'a')
    expect(row).toMatchObject({ written: null })
    expect(row!.data).toContain(`"cover":${JSON.stringify(cover)},\n`)
    expect(await listShown(space)).toEqual([])
  })
})

describe('a path of a file in live text', () => {
  const shown = `a sea ${hashOf('sea').slice(0, 6)} The sea.png`
  const rows: readonly (readonly [string, (path: string) => object, readonly string[]])[] = [
    ['in a text', path => ({ title: `see ${path}, please` }), [shown]],
    ['with a host before it', path => ({ title: `https://cdn.example.com${path}?w=640` }), [shown]],
    ['deep in JSON', path => ({ extra: [{ a: { b: [path] } }] }), [shown]],
    ['in rich text', path => ({ body: [{ _type: 'code', code: path }] }), [shown]],
    ['as an address', path => ({ cover: { url: `https://cdn.example.com${path}` } }), [shown]],
    ['under another name', path => ({ title: path.replace('The', 'the') }), []],
    ['as the name of a key', path => ({ extra: { [path]: 1 } }), []],
    ['with another hash', path => ({ title: path.replace(/\/[0-9a-f]/, '/Z') }), []],
  ]
  test.each(rows)('%s', async (_, toData, expected) => {
    const { space, publish } = await openSpace()
    await publish('a', toData(pathOf(space, sea)))
    expect(await listShown(space)).toEqual([...expected])
  })

  test('names the asset with the longest name of those with these bytes', async () => {
    const assets = ['a', 'a.png', 'a.png.bak'].map((filename, index) => ({
      id: `i${index}`,
      filename,
      bytes: 'same',
    }))
    const { space, publish } = await openSpace({ assets })
    await publish('x', { title: `${pathOf(space, assets[1]!)}.b` })
    expect(await listShown(space)).toEqual([`x i1 ${hashOf('same').slice(0, 6)} a.png`])
  })

  test('that a replacement has left shows the asset as it is now', async () => {
    const { space, publish } = await openSpace()
    const former = { ...sea, bytes: 'older', filename: 'older.png' }
    await space.database.transaction(
      writes =>
        writes
          .insertInto('asset_former')
          .values({
            space: space.space,
            sha256: hashOf('older'),
            filename: 'older.png',
            asset: 'sea',
            replaced_at: 1,
            was_delivered: 0,
          })
          .execute(),
      space.space,
    )
    await publish('a', { title: pathOf(space, former) })
    expect(await listShown(space)).toEqual([shown])
  })
})

describe('what an entry shows', () => {
  test('goes with its publication, and is what the next one shows (A2, A3)', async () => {
    const { space, publish, save, management } = await openSpace()
    await publish('a', { cover: { id: 'sea' } })
    await publish('b', { gallery: [{ id: 'sea' }] })
    await management.unpublish('a')
    expect(await listShown(space)).toEqual([`b sea ${hashOf('sea').slice(0, 6)} The sea.png`])
    await save('PATCH', '/entries/b', { draftVersion: 1, data: { gallery: [], cover: { id: 'file' } } })
    await management.publish('b')
    expect(await listShown(space)).toEqual([`b file ${hashOf('file').slice(0, 6)} file.png`])
    await save('POST', '/entries/b/archive', { draftVersion: 2 })
    expect(await listShown(space)).toEqual([])
    await management.publish('a')
    expect(await listShown(space)).toEqual([`a sea ${hashOf('sea').slice(0, 6)} The sea.png`])
  })
})
