// References by collection and slug in drafts that were imported: the API shows them as the ids that they mean, and a write
// that sends these again changes nothing.
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'
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

const operate = (operation: object) =>
  put({ operations: [{ id: 'p', draftVersion: 1, ...operation }] }, 'POST', '/operations')
const repeats: readonly [way: string, repeat: (content: object) => ReturnType<typeof put>][] = [
  ['POST', content => put({ id: 'p', collection: 'posts', ...content }, 'POST', '/entries')],
  ['PUT', content => put({ draftVersion: 1, ...content })],
  ['PUT of a new entry', content => put({ draftVersion: 0, collection: 'posts', ...content })],
  ['PATCH', content => put({ draftVersion: 1, ...content }, 'PATCH')],
  ['the operation patch', content => operate({ op: 'patch', ...content })],
  ['the operation replace', content => operate({ op: 'replace', ...content })],
]
const expectUnchanged = async (repeat: (content: object) => ReturnType<typeof put>) => {
  const [content, before] = [await contentOf(), await dumpTables(api.space)]
  expect((await repeat(content)).status).toBe(200)
  expect(await dumpTables(api.space)).toEqual(before)
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

  test('PUT with another title keeps the references', async () => {
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

describe('a reference to a path without an entry', () => {
  const values = { author: at('later'), related: [at('ada'), at('later')] }
  const taken = { author: { id: 't' }, related: [{ id: 'ada' }, { id: 't' }] }
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
  ])('of %s', (_, record) => {
    beforeEach(() => open(record))

    test('has the id that an entry without an id would get there', async () => {
      const { data } = await contentOf()
      await api.space.import([{ type: 'entry', collection: 'authors', slug: 'later', data: {} }])
      const { body } = await api.ask('owner', 'GET', '/entries?collection=authors&slug=later')
      expect(data.author).toEqual({ id: body.list[0].id })
      expect(await contentOf()).toMatchObject({ data, variants: { vip: { author: data.author } } })
    })

    test('becomes the id of the entry that is published there, and the draft keeps its version', async () => {
      await createTarget()
      const before = await api.get('/entries/p')
      await api.publish('t')
      const { data, variants, problems, live, ...rest } = await api.get('/entries/p')
      if (live !== null) expect(live.data).toMatchObject(taken)
      expect({ data, variants }).toMatchObject({ data: taken, variants: { vip: { author: { id: 't' } } } })
      expect(before).toMatchObject(rest)
      expect(problems).toEqual([])
      await expectInvariants(api.space)
    })

    test.each(repeats)(
      'stays as it is if %s sends it again before that publication',
      async (_way, repeat) => {
        await createTarget()
        await expectUnchanged(repeat)
      },
    )

    test('stays as it is if a write does not contain it', async () => {
      const { data } = await contentOf()
      await createTarget()
      const { body } = await put({ draftVersion: 1, data: { title: 'Q' } }, 'PATCH')
      expect(body.doc).toMatchObject({ draftVersion: 2, data: { ...data, title: 'Q' } })
      await expectInvariants(api.space)
    })

    test('becomes that id where a write sends collection and slug', async () => {
      await createTarget()
      const { body } = await put({ draftVersion: 1, data: values }, 'PATCH')
      expect(body.doc).toMatchObject({ draftVersion: 2, data: taken })
      await expectInvariants(api.space)
    })
  })

  test('stays so where the field does not allow the entry that is published there', async () => {
    await open(post({ author: at('later') }))
    const operations = [{ op: 'setField', field: 'author', properties: { to: ['posts'] } }]
    const change = { modelVersion: 1, operations }
    expect((await api.ask('M', 'POST', '/collections/posts/changes', change)).status).toBe(200)
    const content = await contentOf()
    await createTarget()
    await api.publish('t')
    expect(await contentOf()).toEqual(content)
    expect((await readEntry(api.space, 'posts', 'p'))!.data.author).toBeNull()
    await expectInvariants(api.space)
  })

  test('an older version of the draft keeps the id that it had', async () => {
    await open(post({ author: at('later') }))
    const { data } = await contentOf()
    await api.patch('p', { draftVersion: 1, data: { author: { id: 'ada' } } })
    await createTarget()
    await api.publish('t')
    await api.ask('owner', 'POST', '/entries/p/restore', { draftVersion: 2, from: 'd1' })
    expect((await contentOf()).data).toMatchObject({ author: data.author })
    await expectInvariants(api.space)
  })
})

describe('of a list of references by collection and slug', () => {
  beforeEach(() => open(post({ related: [at('gone'), at('ada')] })))
  const patch = (related: readonly object[]) => put({ draftVersion: 1, data: { related } }, 'PATCH')

  test('those that were there stay where others come and go, or the order changes', async () => {
    const [gone] = (await contentOf()).data.related as readonly [object]
    const { body } = await patch([at('ada'), gone, { id: 'p' }])
    expect(body.doc.data.related).toEqual([{ id: 'ada' }, gone, { id: 'p' }])
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

  describe.each<[what: string, values: object, rest: object]>([
    ['a reference', { author: at('ada') }, {}],
    [
      'one in a list and one in an overlay',
      { related: [at('gone'), at('ada')] },
      { variants: { vip: { author: at('ada') } } },
    ],
  ])('and drafted another one at its path: %s', (_what, values, rest) => {
    beforeEach(async () => {
      await open(post(values, rest))
      await api.patch('ada', { draftVersion: 1, slug: 'ada-2' })
      await api.publish('ada')
      await api.create({ collection: 'authors', id: 'bob', slug: 'ada', data: {} })
    })

    test.each(repeats)('stays as it is if %s sends it again', (_way, repeat) => expectUnchanged(repeat))

    test('stays as it is if a write does not contain it', async () => {
      const { data, variants } = await contentOf()
      const { body } = await put({ draftVersion: 1, data: { title: 'Q' } }, 'PATCH')
      expect(body.doc).toMatchObject({ draftVersion: 2, data: { ...data, title: 'Q' }, variants })
      await expectInvariants(api.space)
    })
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

  test('a draft that was never published means what is live at the path when it is imported', async () => {
    await api.space.import([
      { ...post({}), id: 'q', data: { author: at('ada') }, liveData: undefined } as never,
    ])
    await api.patch('ada', { draftVersion: 1, slug: 'ada-2' })
    expect(await linksOf('q')).toMatchObject({ to: [{ id: 'ada', slug: 'ada-2' }] })
    await api.publish('ada')
    expect(await linksOf('q')).toMatchObject({ to: [{ id: 'ada', slug: 'ada-2' }] })
  })
})
