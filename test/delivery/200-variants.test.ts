// Contract 1.4: personalized values, field by field.
import { beforeAll, expect, test } from 'bun:test'
import { type Library, openLibrary } from '../kit/app/library-space.ts'
import { describeRows } from '../kit/app/request-rows.ts'
import { createTestSpace } from '../kit/app/test-space.ts'

interface Doc {
  readonly id: string
  readonly variantsApplied?: readonly string[]
  readonly data: { readonly [field: string]: unknown }
}

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})

async function readDoc(query: string): Promise<Doc> {
  const response = await library.get(`/content/books/tide-tables?${query}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { doc: Doc }).doc
}

const cases: readonly (readonly [string, Partial<Doc['data']>, readonly string[] | undefined])[] = [
  ['', { title: 'Tide Tables', price: 12.5, inPrint: false }, undefined],
  ['variants=', { title: 'Tide Tables' }, undefined],
  ['variants=,%20,,', { title: 'Tide Tables' }, undefined],
  ['variants=vip', { title: 'Tide Tables, signed', price: 30, inPrint: false }, ['vip']],
  ['variants=trade', { title: 'Tide Tables (trade)', price: 12.5, inPrint: true }, ['trade']],
  ['variants=vip,trade', { title: 'Tide Tables, signed', price: 30, inPrint: true }, ['vip', 'trade']],
  ['variants=trade,vip', { title: 'Tide Tables (trade)', price: 30, inPrint: true }, ['trade', 'vip']],
  ['variants=trade,vip,trade', { title: 'Tide Tables (trade)' }, ['trade', 'vip']],
  ['variants=+vip+,%20trade%20', { title: 'Tide Tables, signed' }, ['vip', 'trade']],
  ['variants=,,vip,,', { title: 'Tide Tables, signed' }, ['vip']],
  ['variants=VIP', { title: 'Tide Tables' }, []],
  ['variants=unknown', { title: 'Tide Tables' }, []],
  ['variants=empty', { title: 'Tide Tables' }, []],
  ['variants=bare', { title: 'Tide Tables', author: null }, ['bare']],
  ['variants=__proto__'.replace('__', 'a__'), { title: 'Tide Tables' }, []],
  ['variants=constructor,toString,vip', { title: 'Tide Tables, signed' }, ['vip']],
]

for (const [query, data, applied] of cases) {
  test(`?${query} gives ${JSON.stringify(data)} and says ${JSON.stringify(applied)}`, async () => {
    const doc = await readDoc(query)
    expect(doc.data).toMatchObject(data)
    expect(doc.variantsApplied as unknown).toEqual(applied as unknown)
    expect('variantsApplied' in doc).toBe(applied !== undefined)
  })
}

test('an id that sets no field because an earlier one has them all is not named', async () => {
  const space = await openLibrary()
  await space.import([
    {
      type: 'entry',
      collection: 'notes',
      id: 'note-0',
      liveData: { text: 'base' },
      variants: { one: { text: '1' }, two: { text: '2' }, none: { text: null } },
    },
  ])
  const read = async (variants: string) =>
    ((await (await space.get(`/content/notes/note-0?variants=${variants}`)).json()) as { doc: Doc }).doc
  expect(await read('one,two')).toMatchObject({ variantsApplied: ['one'], data: { text: '1' } })
  expect(await read('none,two,one')).toMatchObject({ variantsApplied: ['two'], data: { text: '2' } })
  expect(await read('none')).toMatchObject({ variantsApplied: [], data: { text: 'base' } })
})

test('the same ids apply at every depth, and a reference that an overlay sets is resolved', async () => {
  const doc = await readDoc('depth=2&variants=vip,trade')
  const [kelp, ...others] = doc.data.related as Doc[]
  expect(others).toEqual([])
  expect(kelp).toMatchObject({ variantsApplied: ['vip'], data: { title: 'Kelp, signed' } })
  expect(kelp!.data.author).toMatchObject({ variantsApplied: ['vip'], data: { name: 'Wren A.' } })
  expect(doc.data.author).toMatchObject({ data: { name: 'Wren A.' } })
  expect(((doc.data.author as Doc).data.books as Doc[])[0]).toMatchObject({
    variantsApplied: ['vip', 'trade'],
  })
})

test('an unresolved reference carries no variantsApplied', async () => {
  const doc = await readDoc('variants=vip')
  expect(doc.data.author as object).toEqual({ id: 'a-wren', collection: 'authors', slug: 'wren' })
})

test('variants change neither which entries are in a list, nor their order, nor the totals', async () => {
  const read = async (query: string) => {
    const body = (await (await library.get(`/content/books?perPage=3&${query}`)).json()) as {
      list: Doc[]
      count: number
      pagesCount: number
    }
    return { ids: body.list.map(({ id }) => id), count: body.count, pagesCount: body.pagesCount }
  }
  expect(await read('variants=vip,trade,bare,unknown')).toEqual(await read(''))
})

const ids = Array.from({ length: 51 }, (_, index) => `v${index}`)

describeRows('the parameter variants', [
  { name: 'takes 50 ids', path: `/books?variants=${ids.slice(0, 50).join(',')}`, status: 200 },
  { name: 'counts an id once', path: `/books?variants=${'vip,'.repeat(200)}`, status: 200 },
  {
    name: 'refuses 51 ids',
    path: `/books?variants=${ids.join(',')}`,
    status: 400,
    code: 'invalid_parameters',
    invalid: ['variants'],
    shows: ['50'],
  },
  { name: 'takes ids of 64 characters', path: `/books?variants=${'a'.repeat(64)}`, status: 200 },
  ...['a'.repeat(65), '-a', '_a', '.a', ':a', 'a b', 'a/b', 'ü', 'a%00', 'a;b', '%22a%22', '[a]', '*'].map(
    id => ({
      name: `refuses the malformed id ${id.slice(0, 8)}`,
      path: `/books/tide-tables?variants=vip,${id}`,
      status: 400,
      code: 'invalid_parameters',
      invalid: ['variants'],
    }),
  ),
  {
    name: 'refuses to be given twice, even the same',
    path: '/books?variants=vip&variants=vip',
    status: 400,
    invalid: ['variants'],
  },
  { name: 'refuses to be given twice, even empty', path: '/books?variants=&variants=', status: 400 },
  { name: 'takes every character that an id may have', path: '/books?variants=9A.z_0:-', status: 200 },
  {
    name: 'refuses bytes that are no UTF-8',
    path: '/books?variants=%ff',
    status: 400,
    invalid: ['variants'],
  },
])

test('values of a variant go with the publication that they were of', async () => {
  const fields = [{ apiName: 'title', type: 'text' }] as const
  const entry = { type: 'entry', collection: 'c', id: 'e', slug: 'e' } as const
  const space = await createTestSpace({
    records: [
      { type: 'collection', apiName: 'c', name: 'C', fields },
      { ...entry, liveData: { title: 'first' }, variants: { v: { title: 'first of v' } } },
    ],
  })
  const send = async () => (await (await space.get('/content/c/e?variants=v')).json()) as object
  expect(await send()).toMatchObject({ doc: { variantsApplied: ['v'], data: { title: 'first of v' } } })
  space.time.now += 1000
  await space.import([{ ...entry, liveData: { title: 'second' } }])
  expect(await send()).toMatchObject({ doc: { variantsApplied: [], data: { title: 'second' } } })
})
