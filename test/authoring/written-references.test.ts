// References by collection and slug in drafts that were imported: they stay as they are written until someone changes them, and
// the API says of them what publishing would serve.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, errorsOf, openAuthoring } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

const at = (slug: string, collection = 'authors') => ({ collection, slug })
const author = (id: string): EntryRecord => ({
  type: 'entry',
  collection: 'authors',
  id,
  liveData: { name: id },
})
const post = (values: object, rest: object = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id: 'p',
  liveData: { title: 'P', ...values },
  ...rest,
})

let api: AuthoringFixture
const open = async (...records: readonly ImportRecord[]) => {
  api = await openAuthoring([author('ada'), ...records])
}
const put = (fields: object, method = 'PUT', path = '/entries/p') => api.ask('owner', method, path, fields)
const contentOf = async () => {
  const { slug, data, variants } = await api.get('/entries/p')
  return { slug, data, variants }
}

describe.each<[what: string, record: EntryRecord]>([
  ['a reference to an entry', post({ author: at('ada') })],
  ['a reference to nothing', post({ author: at('gone') })],
  ['both in a list', post({ related: [at('gone'), { id: 'nobody' }, at('ada')] })],
  ['both in an overlay', post({}, { variants: { vip: { author: at('gone'), related: [at('ada')] } } })],
  ['one to a collection that the field no longer allows', post({ author: { id: 'p' } })],
])('of an imported draft with %s,', (_, record) => {
  beforeEach(() => open(record))

  test('PUT of what GET gave changes nothing', async () => {
    const content = await contentOf()
    for (const draftVersion of [1, 0]) {
      const { status, body } = await put({ draftVersion, ...content })
      expect([status, body.doc]).toEqual([200, await api.get('/entries/p')])
    }
    expect(await api.get('/entries/p')).toMatchObject({ ...content, draftVersion: 1, state: 'live' })
  })

  test('PATCH of what GET gave changes nothing, alone and in operations', async () => {
    const content = await contentOf()
    expect((await put({ draftVersion: 1, ...content }, 'PATCH')).status).toBe(200)
    const operations = [
      { op: 'patch', id: 'p', draftVersion: 1, ...content },
      { op: 'replace', id: 'p', draftVersion: 1, ...content },
    ]
    expect((await put({ operations }, 'POST', '/operations')).status).toBe(200)
    expect(await api.get('/entries/p')).toMatchObject({ ...content, draftVersion: 1, state: 'live' })
  })

  test('PUT with another title keeps the references as they are written', async () => {
    const { data, ...content } = await contentOf()
    const { body } = await put({ draftVersion: 1, ...content, data: { ...data, title: 'Q' } })
    expect(body.doc).toMatchObject({ draftVersion: 2, data: { ...data, title: 'Q' } })
    await expectInvariants(api.space)
  })
})

test('an imported address that clients may not send stays where it is sent back, and nowhere else', async () => {
  const asset = { apiName: 'picture', type: 'asset' } as const
  const picture = { url: 'ftp://example.com/a.png' }
  const notes: ImportRecord = { type: 'collection', apiName: 'notes', name: 'Notes', fields: [asset] }
  await open(notes, { ...post({}), collection: 'notes', liveData: { picture } })
  const content = await contentOf()
  expect((await put({ draftVersion: 1, ...content })).body.doc).toMatchObject({ draftVersion: 1 })
  const data = { picture: { url: 'ftp://example.com/b.png' } }
  expect((await put({ draftVersion: 1, ...content, data })).status).toBe(400)
  expect((await put({ draftVersion: 1, variants: { vip: content.data } }, 'PATCH')).status).toBe(400)
})

describe('once an entry stands where a reference meant nothing', () => {
  const values = { author: at('later'), related: [at('ada'), at('later')] }
  const bound = { author: { id: 't' }, related: [at('ada'), { id: 't' }] }
  const createTarget = () => api.create({ collection: 'authors', id: 't', slug: 'later', data: {} })

  describe.each<[what: string, record: EntryRecord]>([
    ['a live entry', post(values, { variants: { vip: { author: at('later') } } })],
    [
      'a draft',
      {
        ...post({}, { data: { title: 'P', ...values }, variants: { vip: { author: at('later') } } }),
        liveData: undefined,
      } as never,
    ],
  ])('a write of %s', (_, record) => {
    beforeEach(async () => {
      await open(record)
      await createTarget()
    })

    test.each<[way: string, write: (content: object) => Promise<{ readonly status: number }>]>([
      ['PUT', content => put({ draftVersion: 1, ...content })],
      ['PATCH', content => put({ draftVersion: 1, ...content }, 'PATCH')],
      [
        'operations',
        content =>
          put({ operations: [{ op: 'patch', id: 'p', draftVersion: 1, ...content }] }, 'POST', '/operations'),
      ],
    ])('that sends it again by %s stores the id, as of a new reference', async (_way, write) => {
      expect((await write(await contentOf())).status).toBe(200)
      expect(await api.get('/entries/p')).toMatchObject({
        draftVersion: 2,
        data: bound,
        variants: { vip: { author: { id: 't' } } },
      })
      await expectInvariants(api.space)
    })

    test('that does not name it leaves it as it is written', async () => {
      const { body } = await put({ draftVersion: 1, data: { title: 'Q' } }, 'PATCH')
      expect(body.doc.data).toMatchObject(values)
    })
  })

  test('a repeated creation of the same content changes nothing', async () => {
    await open(post(values))
    await createTarget()
    const content = { collection: 'posts', ...(await contentOf()) }
    const repeated = [
      await put({ id: 'p', ...content }, 'POST', '/entries'),
      await put({ draftVersion: 0, ...content }),
    ]
    expect(repeated.map(({ status }) => status)).toEqual([200, 200])
    expect((await api.get('/entries/p')).draftVersion).toBe(1)
  })

  test('and moves away, PUT of what GET gave changes nothing where the reference was bound', async () => {
    await open(post({ author: at('later') }))
    await createTarget()
    await api.publish('t')
    await api.patch('t', { draftVersion: 1, slug: 'moved' })
    await api.publish('t')
    await api.create({ collection: 'authors', id: 'u', slug: 'later', data: {} })
    const { body } = await put({ draftVersion: 1, ...(await contentOf()) })
    expect(body.doc).toMatchObject({ draftVersion: 1, data: { author: at('later') } })
  })

  test('that the field does not allow, PUT of what GET gave changes nothing', async () => {
    await open(post({ author: at('later') }))
    const operations = [{ op: 'setField', field: 'author', properties: { to: ['posts'] } }]
    const change = { modelVersion: 1, operations }
    expect((await api.ask('M', 'POST', '/collections/posts/changes', change)).status).toBe(200)
    await createTarget()
    const { body } = await put({ draftVersion: 1, ...(await contentOf()) })
    expect(body.doc).toMatchObject({ draftVersion: 1, data: { author: at('later') } })
  })
})

test('a reference of a draft that was never published stays as it is written where it means an entry', async () => {
  await open({ ...post({}, { data: { author: at('ada') } }), liveData: undefined } as never)
  const { body } = await put({ draftVersion: 1, ...(await contentOf()) })
  expect(body.doc).toMatchObject({ draftVersion: 1, data: { author: at('ada') } })
})

describe('of a list of references by collection and slug', () => {
  beforeEach(() => open(post({ related: [at('gone'), at('ada')] })))
  const patch = (related: readonly object[]) => put({ draftVersion: 1, data: { related } }, 'PATCH')

  test('those that were there stay as written where others come and go, or the order changes', async () => {
    const { body } = await patch([at('ada'), { slug: 'gone', collection: 'authors' }, { id: 'p' }])
    expect(body.doc.data.related).toEqual([at('ada'), at('gone'), { id: 'p' }])
  })

  test('new ones become ids, and are refused where nothing is', async () => {
    expect((await patch([at('p', 'posts')])).body.doc.data.related).toEqual([{ id: 'p' }])
    const refused = await put({ draftVersion: 2, data: { related: [at('gone')] } }, 'PATCH')
    expect([refused.status, errorsOf(refused)]).toEqual([
      400,
      ['/data/related/0 refers to authors/gone, which is not there'],
    ])
  })

  test('one of another field is new', async () => {
    const refused = await put({ draftVersion: 1, data: { author: at('gone') } }, 'PATCH')
    expect(refused.status).toBe(400)
  })
})

describe('where an editor has moved the entry that a reference means', () => {
  const linksOf = async (id: string) => (await api.ask('owner', 'GET', `/entries/${id}/links`)).body.doc
  const problemsOf = async () => (await api.get('/entries/p')).problems
  const served = async () =>
    ((await readEntry(api.space, 'posts', 'p'))!.data.author as { id: string } | null)?.id ?? null
  beforeEach(() => open(post({ author: at('ada') })))

  test.each<[where: string, isPublished: boolean, isReplaced: boolean]>([
    ['in its draft', false, false],
    ['and published it', true, false],
    ['and drafted another one there', true, true],
  ])('%s, links and problems say what publishing serves', async (_, isPublished, isReplaced) => {
    await api.patch('ada', { draftVersion: 1, slug: 'ada-2' })
    if (isPublished) await api.publish('ada')
    if (isReplaced) await api.create({ collection: 'authors', id: 'bob', slug: 'ada', data: {} })
    for (const score of [3, 4]) {
      expect(await problemsOf()).toEqual([])
      expect(await linksOf('p')).toMatchObject({ to: [{ id: 'ada', slug: 'ada-2', path: '/data/author' }] })
      expect(await linksOf('ada')).toMatchObject({ from: [{ id: 'p', path: '/data/author', live: true }] })
      await api.patch('p', { draftVersion: score - 2, data: { score } })
      expect(await linksOf('ada')).toMatchObject({ from: [{ id: 'p', path: '/data/author', live: true }] })
      await api.publish('p')
      expect(await served()).toBe('ada')
    }
    await expectInvariants(api.space)
  })

  test('links say so after a change of the model, too', async () => {
    await api.patch('ada', { draftVersion: 1, slug: 'ada-2' })
    await api.publish('ada')
    await api.create({ collection: 'authors', id: 'bob', slug: 'ada', data: {} })
    const operations = [{ op: 'renameField', field: 'title', to: 'headline' }]
    const change = { modelVersion: 1, operations }
    expect((await api.ask('M', 'POST', '/collections/posts/changes', change)).status).toBe(200)
    expect(await linksOf('ada')).toMatchObject({ from: [{ id: 'p', path: '/data/author', live: true }] })
    expect(await linksOf('bob')).toMatchObject({ from: [] })
    await expectInvariants(api.space)
  })

  test('a draft that was never published means what is live at the path', async () => {
    await api.space.import([
      { ...post({}), id: 'q', data: { author: at('ada') }, liveData: undefined } as never,
    ])
    await api.patch('ada', { draftVersion: 1, slug: 'ada-2' })
    expect(await linksOf('q')).toMatchObject({ to: [{ id: 'ada', slug: 'ada-2' }] })
    await api.publish('ada')
    expect(await linksOf('q')).toMatchObject({ to: [{ id: null, collection: 'authors', slug: 'ada' }] })
  })
})
