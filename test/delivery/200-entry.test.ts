// Contract 1.2 and 1.3: what an entry looks like, alone and as the target of a reference.
import { beforeAll, describe, expect, test } from 'bun:test'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import { type Library, openLibrary } from '../kit/app/library-space.ts'
import { describeRows } from '../kit/app/request-rows.ts'
import { createTestSpace, draftCanary } from '../kit/app/test-space.ts'

const tideData = {
  title: 'Tide Tables',
  author: { id: 'a-wren', collection: 'authors', slug: 'wren' },
  related: [
    { id: 'b-kelp', collection: 'books', slug: 'kelp/for supper' },
    { id: 'b-tide', collection: 'books', slug: 'tide-tables' },
    { id: 'b-kelp', collection: 'books', slug: 'kelp/for supper' },
  ],
  blurb: { nodes: [{ text: 'High and low.' }] },
  pages: 96,
  price: 12.5,
  inPrint: false,
  out: '2026-03-04T00:00:00.000Z',
  extra: { z: 1, a: [null, 'é'] },
  cover: {
    url: '/covers/tide.svg',
    title: null,
    contentType: null,
    width: 640,
    height: null,
    size: null,
  },
  tags: ['sea', 'sea'],
}

const tide = {
  id: 'b-tide',
  slug: 'tide-tables',
  collection: 'books',
  version: 1,
  firstPublishedAt: '2026-03-04T09:00:00.500Z',
  publishedAt: '2026-03-04T09:00:00.500Z',
  data: tideData,
}

interface Doc {
  readonly [key: string]: unknown
  readonly data: { readonly [field: string]: unknown }
}

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})

async function readDoc(path: string): Promise<Doc> {
  const response = await library.get(`/content/${path}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { doc: Doc }).doc
}

describe('an entry', () => {
  test('has exactly the published keys, and its fields in the order of the model', async () => {
    const doc = await readDoc('books/tide-tables')
    expect(doc as object).toEqual(tide)
    expect(Object.keys(doc.data)).toEqual(Object.keys(tideData))
    expect(JSON.stringify(doc.data.extra)).toBe('{"z":1,"a":[null,"é"]}')
  })

  test('is the same alone and in a list', async () => {
    const response = await library.get('/content/books?perPage=2')
    const { list } = (await response.json()) as { list: Doc[] }
    expect(list[1] as object).toEqual(tide)
  })

  test('has null for a field without a value, [] where there could be many', async () => {
    const { data } = await readDoc('books/100%25%20%F0%9F%8C%8A%3F%23%26%3D%2B%3B')
    expect(data).toEqual({
      title: 'Waves',
      author: null,
      related: [],
      blurb: null,
      pages: null,
      price: null,
      inPrint: null,
      out: null,
      extra: null,
      cover: null,
      tags: [],
    })
  })
})

describe('a reference', () => {
  test('to what is not published or not there is null, and is dropped from lists, at every depth', async () => {
    for (const depth of [0, 1, 5, 10]) {
      const old = await readDoc(`books/${encodeURIComponent('ü'.repeat(255))}?depth=${depth}`)
      expect(old.data.author).toBeNull()
      const { data } = await readDoc(`books/tide-tables?depth=${depth}`)
      expect((data.related as { id: string }[]).map(({ id }) => id)).toEqual(['b-kelp', 'b-tide', 'b-kelp'])
    }
  })

  test('is resolved to a whole entry as long as depth lasts, an entry met again once more', async () => {
    const doc = await readDoc('books/tide-tables?depth=2')
    const [kelp, self, kelpAgain] = doc.data.related as Doc[]
    expect(kelp).toEqual(kelpAgain!)
    expect(self!.data.title).toBe('Tide Tables')
    const [, selfAgain] = self!.data.related as Doc[]
    expect(Object.keys(selfAgain!).sort()).toEqual(Object.keys(tide).sort())
    expect(selfAgain!.data.related as object[]).toEqual(tideData.related)
    expect((kelp!.data.author as Doc).data.books as object[]).toEqual([
      { id: 'b-tide', collection: 'books', slug: 'tide-tables' },
    ])
  })

  test('by collection and slug is like one by id', async () => {
    const doc = await readDoc('books/kelp%2Ffor%20supper')
    expect(doc.data.author).toEqual({ id: 'a-wren', collection: 'authors', slug: 'wren' })
  })
})

describe('publishing', () => {
  test('shows a target in its parents with the next request, and takes it away again', async () => {
    const space = await openLibrary()
    const path = '/content/books/tide-tables?depth=1'
    const related = async () => {
      const { doc } = (await (await space.get(path)).json()) as { doc: { data: { related: Doc[] } } }
      return doc.data.related.map(entry => entry.id)
    }
    const record = { type: 'entry', collection: 'books', id: 'b-draft', slug: 'secret' } as const
    await space.import([{ ...record, liveData: { title: 'Out at last' } }])
    expect(await related()).toEqual(['b-kelp', 'b-draft', 'b-tide', 'b-kelp'])
    await unpublish(space.database, space.space, ['books/secret'], () => 0)
    expect(await related()).toEqual(['b-kelp', 'b-tide', 'b-kelp'])
    await unpublish(space.database, space.space, ['books/tide-tables'], () => 0)
    expect((await space.get(path)).status).toBe(404)
  })

  test('counts versions up and keeps the first time', async () => {
    const space = await createTestSpace({
      records: [
        { type: 'collection', apiName: 'c', name: 'C', fields: [{ apiName: 'title', type: 'text' }] },
        { type: 'entry', collection: 'c', id: 'one', data: { title: 'first' } },
      ],
    })
    const clock = () => space.time.now
    await publish(space.database, space.space, ['c/one'], clock)
    space.time.now += 1500
    await space.import([
      { type: 'entry', collection: 'c', id: 'one', data: { title: draftCanary }, liveData: { title: 'b' } },
    ])
    const { doc } = (await (await space.get('/content/c/one')).json()) as { doc: Doc }
    expect(doc as object).toEqual({
      id: 'one',
      slug: 'one',
      collection: 'c',
      version: 2,
      firstPublishedAt: '2026-06-01T00:00:00.000Z',
      publishedAt: '2026-06-01T00:00:01.500Z',
      data: { title: 'b' },
    })
  })
})

describeRows('the path of an entry', [
  {
    name: 'may hold / as %2F and spaces as %20',
    path: '/books/kelp%2Ffor%20supper',
    status: 200,
    shows: ['b-kelp'],
  },
  { name: 'may be in lower-case hexadecimal', path: '/books/kelp%2ffor%20supper', status: 200 },
  { name: 'may be encoded more than it must be', path: '/books/%74ide%2Dtables', status: 200 },
  {
    name: 'may hold any Unicode, encoded or not',
    path: '/books/100%25%20🌊%3F%23&=+;',
    status: 200,
    shows: ['b-emoji'],
  },
  {
    name: 'is decoded once only',
    path: '/books/a%252Fb',
    status: 200,
    shows: ['b-twice', '"slug":"a%2Fb"'],
  },
  {
    name: 'holds slugs of 255 characters that are 1,530 bytes encoded',
    path: `/books/${encodeURIComponent('ü'.repeat(255))}`,
    status: 200,
    shows: ['b-old'],
  },
  {
    name: 'takes depth and variants as a list does',
    path: '/books/tide-tables?depth=10&variants=vip',
    status: 200,
  },
])
