// Collections and variants over HTTP: reading, creating and removing them, by those who may.
import { describe, expect, test } from 'bun:test'
import { sendAs, signIn } from '../kit/app/signed-in.ts'
import { createNeighbour } from '../kit/app/test-space.ts'
import { askWith, openModelSpace } from './model-space.ts'

const news = {
  apiName: 'news',
  name: 'News',
  description: 'What happened.',
  titleField: 'title',
  slugFrom: 'title',
  fields: [
    { apiName: 'title', type: 'text', required: true, help: 'Short.' },
    { apiName: 'post', type: 'reference', to: ['posts', 'news'] },
  ],
}
const nothing = { modelVersion: 1, entries: 0, archived: 0, live: 0 }

describe('collections', () => {
  test('are listed with their whole models and counts, by API name', async () => {
    const space = await openModelSpace()
    const { status, body } = await space.ask('GET', '/collections')
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 2, pagesCount: 1 })
    expect(body.list.map(({ apiName }: { apiName: string }) => apiName)).toEqual(['authors', 'posts'])
    expect(body.list[1]).toMatchObject({
      kind: 'collection',
      name: 'Posts',
      modelVersion: 1,
      entries: 3,
      live: 2,
    })
    expect((await space.ask('GET', '/collections?perPage=1&page=2')).body).toMatchObject({
      list: [{ apiName: 'posts' }],
      count: 2,
      pagesCount: 2,
    })
    expect((await space.ask('GET', '/collections/posts')).body.doc).toEqual(body.list[1])
    expect((await space.ask('GET', '/collections?perPage=1001')).status).toBe(400)
  })

  test('count archived entries among the others, and by themselves', async () => {
    const space = await openModelSpace()
    const ask = await askWith(space, ['content.write'])
    await ask('POST', '/entries', { collection: 'posts', id: 'old' })
    const countAll = async () => (await ask('GET', '/collections/posts')).body.doc
    expect(await countAll()).toMatchObject({ entries: 4, archived: 0, live: 2 })
    await ask('POST', '/entries/old/archive', { draftVersion: 1 })
    expect(await countAll()).toMatchObject({ entries: 4, archived: 1, live: 2 })
    const { draftVersion } = (await ask('GET', '/entries/old')).body.doc
    await ask('POST', '/entries/old/unarchive', { draftVersion })
    expect(await countAll()).toMatchObject({ entries: 4, archived: 0, live: 2 })
  })

  test('are served as soon as they are created, and once however often that is sent', async () => {
    const space = await openModelSpace()
    expect((await space.get('/content/news')).status).toBe(404)
    const first = await space.ask('POST', '/collections', news)
    expect(first).toEqual({ status: 201, body: { doc: { ...news, kind: 'collection', ...nothing } } })
    expect(await space.ask('POST', '/collections', news)).toEqual({ ...first, status: 200 })
    const fields = news.fields.map(field => ({ many: false, ...field }))
    expect(await space.ask('POST', '/collections', { ...news, fields })).toEqual({ ...first, status: 200 })
    expect(await space.ask('POST', '/collections', { ...news, name: 'Other' })).toMatchObject({
      status: 409,
      body: { code: 'collection_exists' },
    })
    expect((await space.get('/content/news')).status).toBe(200)
    const schema = (await (await space.get('/schema')).json()) as { collections: { apiName: string }[] }
    expect(schema.collections.map(({ apiName }) => apiName)).toContain('news')
  })

  test.each<[title: string, body: object, ...names: string[]]>([
    ['nothing', {}, 'apiName', 'name', 'fields'],
    [
      'malformed values',
      {
        apiName: 'a/b',
        name: '',
        fields: [
          { apiName: '1', type: 'string' },
          { apiName: 'x', type: 'text', min: 'a' },
        ],
      },
      'apiName',
      'name',
      '/fields/0/apiName',
      '/fields/0/type',
      '/fields/1/min',
    ],
    ['a field twice', { ...news, fields: [news.fields[0], news.fields[0]] }, 'fields'],
    ['no such title', { ...news, titleField: 'post', slugFrom: 'none' }, 'titleField', 'slugFrom'],
    [
      'a collection that is not there',
      {
        ...news,
        fields: [{ apiName: 'x', type: 'reference', to: ['none'] }],
        titleField: undefined,
        slugFrom: undefined,
      },
      '/fields/0/to/0',
    ],
    [
      'what a component does not have',
      { ...news, kind: 'component', previewUrl: 'javascript:alert(1)' },
      'slugFrom',
      'previewUrl',
    ],
    ['what the server counts', { ...news, modelVersion: 7, entries: 1 }, 'modelVersion', 'entries'],
    ['NUL', { ...news, name: 'a\u0000' }, 'name'],
  ])('with %s are refused, with every error', async (_, sent, ...names) => {
    const space = await openModelSpace()
    const { status, body } = await space.ask('POST', '/collections', sent)
    expect(status).toBe(400)
    expect(body.errors.map(({ name }: { name: string }) => name)).toEqual(names)
  })

  test('with values of a wrong type are refused in words', async () => {
    const space = await openModelSpace()
    const field = { apiName: 5, type: 'text', required: 'yes', to: 'posts', options: [7] }
    const sent = { apiName: 'odd', name: 1, fields: [null, field] }
    const { body } = await space.ask('POST', '/collections', sent)
    const messages = body.errors.map(({ name, message }: { name: string; message: string }) => [
      name,
      message,
    ])
    expect(messages).toEqual([
      ['name', 'must be a string'],
      ['/fields/0', 'must be an object'],
      ['/fields/1/apiName', 'must be a string'],
      ['/fields/1/required', 'must be true or false'],
      ['/fields/1/options/0', 'must be an object'],
      ['/fields/1/to', 'must be a list'],
    ])
  })

  test('are deleted only without entries and references, at the version that was seen', async () => {
    const space = await openModelSpace()
    const remove = (name: string, version: number | string) =>
      space.ask('DELETE', `/collections/${name}?modelVersion=${version}`)
    expect(await remove('posts', 1)).toMatchObject({ status: 409, body: { code: 'collection_in_use' } })
    expect(await remove('none', 1)).toMatchObject({ status: 404, body: { code: 'collection_not_found' } })
    await space.ask('POST', '/collections', news)
    await space.ask('POST', '/collections', {
      apiName: 'tags',
      name: 'Tags',
      fields: [{ apiName: 'of', type: 'reference', to: ['news'] }],
    })
    expect(await remove('news', 1)).toMatchObject({
      status: 409,
      body: { code: 'collection_in_use', detail: expect.stringContaining('tags.of') },
    })
    expect((await remove('tags', 1)).status).toBe(200)
    expect(await remove('news', 2)).toMatchObject({
      status: 409,
      body: { code: 'model_conflict', modelVersion: 1 },
    })
    expect((await space.ask('DELETE', '/collections/news')).status).toBe(400)
    expect((await remove('news', '01')).status).toBe(400)
    expect(await remove('news', 1)).toEqual({
      status: 200,
      body: { doc: { ...news, kind: 'collection', ...nothing } },
    })
    expect((await remove('news', 1)).status).toBe(404)
    expect((await space.get('/content/news')).status).toBe(404)
  })

  test('start again under a name that was there before', async () => {
    const space = await openModelSpace()
    const rename = { modelVersion: 1, operations: [{ op: 'renameField', field: 'title', to: 'headline' }] }
    for (let round = 0; round < 2; round++) {
      expect((await space.ask('POST', '/collections', news)).status).toBe(201)
      expect((await space.ask('POST', '/collections/news/changes', rename)).body.doc.modelVersion).toBe(2)
      expect((await space.ask('DELETE', '/collections/news?modelVersion=2')).status).toBe(200)
    }
  })

  test('over 512 KiB are refused', async () => {
    const space = await openModelSpace()
    const help = 'x'.repeat(900)
    const fieldsOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ apiName: `f${index}`, type: 'text', help }))
    expect(
      (await space.ask('POST', '/collections', { apiName: 'big', name: 'Big', fields: fieldsOf(400) }))
        .status,
    ).toBe(201)
    expect(
      (await space.ask('POST', '/collections', { apiName: 'more', name: 'More', fields: fieldsOf(600) }))
        .status,
    ).toBe(413)
  })
})

describe('who may', () => {
  const change = { modelVersion: 1, operations: [{ op: 'set', properties: { description: 'A' } }] }

  test.each([
    ['draft.read', 200, 403],
    ['content.write', 200, 403],
    ['content.publish', 200, 403],
    ['model.write', 200, 200],
    ['content.read', 403, 403],
  ] as const)('a key with %s', async (scope, read, write) => {
    const space = await openModelSpace()
    const ask = await askWith(space, [scope])
    expect((await ask('GET', '/collections')).status).toBe(read)
    expect((await ask('GET', '/variants')).status).toBe(read)
    expect((await ask('POST', '/collections/posts/changes', change)).status).toBe(write)
    expect((await ask('POST', '/variants', { id: 'de', name: 'German', kind: 'locale' })).status).toBe(
      write === 200 ? 201 : write,
    )
  })

  test.each([
    ['owner', 200],
    ['admin', 200],
    ['editor', 403],
    ['author', 403],
    ['member', 403],
  ] as const)('a session of the role %s', async (role, write) => {
    const space = await openModelSpace()
    const { send } = await signIn(space, { role })
    expect((await send('GET', '/api/v1/collections')).status).toBe(200)
    expect((await send('POST', '/api/v1/collections/posts/changes', change)).status).toBe(write)
  })

  test('nobody without a credential, from another page, or of another space', async () => {
    const space = await openModelSpace()
    const anonymous = await sendAs(space, null)('GET', '/api/v1/collections')
    expect(anonymous.status).toBe(401)
    expect(anonymous.headers.get('WWW-Authenticate')).toBe('Bearer')
    const { send } = await signIn(space)
    const foreign = { Origin: 'https://evil.example' }
    expect((await send('POST', '/api/v1/collections/posts/changes', change, foreign)).status).toBe(403)
    const options = await space.request('/api/v1/collections', { method: 'OPTIONS' })
    expect(options.status).toBe(405)
    expect(options.headers.get('Access-Control-Allow-Origin')).toBeNull()
    const neighbour = await createNeighbour(space, 'other')
    const ask = await askWith(neighbour, ['model.write'])
    expect(await ask('GET', '/collections/posts')).toMatchObject({ status: 404 })
    expect((await ask('POST', '/collections/posts/changes', change)).status).toBe(404)
    expect((await ask('GET', '/variants')).body.list).toEqual([])
  })
})

describe('variants', () => {
  const german = { id: 'de', name: 'German', kind: 'locale' }

  test('are those that entries have values for, and those that are created', async () => {
    const space = await openModelSpace()
    const vip = { id: 'vip', name: 'vip', kind: 'audience' }
    expect((await space.ask('GET', '/variants')).body).toEqual({ list: [vip], count: 1, pagesCount: 1 })
    expect(await space.ask('POST', '/variants', german)).toEqual({ status: 201, body: { doc: german } })
    expect(await space.ask('POST', '/variants', german)).toEqual({ status: 200, body: { doc: german } })
    expect(await space.ask('POST', '/variants', { ...german, name: 'Deutsch' })).toMatchObject({
      status: 409,
      body: { code: 'variant_exists' },
    })
    expect((await space.ask('GET', '/variants?perPage=1')).body).toEqual({
      list: [german],
      count: 2,
      pagesCount: 2,
    })
  })

  test('change their names and kinds', async () => {
    const space = await openModelSpace()
    const changed = { id: 'vip', name: 'Regulars', kind: 'audience' }
    expect(await space.ask('PATCH', '/variants/vip', { name: 'Regulars' })).toEqual({
      status: 200,
      body: { doc: changed },
    })
    expect((await space.ask('PATCH', '/variants/vip', {})).body.doc).toEqual(changed)
    expect((await space.ask('PATCH', '/variants/vip', { id: 'x' })).status).toBe(400)
    expect(await space.ask('PATCH', '/variants/none', { name: 'A' })).toMatchObject({
      status: 404,
      body: { code: 'variant_not_found' },
    })
  })

  test('are deleted once no entry has values for them', async () => {
    const space = await openModelSpace()
    await space.ask('POST', '/variants', german)
    expect(await space.ask('DELETE', '/variants/vip')).toMatchObject({
      status: 409,
      body: { code: 'variant_in_use' },
    })
    expect(await space.ask('DELETE', '/variants/de')).toEqual({ status: 200, body: { doc: german } })
    expect((await space.ask('DELETE', '/variants/de')).status).toBe(404)
    await space.import([
      {
        type: 'entry',
        collection: 'posts',
        id: 'p1',
        slug: 'one',
        data: { title: 'One' },
        liveData: { title: 'One' },
        liveVariants: { vip: { title: 'V' } },
      },
    ])
    expect((await space.ask('DELETE', '/variants/vip')).status).toBe(409)
    await space.import([
      { type: 'entry', collection: 'posts', id: 'p1', slug: 'one', liveData: { title: 'One' } },
    ])
    expect((await space.ask('DELETE', '/variants/vip')).status).toBe(200)
  })

  test.each<[body: object, ...names: string[]]>([
    [{}, 'id', 'name', 'kind'],
    [{ id: 'a b', name: ' ', kind: 'language' }, 'id', 'name', 'kind'],
    [{ id: 'a', name: 'x'.repeat(201), kind: 'locale' }, 'name'],
    [{ id: 'a', name: 'A', kind: 'locale', of: 1 }, 'of'],
  ])('are refused as %j', async (sent, ...names) => {
    const space = await openModelSpace()
    const { status, body } = await space.ask('POST', '/variants', sent)
    expect({ status, names: body.errors.map(({ name }: { name: string }) => name) }).toEqual({
      status: 400,
      names,
    })
  })
})
