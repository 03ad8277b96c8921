// Lists of a small space of books by their queries: which books they have, in which order, and what is refused. Results are
// ids without their `b`.
import { describe, expect, test } from 'bun:test'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import type { ServedPage } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { oncePerFile } from '../kit/cleanup.ts'
import { bookRecords } from './query-books.ts'

const openBooks = oncePerFile(() => createTestSpace({ records: bookRecords }))

async function readList(space: TestSpace, query: string): Promise<ServedPage> {
  const response = await readResponse(await space.get(`/content/books?${query}`))
  expect({ query, status: response.status, text: response.text }).toMatchObject({ query, status: 200 })
  return JSON.parse(response.text) as ServedPage
}

const toNumbers = ({ list }: ServedPage) => list.map(({ id }) => id.slice(1)).join(' ')

/** Each query of a row has the same result. */
const found: readonly (readonly [queries: readonly string[], ids: string])[] = [
  [['', 'sort=-publishedAt'], '8 6 4 5 3 2 1'],
  [['filter[price]=9.5', 'filter[price]=9.50'], '3 2'],
  [['filter[price][gte]=9.5&filter[price][lt]=20'], '3 2 1'],
  [['filter[price]=-0'], '6'],
  [['filter[price][in]=20,0,14,0'], '6 5 1'],
  [['filter[price][ne]=9.5', 'not[price]=9.5'], '8 6 4 5 1'],
  [['filter[price][nin]=9.5,14'], '8 6 4 5'],
  [['filter[price][exists]=false'], '4'],
  [['filter[inPrint]=true'], '8 4 2 1'],
  [['filter[inPrint][ne]=true'], '6 5 3'],
  [['filter[inPrint][exists]=false'], '5'],
  [['filter[pages][gt]=119.5'], '4 5 2 1'],
  [['filter[title]=Caf%C3%A9', 'filter[title]=Cafe%CC%81'], '2'],
  [['filter[title]=cafe', 'filter[title]='], ''],
  [['filter[title][eqi]=CAFE'], '2'],
  [['filter[title][prefix]=CAF'], '3 2'],
  [['filter[title][prefix]=o'], '4'],
  [['filter[title][exists]=false'], '8'],
  [['filter[a.b][exists]=true'], ''],
  [['filter[tags]=sea'], '6 4 1'],
  [['filter[tags][eqi]=sea'], '6 4 5 1'],
  [['filter[tags]=a,b'], '4'],
  [['filter[tags][in]=a%5C,b,novel'], '8 6 4 2 1'],
  [['filter[tags][all]=novel,sea'], '6 1'],
  [['filter[tags][ne]=sea'], '8 5 3 2'],
  [['filter[tags][exists]=false'], '3'],
  [['filter[scores][gte]=4&filter[scores][lt]=8'], '8 3'],
  [['filter[scores][all]=1,3'], '6'],
  [['filter[releasedOn]=2024'], '8 5 3 2 1'],
  [['filter[releasedOn]=2024-03'], '5 2 1'],
  [['filter[releasedOn]=2024-03-07'], '5 1'],
  [['filter[releasedOn]=2024-03-07T00:00:00Z'], '1'],
  [['filter[releasedOn][lte]=2024-03-07'], '8 6 5 1'],
  [['filter[releasedOn][gt]=2024-03-07'], '3 2'],
  [['filter[releasedOn][gte]=2024-04-01T01:30:00%2B02:00'], '3 2'],
  [['filter[releasedOn][ne]=2024'], '6 4'],
  [['filter[publishedAt]=2026-01-04'], '4 5'],
  [['filter[author]=a1', 'filter[author.id]=a1', 'filter[author.slug]=ost-1'], '3 1'],
  [['filter[author]=a3', 'filter[author.slug]=secret'], ''],
  [['filter[author][exists]=false'], '4 5'],
  [['filter[author][ne]=a1'], '8 6 4 5 2'],
  [['filter[author.name]=ost'], '6 2'],
  [['filter[author.name][eqi]=ost'], '6 3 2 1'],
  [['filter[author.born][exists]=false'], '8 4 5'],
  [['filter[author.country.name]=Norge'], '3 1'],
  [['filter[categories.slug]=crime'], '6 2 1'],
  [['filter[categories.slug][all]=crime,poetry'], '6 1'],
  [['filter[categories.slug][in]=crime,hidden'], '6 2 1'],
  [['filter[categories][exists]=false'], '4 3'],
  [['filter[categories.shelf]=A&filter[categories.slug]=poetry'], ''],
  [['filter[categories.shelf][ne]=A'], '8 4 5 3'],
  [['filter[categories.slug]=poetry&not[categories.slug]=crime'], '8 5'],
  [['filter[related.collection]=books', 'filter[related]=a1'], '8'],
  [
    [
      'filter[categories.slug]=crime&filter[categories.id]=c2',
      'filter[categories.slug]=crime&filter[categories]=c2',
      'filter[categories.slug]=crime&filter[categories][in]=c2,c3',
      'filter[categories]=c1&filter[categories.id][in]=c2,c3',
      'filter[categories]=c1&filter[categories.id][gt]=c1',
      'filter[related.collection]=books&filter[related.id]=a1',
      'filter[related.categories]=c1&filter[related]=a1',
      'filter[related.categories.slug]=crime&filter[related.categories]=c2',
    ],
    '',
  ],
  [
    [
      'filter[categories.slug]=crime&filter[categories]=c1',
      'filter[categories.slug]=crime&filter[categories][in]=c1,c2,c3',
      'filter[categories.shelf]=A&filter[categories]=c1&filter[categories.id][in]=c1,c3',
      'filter[categories.slug]=crime&filter[categories][exists]=true',
    ],
    '6 2 1',
  ],
  [
    [
      'filter[categories.slug]=crime&any[categories]=c2',
      'filter[categories.slug]=crime&filter[categories][all]=c2',
      'filter[categories.slug]=crime&not[categories][ne]=c2',
    ],
    '6 1',
  ],
  [
    ['filter[categories.slug]=crime&filter[categories][ne]=c2', 'filter[categories]=c1&not[categories]=c2'],
    '2',
  ],
  [['filter[related]=b1&filter[related.author]=a1&filter[related.categories.slug]=crime'], '8'],
  [['filter[cover][exists]=true', 'filter[extra.weight][gt]=1'], '1'],
  [['filter[slug]=tides', 'filter[data.slug]=tide-tables', 'filter%5Bslug%5D=tides'], '1'],
  [['filter[slug]=tide-tables'], ''],
  [['filter[id][gt]=b3&sort=id'], '4 5 6 8'],
  [['any[price][lt]=1&any[tags]=SEA'], '8 6 5'],
  [['any[price][lt]=1&any[tags]=SEA&any.2[inPrint]=true&any.2[pages]=288'], '8 5'],
  [['filter[inPrint]=true&not[tags]=sea'], '8 2'],
  [['sort=price'], '8 6 3 2 1 5 4'],
  [['sort=-price'], '5 1 3 2 6 8 4'],
  [['sort=title'], '6 2 3 4 1 5 8'],
  [['sort=-title'], '5 1 4 3 2 6 8'],
  [['sort=pages,-price'], '8 3 2 5 1 4 6'],
  [['sort=-inPrint'], '8 4 2 1 6 3 5'],
  [['sort=publishedAt'], '1 2 3 4 5 6 8'],
  [['sort=slug'], '6 2 3 4 1 8 5'],
  [['sort=data.slug'], '1 8 6 4 5 3 2'],
  [['q=tide', 'q=tide+tables', 'q=TABL'], '1 2'],
  [['q=ti', 'q=draft', 'q=gezeiten'], ''],
  [['q=oy'], '4'],
  [['q=zebra+sea'], '5'],
  [['q=novel&sort=price'], '8 6 2 1'],
  [['q=gezeiten&queryVariant=de'], '1'],
  [['sort=title&queryVariant=de'], '2 3 1 4 6 5 8'],
  [['filter[title]=%C3%98y&queryVariant=de'], ''],
  [['filter[title]=Insel&queryVariant=de'], '4'],
  [['filter[price]=5&queryVariant=vip'], '6'],
  [['filter[price]=5&variants=vip'], ''],
  [['filter[price]=0&queryVariant=nobody'], '6'],
]

describe('a query finds', () => {
  for (const [queries, ids] of found) {
    test(`${queries.join(' and ')}: ${ids || 'nothing'}`, async () => {
      const space = await openBooks()
      for (const query of queries) {
        const page = await readList(space, query)
        expect({ query, ids: toNumbers(page), count: page.count }).toEqual({
          query,
          ids,
          count: ids === '' ? 0 : ids.split(' ').length,
        })
      }
    })
  }
})

test('pages of a queried list follow each other, with the same totals, and none is past the end', async () => {
  const space = await openBooks()
  const second = await readList(space, 'sort=price&perPage=3&page=2')
  expect([toNumbers(second), second.count, second.pagesCount]).toEqual(['2 1 5', 7, 3])
  const far = await readList(space, 'filter[inPrint]=true&page=9')
  expect([far.list, far.count]).toEqual([[], 4])
})

test('queries that mean the same share an ETag', async () => {
  const space = await openBooks()
  const etagOf = async (query: string) => (await space.get(`/content/books?${query}`)).headers.get('ETag')
  for (const [one, ...others] of [
    ['filter[price]=9.5', 'filter[price]=9.50', 'filter[data.price][eq]=9.5', 'filter%5Bprice%5D=9.5'],
    ['filter[tags][in]=sea,novel', 'filter[tags][in]=novel,sea,sea'],
    ['filter[title]=Caf%C3%A9&sort=price', 'sort=data.price&filter[title]=Cafe%CC%81'],
  ]) {
    for (const other of others) expect(await etagOf(other)).toBe((await etagOf(one!))!)
  }
})

test('a search in a variant is served with base values unless variants asks for others', async () => {
  const space = await openBooks()
  const { list } = await readList(space, 'q=gezeiten&queryVariant=de')
  expect(list[0]?.data.title).toBe('Tide Tables')
})

describe('fields', () => {
  const dataOf = async (query: string, at: number) => {
    const { list } = await readList(await openBooks(), `sort=id&${query}`)
    return list[at]!.data
  }

  test('are in the order of the model', async () => {
    expect(Object.keys(await dataOf('fields=price,title', 0))).toEqual(['title', 'price'])
  })

  test('add nothing where they name keys of the entry itself', async () => {
    expect(await dataOf('fields=slug', 0)).toEqual({})
    expect(await dataOf('fields=data.slug', 0)).toEqual({ slug: 'tide-tables' })
  })

  test('behind a reference resolve it at depth 0', async () => {
    expect(await dataOf('fields=author.name', 0)).toMatchObject({
      author: { id: 'a1', data: { name: 'Øst' } },
    })
    expect(await dataOf('fields=author.name', 3)).toEqual({ author: null })
  })

  test('name a reference as depth has it, or all but some', async () => {
    const { author } = (await dataOf('fields=author&depth=1', 0)) as { author: { data: object } }
    expect(Object.keys(author.data)).toEqual(['name', 'born', 'country'])
    const all = Object.keys(await dataOf('', 0))
    expect(Object.keys(await dataOf('fields=-blurb,-note', 0))).toEqual(
      all.filter(name => name !== 'blurb' && name !== 'note'),
    )
  })

  test('are those of a single entry too', async () => {
    const space = await openBooks()
    const response = await readResponse(await space.get('/content/books/tides?fields=title'))
    expect(response.status).toBe(200)
    expect((JSON.parse(response.text) as { doc: { data: object } }).doc.data).toEqual({
      title: 'Tide Tables',
    })
  })
})

const many = (count: number, to: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => to(at))

/** Refused on the list of books; a path that begins with `/` is one of its own. */
const refused: readonly string[] = [
  '/books/tides?filter[price]=1',
  '/books/tides?q=x',
  'filter[prise]=9',
  'filter[price][eqi]=9',
  'filter[title][gt]=a',
  ...['1e3', '%2B5', '05', '.5', '5.', 'NaN', '1,5', ''].map(value => `filter[price]=${value}`),
  'filter[pages]=9007199254740993',
  ...['1', 'TRUE', ''].map(value => `filter[inPrint]=${value}`),
  ...['2024-02-30', '2024-3-7', '2024-03-07T00:00:00', '2024-03-07T00:00:00+02:00'].map(
    value => `filter[releasedOn]=${value}`,
  ),
  'filter[price]=1&filter[data.price][eq]=1',
  'filter[tags][in]=',
  'filter[tags][in]=a%5Cb',
  `filter[tags][in]=${many(101, String).join()}`,
  `filter[title]=${'x'.repeat(201)}`,
  many(21, at => `not[price][${['eq', 'lt', 'gt'][at % 3]}]=${at}`).join('&'),
  'any.6[price]=1',
  'filter=1',
  'filter[price',
  'filter[]=1',
  'filter[price][lt][x]=1',
  'filter.price=1',
  'Filter[price]=1',
  'filter%255Bprice%255D=1',
  'filters[price][$eq]=1',
  'where[price][equals]=1',
  'fields.price[in]=1',
  'page[number]=2',
  'search=x',
  'order=title',
  'filter[note]=x',
  'sort=note',
  'facets=note',
  'facets=tags,inPrint',
  'facets=categories&filter[price][exists]=true',
  'filter[cover.url]=x',
  'filter[extra.size]=1',
  'filter[title.x]=1',
  'filter[related.author.country.name]=x',
  ...['tags', 'author', 'author.name', 'title,-title', 'id,slug,price,pages', '', '-', '%2Btitle'].map(
    value => `sort=${value}`,
  ),
  'q=',
  'q=!!!',
  'q=a+b+c+d+e+f+g+h+i',
  'queryVariant=de,en',
  'facets=title,tags,pages,inPrint',
  'facets=author.name',
  ...['', 'titel', 'cover.url', 'title,-blurb'].map(value => `fields=${value}`),
  '/nothing?filter[x',
]

async function refusalOf(query: string) {
  const space = await openBooks()
  const path = query.startsWith('/') ? query : `/books?${query}`
  const response = await readResponse(await space.get(`/content${path}`))
  return { ...readProblem(response), status: response.status }
}

describe('a query is refused', () => {
  for (const query of refused) {
    test(query.length > 100 ? `${query.slice(0, 100)}…` : query, async () => {
      const { status, code, errors } = await refusalOf(query)
      expect({ query, status, code, some: (errors?.length ?? 0) > 0 }).toEqual({
        query,
        status: 400,
        code: 'invalid_parameters',
        some: true,
      })
    })
  }

  test('with what was probably meant, or what is allowed', async () => {
    const errorOf = async (query: string) => (await refusalOf(query)).errors?.[0]
    expect(await errorOf('filter[prise]=9')).toMatchObject({ didYouMean: 'filter[price]' })
    expect(await errorOf('search=x')).toMatchObject({ didYouMean: 'q' })
    expect(await errorOf('order=title')).toMatchObject({ didYouMean: 'sort' })
    for (const query of ['filter[price][eqi]=9', 'filter[title][gt]=a'])
      expect((await errorOf(query))?.allowed).toContain('eq')
    expect((await errorOf('filter[releasedOn]=2024-03-07T00:00:00+02:00'))?.message).toContain('%2B')
  })

  test('with all errors at once, those of the model and those without', async () => {
    const { status, errors } = await refusalOf('filter[prise]=1&sort=titel&fields=foo&page=0')
    expect([status, errors?.length]).toEqual([400, 4])
  })

  test('but a missing collection is a 404, where nothing else is wrong', async () => {
    expect(await refusalOf('/nothing?filter[x]=1')).toMatchObject({
      status: 404,
      code: 'collection_not_found',
    })
  })
})

test('names that are no query are ignored and named', async () => {
  const space = await openBooks()
  const response = await space.get('/content/books?price=1&utm_source=x')
  expect(response.headers.get('X-Ignored-Parameters')).toBe('price, utm_source')
  expect(((await response.json()) as ServedPage).count).toBe(7)
})

/** Without an import that would change something else. */
async function publishDraft(space: TestSpace, id: string): Promise<void> {
  const record = bookRecords.find(one => one.type === 'entry' && one.id === id)
  if (record?.type !== 'entry') throw new Error(`${id} is no entry.`)
  await space.import([{ ...record, liveData: record.data! }])
}

const send = async (space: TestSpace, query: string) => {
  const response = await space.get(`/content/books?${query}`)
  const outcome = /cache;desc=(\w+)/.exec(response.headers.get('Server-Timing') ?? '')?.[1]
  return {
    outcome,
    etag: response.headers.get('ETag'),
    ids: toNumbers((await response.json()) as ServedPage),
  }
}

test('a cached list stays where a publication leaves it as it is, and is built again where it does not', async () => {
  const space = await createTestSpace({ records: bookRecords })
  const not = await send(space, 'filter[inPrint]=false')
  await send(space, 'filter[inPrint]=true')
  await publishDraft(space, 'b7')
  const again = await send(space, 'filter[inPrint]=false')
  expect(['hit', 'checked']).toContain(again.outcome!)
  expect(again.etag).toBe(not.etag)
  expect(await send(space, 'filter[inPrint]=true')).toMatchObject({ outcome: 'miss', ids: '7 8 4 2 1' })
})

test('a list is built again where the target of a reference is published, and no entry of the list was', async () => {
  const space = await createTestSpace({ records: bookRecords })
  expect((await send(space, 'filter[author][exists]=true')).ids).toBe('8 6 3 2 1')
  await publishDraft(space, 'a3')
  expect(await send(space, 'filter[author][exists]=true')).toMatchObject({
    outcome: 'miss',
    ids: '8 6 4 3 2 1',
  })
})
