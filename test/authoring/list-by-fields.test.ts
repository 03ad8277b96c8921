// Lists of entries by conditions on the fields of their drafts, in the order of a field, and with values of fields.
import { describe, expect, test } from 'bun:test'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { newDraft } from '../kit/database/entry-row.ts'
import { askWith } from './model-space.ts'

const model = [
  {
    type: 'collection',
    apiName: 'books',
    name: 'Books',
    titleField: 'title',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'price', type: 'number' },
      { apiName: 'tags', type: 'text', many: true },
      { apiName: 'author', type: 'reference', to: ['authors'] },
      { apiName: 'slug', type: 'text' },
    ],
  },
  {
    type: 'collection',
    apiName: 'authors',
    name: 'Authors',
    fields: [{ apiName: 'name', type: 'text' }],
  },
  { type: 'variant', id: 'de', name: 'German', kind: 'locale' },
] as const

const author = (id: string) => ({ id })

async function open() {
  const space = await createTestSpace({ records: [...model] })
  const ask = await askWith(space, ['content.write', 'content.publish'])
  const create = async (id: string, data: object, collection = 'books') => {
    const { status } = await ask('POST', '/entries', { collection, id, data })
    expect(status).toBe(201)
  }
  await create('ada', { name: 'Ada' }, 'authors')
  await create('bo', { name: 'Bo' }, 'authors')
  await create('b1', { title: 'One', price: 5, tags: ['sea'], author: author('ada') })
  await create('b2', { title: 'Two', price: 20, tags: ['sea', 'sale'], author: author('bo') })
  await create('b3', { title: 'Three', price: 5 })
  await create('b4', { title: 'Four', author: author('gone'), slug: 'x' })
  await ask('POST', '/entries/b2/publish', { draftVersion: 1 })
  const idsOf = async (query: string) => {
    const { status, body } = await ask('GET', `/entries?collection=books&${query}`)
    expect([query, status]).toEqual([query, 200])
    expect(body.count).toBeGreaterThanOrEqual(body.list.length)
    return body.list.map(({ id }: { id: string }) => id)
  }
  return { space, ask, idsOf }
}

describe('a list of entries', () => {
  test('has the entries whose drafts meet the conditions, through references to drafts too', async () => {
    const { ask, idsOf } = await open()
    expect(await idsOf('sort=title&filter[price]=5')).toEqual(['b1', 'b3'])
    expect(await idsOf('sort=title&not[tags]=sale&filter[author.name]=Ada')).toEqual(['b1'])
    expect(await idsOf('sort=title&any[price][gt]=10&any[tags][exists]=false')).toEqual(['b4', 'b3', 'b2'])
    expect(await idsOf('sort=title&filter[author][exists]=false')).toEqual(['b4', 'b3'])
    await ask('PATCH', '/entries/b2', { draftVersion: 1, data: { price: 5 } })
    expect(await idsOf('sort=title&filter[price]=5')).toEqual(['b1', 'b3', 'b2'])
    expect(await idsOf('sort=title&filter[price]=5&state=changed')).toEqual(['b2'])
    expect(await idsOf('sort=title&filter[price]=5&search=thr')).toEqual(['b3'])
  })

  test('compares the values of a variant with those of the base behind them', async () => {
    const { ask, idsOf } = await open()
    await ask('PATCH', '/entries/b1', { draftVersion: 1, variants: { de: { price: 30 } } })
    expect(await idsOf('filter[price][gte]=20&sort=slug&queryVariant=de')).toEqual(['b1', 'b2'])
    expect(await idsOf('filter[price][gte]=20&sort=slug')).toEqual(['b2'])
  })

  test('is sorted by a field, entries without a value last and equal ones by id', async () => {
    const { idsOf } = await open()
    expect(await idsOf('sort=data.price')).toEqual(['b1', 'b3', 'b2', 'b4'])
    expect(await idsOf('sort=-data.price')).toEqual(['b2', 'b1', 'b3', 'b4'])
    expect(await idsOf('sort=-data.price&perPage=2&page=2')).toEqual(['b3', 'b4'])
    expect(await idsOf('sort=data.slug&perPage=1')).toEqual(['b4'])
  })

  test('counts what matches exactly, on every page and in each state', async () => {
    const { ask } = await open()
    await ask('POST', '/entries/b3/archive', { draftVersion: 1 })
    const query = '/entries?collection=books&filter[price][exists]=true&stateCounts=true&perPage=1'
    for (const page of [1, 2, 3]) {
      const { body } = await ask('GET', `${query}&page=${page}`)
      expect([page, body.count, body.pagesCount, body.list.length]).toEqual([page, 2, 2, page > 2 ? 0 : 1])
      expect(body.states).toMatchObject({ draft: 1, live: 1, changed: 0, archived: 1 })
    }
    const live = await ask('GET', `${query}&state=live`)
    expect([live.body.count, live.body.states.draft]).toEqual([1, 1])
  })

  test('has the values of the named fields, with what references lead to', async () => {
    const { ask } = await open()
    await ask('PATCH', '/entries/b1', {
      draftVersion: 1,
      variants: { de: { title: 'Eins', author: author('bo') } },
    })
    const { body } = await ask(
      'GET',
      '/entries?collection=books&sort=slug&fields=title,author,data.tags,price',
    )
    expect(body.list.map(({ data }: { data: object }) => data)).toEqual([
      {
        title: 'One',
        author: { id: 'ada', collection: 'authors', slug: 'ada', title: 'Ada' },
        tags: ['sea'],
        price: 5,
      },
      expect.objectContaining({ tags: ['sea', 'sale'] }),
      { title: 'Three', author: null, tags: [], price: 5 },
      {
        title: 'Four',
        author: { id: 'gone', collection: null, slug: null, title: null },
        tags: [],
        price: null,
      },
    ])
    expect(body.list[0].variants).toBeUndefined()
    const german = await ask('GET', '/entries?collection=books&sort=slug&fields=title,author&queryVariant=de')
    expect(german.body.list.map(({ variants }: { variants: object }) => variants)).toEqual([
      { de: { title: 'Eins', author: { id: 'bo', collection: 'authors', slug: 'bo', title: 'Bo' } } },
      ...[1, 2, 3].map(() => ({ de: {} })),
    ])
  })

  test('is refused with all errors at once, and with what was meant', async () => {
    const { ask } = await open()
    const errorsOf = async (query: string) => {
      const { status, body } = await ask('GET', `/entries?${query}`)
      expect([query, status]).toEqual([query, 400])
      return body.errors.map(({ name, didYouMean }: { name: string; didYouMean?: string }) => [
        name,
        didYouMean,
      ])
    }
    expect(
      await errorsOf(
        'collection=books&filter[prise]=5&filter[tags][gt]=x&sort=data.titel&fields=titel&page=x&q=a',
      ),
    ).toEqual([
      ['page', undefined],
      ['q', 'search'],
      ['filter[prise]', 'filter[price]'],
      ['filter[tags][gt]', undefined],
      ['sort', expect.stringContaining('title')],
      ['fields', 'title'],
    ])
    expect(await errorsOf('filter[title]=x')).toEqual([['collection', undefined]])
    expect(await errorsOf('sort=data.title&collection=books,authors')).toEqual([['collection', undefined]])
    expect(await errorsOf('collection=books&sort=price')).toEqual([['sort', undefined]])
    expect((await ask('GET', '/entries?collection=none&filter[title]=x')).body.code).toBe(
      'collection_not_found',
    )
    const many = Array.from({ length: 11 }, (_, index) => ({ apiName: `f${index}`, type: 'text' }))
    const owner = await askWith(await createTestSpace(), ['model.write'])
    await owner('POST', '/collections', { apiName: 'wide', name: 'Wide', fields: many })
    const names = many.map(({ apiName }) => apiName)
    expect((await owner('GET', `/entries?collection=wide&fields=${names.join()}`)).body.errors[0].max).toBe(
      10,
    )
    expect((await owner('GET', `/entries?collection=wide&fields=${names.slice(1).join()}`)).status).toBe(200)
  })

  test('names parameters that other APIs have, with those that it has for them', async () => {
    const { ask } = await open()
    const meant = {
      limit: 'perPage',
      offset: 'page',
      'page[size]': 'perPage',
      q: 'search',
      query: 'search',
      Search: 'search',
      locale: 'queryVariant',
      variants: 'queryVariant',
      populate: 'fields',
      'populate[0]': 'fields',
      include: 'fields',
      depth: 'fields',
      orderBy: 'sort',
      where: 'filter',
      select: 'fields',
    }
    for (const [name, didYouMean] of Object.entries(meant)) {
      for (const value of ['5', '']) {
        const { status, body } = await ask('GET', `/entries?${encodeURIComponent(name)}=${value}`)
        expect([name, status, body.errors]).toEqual([
          name,
          400,
          [{ in: 'query', name, message: expect.any(String), didYouMean }],
        ])
      }
    }
    const all = await ask('GET', '/entries?limit=5&filter[title]=x&locale=de')
    expect(all.body.errors.map(({ name }: { name: string }) => name)).toEqual([
      'limit',
      'locale',
      'collection',
    ])
    expect((await ask('GET', '/entries?utm_source=x')).status).toBe(200)
  })

  test('of another space is not looked at', async () => {
    const { space } = await open()
    const shop = await createNeighbour(space, 'shop', { records: [...model] })
    const ask = await askWith(shop, ['content.write'])
    await ask('POST', '/entries', {
      collection: 'books',
      id: 's1',
      data: { price: 5, author: author('ada') },
    })
    const { body } = await ask('GET', '/entries?collection=books&filter[price]=5&fields=author')
    expect(body.list.map(({ id }: { id: string }) => id)).toEqual(['s1'])
    expect(body.list[0].data.author).toEqual({ id: 'ada', collection: null, slug: null, title: null })
    expect((await ask('GET', '/entries?collection=books&filter[author.name]=Ada')).body.count).toBe(0)
  })

  test('beyond 10,000 entries is refused with what narrows it, and not where it is narrowed', async () => {
    const { space, ask, idsOf } = await open()
    await insertEntries(space, 9_997)
    const refused = await ask('GET', '/entries?collection=books&filter[price]=5')
    expect([refused.status, refused.body.code]).toEqual([400, 'query_too_costly'])
    expect(refused.body.detail).toContain('`state`')
    expect((await ask('GET', '/entries?collection=books&sort=data.price')).status).toBe(400)
    expect(await idsOf('filter[price]=20&state=live')).toEqual(['b2'])
    await ask('POST', '/entries/b4/archive', { draftVersion: 1 })
    expect((await ask('GET', '/entries?collection=books&filter[price]=5&perPage=1')).body.count).toBe(2)
  })
})

/** Inserts drafts directly, because creating them by requests takes long. */
function insertEntries({ database, space }: TestSpace, count: number): Promise<unknown> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ space, id: `many-${index}`, collection: 'books', slug: `many-${index}` },
    data: '{"title":"Many",\n"price":1}',
    ...newDraft,
  }))
  return database.transaction(async writes => {
    for (let start = 0; start < rows.length; start += 500) {
      await writes
        .insertInto('entry')
        .values(rows.slice(start, start + 500))
        .execute()
    }
  }, space)
}
