// The request of "Try it": what the form says is what is asked, and the page's address holds all of it but the key.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Condition,
  conditionGroups,
  newCondition,
} from '../../dashboard/pages/try-it/request/conditions.ts'
import {
  readSearch,
  type TryRequest,
  toApiPath,
  toSearch,
} from '../../dashboard/pages/try-it/request/try-request.ts'
import { longSlug, openLibrary } from '../kit/app/library-space.ts'

const list: TryRequest = readSearch('collection=books')

test('only what was filled in is sent', () => {
  expect(toApiPath(list)).toBe('/api/v1/public/content/books')
  expect(toApiPath({ ...list, page: '2', perPage: '5', depth: '3', variants: ['vip', 'de:at'] })).toBe(
    '/api/v1/public/content/books?page=2&perPage=5&depth=3&variants=vip,de:at',
  )
})

test('one entry is asked for without page and perPage', () => {
  expect(toApiPath({ ...list, slug: 'tide-tables', page: '2', perPage: '5', depth: '1' })).toBe(
    '/api/v1/public/content/books/tide-tables?depth=1',
  )
})

test('without a collection, or for one entry without its slug, there is nothing to send', () => {
  expect(toApiPath({ ...list, collection: '' })).toBeNull()
  expect(toApiPath({ ...list, slug: '' })).toBeNull()
})

test('a query is sent as its rows say, with brackets and commas left readable', () => {
  const request: TryRequest = {
    ...list,
    conditions: [
      { group: 'filter', path: 'price', operator: 'lt', value: '9.5' },
      { group: 'any', path: 'inPrint', operator: 'eq', value: 'true' },
      { group: 'any.2', path: 'author.name', operator: 'in', value: 'Øy & co,a+b' },
      { group: 'not', path: 'title', operator: 'eq', value: '' },
    ],
    q: 'tide tables',
    sort: ['-releasedOn', 'title'],
    fields: ['title', 'author.*'],
    queryVariant: 'de',
  }
  expect(toApiPath(request)).toBe(
    '/api/v1/public/content/books?filter[price][lt]=9.5&any[inPrint]=true' +
      '&any.2[author.name][in]=%C3%98y%20%26%20co,a%2Bb&not[title]=' +
      '&q=tide%20tables&sort=-releasedOn,title&fields=title,author.*&queryVariant=de',
  )
  expect(toApiPath({ ...request, slug: 'x' })).toBe('/api/v1/public/content/books/x?fields=title,author.*')
})

test('a condition without a field is not sent, and nothing else instead of it', () => {
  const request = { ...list, conditions: [newCondition] }
  expect(toApiPath(request)).toBeNull()
  expect(readSearch(toSearch(request))).toEqual(request)
})

test.each([
  ['filter[price]=1', 'filter', 'price', 'eq'],
  ['filter[price][eq]=1', 'filter', 'price', 'eq'],
  ['any.1[price][lt]=1', 'any', 'price', 'lt'],
  ['any.5[a.b-c][nonsense]=1', 'any.5', 'a.b-c', 'nonsense'],
])('the address %s is a row', (search, group, path, operator) => {
  expect(readSearch(search).conditions).toEqual([{ group, path, operator, value: '1' } as Condition])
})

test.each(['any.6[price]=1', 'where[price]=1', 'filter=1', 'filter[price=1', 'price=1'])(
  'the address %s is none',
  search => {
    expect(readSearch(search).conditions).toEqual([])
  },
)

test('values that are wrong are sent as they were typed: the server says what is wrong', () => {
  expect(toApiPath({ ...list, page: '0', depth: 'x&y=1' })).toBe(
    '/api/v1/public/content/books?page=0&depth=x%26y%3D1',
  )
})

const oddSlugs = ['kelp/for supper', '100% 🌊?#&=+;', 'a%2Fb', longSlug, "it's", '"quoted"', 'ünï/çode']

test('every slug is one segment of the path, and read back is itself', () => {
  for (const slug of oddSlugs) {
    const { pathname, search, hash } = new URL(toApiPath({ ...list, slug })!, 'http://localhost')
    const segments = pathname.split('/')
    expect([segments.length, decodeURIComponent(segments.at(-1)!), search, hash]).toEqual([7, slug, '', ''])
  }
})

test('a lone surrogate does no harm', () => {
  expect(toApiPath({ ...list, slug: '\ud800' })).toBe('/api/v1/public/content/books/%EF%BF%BD')
})

test('the server finds an entry of any slug under its address', async () => {
  const { get } = await openLibrary()
  for (const slug of ['kelp/for supper', '100% 🌊?#&=+;', 'a%2Fb', longSlug]) {
    const path = toApiPath({ ...list, slug })!.slice('/api/v1/public'.length)
    const response = (await (await get(path)).json()) as { doc: { slug: string } }
    expect(response.doc.slug).toBe(slug)
  }
})

test("any request comes back from the page's address as it was", () => {
  const text = fc.string({ unit: 'grapheme' })
  const variant = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,9}$/)
  const name = fc.stringMatching(/^-?[A-Za-z0-9._*]{1,9}$/)
  const path = text.map(typed => typed.replaceAll(/[[\]]/g, ''))
  const conditions = fc.record({
    group: fc.constantFrom(...conditionGroups),
    path,
    operator: path.filter(operator => operator !== ''),
    value: text,
  })
  const requests: fc.Arbitrary<TryRequest> = fc.record({
    collection: text,
    slug: fc.option(text, { nil: null }),
    conditions: fc.array(conditions),
    q: text,
    sort: fc.uniqueArray(name),
    fields: fc.uniqueArray(name),
    page: text,
    perPage: text,
    depth: text,
    variants: fc.uniqueArray(variant),
    queryVariant: text,
  })
  fc.assert(
    fc.property(requests, request => {
      const { conditions, q, sort, page, perPage, queryVariant } = list
      const entry = request.slug === null ? {} : { conditions, q, sort, page, perPage, queryVariant }
      expect(readSearch(toSearch(request))).toEqual({ ...request, ...entry })
    }),
  )
})

test('the form for one entry without a slug yet is kept in the address', () => {
  expect(toSearch({ ...list, slug: '' })).toBe('collection=books&slug=')
  expect(readSearch('collection=books&slug=')).toEqual({ ...list, slug: '' })
})

test('variants are read between commas and spaces, each once', () => {
  expect(readSearch('variants=vip,%20de:at,,vip,').variants).toEqual(['vip', 'de:at'])
})

test('an address without anything is a list of no collection yet', () => {
  expect(readSearch('')).toEqual({ ...list, collection: '' })
})
