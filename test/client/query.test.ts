// How options go over the wire: the server reads each value as it was given, and what cannot be written is refused.
import { beforeAll, describe, expect, test } from 'bun:test'
import { safe } from '../../client/src/errors.ts'
import { type ClientFixture, oddTexts, serveClient } from './client-fixture.ts'

let fixture: ClientFixture
beforeAll(async () => {
  fixture = await serveClient()
})

const slugsOf = async (options: object) =>
  (await fixture.createClient().list('books', { perPage: 100, ...options })).list.map(({ slug }) => slug)
const sentBy = async (options: object) => {
  await fixture.createClient().list('books', options)
  return decodeURIComponent(new URL(fixture.requests.at(-1)!.target, fixture.url).search)
}

describe('a value', () => {
  test.each(oddTexts.map((text, index) => [text, `text-${index}`] as const))(
    '%j finds itself',
    async (text, slug) => {
      expect(await slugsOf({ filter: { title: text } })).toEqual([slug])
      expect(await slugsOf({ filter: { title: { in: [text, 'none'] } } })).toEqual([slug])
      expect(await slugsOf({ filter: { tags: { all: [text] } } })).toEqual([slug])
    },
  )

  test('of every type is read by the server as what it is', async () => {
    for (const filter of [
      { price: 12.5, pages: { gte: 96, lt: 97 } },
      { price: { gt: 0.000_000_15, lt: 1e6 } },
      { pages: 96n },
      { out: new Date('2026-03-07T10:30:00Z') },
      { out: { lt: new Date('2026-03-07T10:30:00.001Z') } },
      { author: 'wren', 'author.name': { prefix: 'wr' } },
      { day: '2026-03', price: { exists: true } },
    ]) {
      expect(await slugsOf({ filter })).toEqual(['tide'])
    }
  })

  test('of a Date is its day for each of the calls that are under way together', async () => {
    const client = fixture.createClient()
    const filter = { day: new Date('2026-03-07T23:30:00Z') }
    const pages = await Promise.all([1, 2, 3].map(page => client.list('books', { filter, page })))
    expect(pages.map(({ count }) => count)).toEqual([1, 1, 1])
  })

  test('of a Date in a field without time is its day in UTC', async () => {
    const day = new Date('2026-03-07T23:30:00Z')
    const client = fixture.createClient()
    const before = fixture.requests.length
    expect((await client.list('books', { filter: { day } })).count).toBe(1)
    expect((await client.list('books', { filter: { day: { in: [day] } } })).count).toBe(1)
    expect((await client.list('books', { filter: { day } })).count).toBe(1)
    // The client learns of each parameter once which form the server reads.
    expect(fixture.requests.length - before).toBe(5)
    const error = await safe(client.list('books', { filter: { nothing: day } }))
    expect(error).toMatchObject({ ok: false, error: { code: 'invalid_parameters' } })
  })
})

test('groups, fields and lists are written as the server reads them', async () => {
  expect(await sentBy({ not: { tags: 'sale' }, any: [{ price: 1, pages: { lt: 3 } }, { title: 'a' }] })).toBe(
    '?not[tags]=sale&any[price]=1&any[pages][lt]=3&any.2[title]=a',
  )
  expect(await sentBy({ fields: { title: true, author: { name: true } } })).toBe('?fields=title,author.name')
  expect(await sentBy({ fields: { author: '*' } })).toBe('?fields=author.*')
  expect(await sentBy({ fields: ['title', 'price'] })).toBe('?fields=title,price')
  expect(await sentBy({ omit: ['tags', 'out'] })).toBe('?fields=-tags,-out')
  expect(await sentBy({ variants: ['', 'de'] })).toBe('?variants=,de')
  expect(await sentBy({ sort: ['-price', 'title'], variants: [], q: undefined, filter: {} })).toBe(
    '?sort=-price,title',
  )
  expect(await sentBy({ variants: ['de', 'vip'], page: 2 })).toBe('?variants=de,vip&page=2')
})

test('fields in blocks and conditions on blocks are paths without keys', async () => {
  const fields = { sections: { heading: true, by: { name: true } } }
  const filter = { 'sections.component': { in: ['hero', 'quote'] }, 'seo.noIndex': true }
  // The collection has no blocks.
  expect(await safe(fixture.createClient().list('books', { fields, filter } as object))).toMatchObject({
    error: { code: 'invalid_parameters' },
  })
  const { search } = new URL(fixture.requests.at(-1)!.target, fixture.url)
  expect(decodeURIComponent(search)).toBe(
    '?fields=sections.heading,sections.by.name&filter[sections.component][in]=hero,quote&filter[seo.noIndex]=true',
  )
})

test('fields are fields, also where an entry has a key of that name', async () => {
  const names = ['slug', 'id', 'publishedAt', 'data.title', 'title']
  const fields = names.map(apiName => ({ apiName, type: 'text' as const }))
  const data = Object.fromEntries(names.map(name => [name, `The ${name}`]))
  await fixture.space.import([
    { type: 'collection', apiName: 'odd', name: 'Odd', fields },
    { type: 'entry', collection: 'odd', id: 'o', slug: 'o', data, liveData: data },
  ])
  const client = fixture.createClient()
  for (const name of names) {
    expect((await client.get('odd', 'o', { fields: [name] } as object)).data).toEqual({
      [name]: `The ${name}`,
    })
    const { [name]: _, ...rest } = data
    expect((await client.get('odd', 'o', { omit: [name] } as object)).data).toEqual(rest)
  }
})

test('a field that is called collection is one behind a reference too', async () => {
  const space = 'shelf'
  await fixture.space.import([
    {
      ...{ type: 'collection', apiName: space, name: 'Shelf' },
      fields: [
        { apiName: 'collection', type: 'text' },
        { apiName: 'next', type: 'reference', to: [space] },
      ],
    },
    ...['a', 'b'].map(id => {
      const data = { collection: `The collection of ${id}`, next: { id: 'b' } }
      return { type: 'entry' as const, collection: space, id, slug: id, liveData: data }
    }),
  ])
  const client = fixture.createClient()
  const { data } = await client.get(space, 'a', { fields: { collection: true, next: { collection: true } } })
  expect(data).toEqual({
    collection: 'The collection of a',
    next: expect.objectContaining({ id: 'b', data: { collection: 'The collection of b' } }),
  })
  const { data: rest } = await client.get(space, 'a', { omit: ['collection'] })
  expect(Object.keys(rest)).toEqual(['next'])
})

test('a Date that the server refuses for another reason changes nothing of later ones', async () => {
  const client = fixture.createClient()
  const after = (publishedAt: Date) => client.list('books', { filter: { publishedAt: { gt: publishedAt } } })
  const far = await safe(after(new Date(8.64e15)))
  expect(far.ok ? null : far.error.status).toBe(400)
  await after(new Date('2026-03-07T10:30:00Z'))
  const { search } = new URL(fixture.requests.at(-1)!.target, fixture.url)
  expect(decodeURIComponent(search)).toBe('?filter[publishedAt][gt]=2026-03-07T10:30:00.000Z')
})

describe('what the wire cannot carry is refused without a request', () => {
  test.each([
    [{ price: Number.NaN }],
    [{ price: { lt: Number.POSITIVE_INFINITY } }],
    [{ pages: 2 ** 53 }],
    [{ pages: { in: [1, 2 ** 60] } }],
    [{ title: { in: [] } }],
    [{ title: { in: 'a' } }],
    [{ title: ['a'] }],
    [{ title: { lt: ['a'] } }],
    [{ out: new Date('never') }],
    [{ title: '\ud83c' }],
    [{ title: undefined }],
    [{ price: { lt: undefined } }],
    [{ title: null }],
    [{ title: {} }],
    [{ title: { eq: { eq: 1 } } }],
    [{ title: Symbol.iterator }],
    ['title'],
  ])('filter %p', async filter => {
    const before = fixture.requests.length
    const result = await safe(fixture.createClient().list('books', { filter: filter as object }))
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'request_invalid', status: 0, attempts: 0, errors: [{ in: 'query' }] },
    })
    expect(fixture.requests).toHaveLength(before)
  })

  test.each([
    { any: [] },
    { any: [{}] },
    { any: {} },
    { fields: [] },
    { fields: { author: {} } },
    { page: Number.NaN },
  ])('options %j', async options => {
    const before = fixture.requests.length
    const result = await safe(fixture.createClient().list('books', options as object))
    expect(result).toMatchObject({ ok: false, error: { code: 'request_invalid' } })
    expect(fixture.requests).toHaveLength(before)
  })

  test('and the error names the parameter', async () => {
    const result = await safe(fixture.createClient().list('books', { filter: { price: { lt: Number.NaN } } }))
    const path = '/api/v1/public/content/books'
    expect(result.ok || result.error.message).toBe(
      `0 request_invalid: filter[price][lt] cannot be sent (GET ${path})`,
    )
  })
})
