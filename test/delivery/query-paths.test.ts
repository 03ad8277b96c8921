// Where a path leads: the longest name that fits, through at most two references, into what the model declares.
import { describe, expect, test } from 'bun:test'
import type { Collection, JsonPath } from '../../src/content/values/model.ts'
import { resolvePath } from '../../src/query/bind/resolve-path.ts'
import { SpaceModel } from '../../src/query/bind/space-model.ts'
import type { Path } from '../../src/query/bound-query.ts'
import { bindList, selectionOf } from './query-bookshop-model.ts'

const pathOf = (address: string): Path => selectionOf(address).filter[0]!.path

/** References by `>`, with `*` for many; collections, index field, type. */
function written({ references, collections, indexField, type, isMany }: Path): string {
  const steps = references.map(
    ({ collections: on, field, isMany: many }) => `${on.join('|')}.${field}${many ? '*' : ''}`,
  )
  return [...steps, `${collections.join('|')}.${indexField}${isMany ? '*' : ''}:${type}`].join(' > ')
}

describe('a path', () => {
  test.each([
    ['books?filter[title]=x', 'books.title:text'],
    ['books?filter[data.title]=x', 'books.title:text'],
    ['books?filter[slug]=x', 'books.@slug:slug'],
    ['books?filter[data.slug]=x', 'books.slug:text'],
    ['books?filter[id]=x', 'books.@id:id'],
    ['books?filter[publishedAt]=2026', 'books.@publishedAt:dateTime'],
    ['books?filter[firstPublishedAt]=2026', 'books.@firstPublishedAt:dateTime'],
    ['books?filter[tags]=x', 'books.tags*:text'],
    ['books?filter[a.b]=x', 'books.a.b:text'],
    ['books?filter[data.a.b]=x', 'books.a.b:text'],
    ['books?filter[author]=x', 'books.author:reference'],
    ['books?filter[categories]=x', 'books.categories*:reference'],
    ['books?filter[author.name]=x', 'books.author > authors.name:text'],
    ['books?filter[data.author.data.name]=x', 'books.author > authors.name:text'],
    ['books?filter[author.slug]=x', 'books.author > authors.@slug:slug'],
    ['books?filter[author.collection]=x', 'books.author > authors.collection:collection'],
    ['books?filter[author.country]=x', 'books.author > authors.country:reference'],
    ['books?filter[author.country.name]=x', 'books.author > authors.country > countries.name:text'],
    ['books?filter[related.author.country]=x', `books.related* > books.author > authors.country:reference`],
    ['books?filter[related.name]=x', 'books.related* > authors|countries.name:text'],
    ['books?filter[related.title]=x', 'books.related* > books.title:text'],
    [
      'books?filter[related.publishedAt]=2026',
      'books.related* > books|authors|categories|countries|odd.@publishedAt:dateTime',
    ],
    ['books?filter[extra][exists]=true', 'books.extra:json'],
    ['books?filter[extra.weight]=1', 'books.extra:weight:number'],
    ['books?filter[extra.size.width]=1', 'books.extra:size.width*:number'],
    ['books?filter[related.extra.weight]=1', 'books.related* > books.extra:weight:number'],
    ['odd?filter[a.b]=1', 'odd.a.b:integer'],
    ['odd?filter[a.b.c]=true', 'odd.a.b.c:boolean'],
    ['odd?filter[a.slug]=x', 'odd.a > odd.@slug:slug'],
    ['odd?filter[a.a.b]=1', 'odd.a > odd.a.b:integer'],
    ['odd?filter[a.a.b.c]=true', 'odd.a > odd.a.b.c:boolean'],
    ['odd?filter[id]=x', 'odd.@id:id'],
    ['odd?filter[data.id]=1', 'odd.id:integer'],
    ['odd?filter[id.x]=1', 'odd.id.x:integer'],
    ['odd?filter[collection]=1', 'odd.collection:integer'],
    ['odd?filter[a.collection]=x', 'odd.a > odd.collection:collection'],
    ['odd?filter[a.data.collection]=1', 'odd.a > odd.collection:integer'],
    ['odd?filter[data]=x', 'odd.data:reference'],
    ['odd?filter[data.data]=x', 'odd.data:reference'],
    ['odd?filter[data.b]=x', 'odd.b:text'],
    ['odd?filter[data.data.b]=true', 'odd.data.b:boolean'],
    ['odd?filter[data.slug]=x', 'odd.data > odd.@slug:slug'],
  ])('%s leads to %s', (address, expected) => {
    expect(written(pathOf(address))).toBe(expected)
  })

  test('to a field of several collections needs one type', () => {
    const { errors } = bindList('books?filter[related.born]=1')
    expect(errors[0]?.message).toContain('integer in authors')
    expect(errors[0]?.message).toContain('number in categories')
  })

  test('has no second try: the longest name has no inside, though the shorter one would lead on', () => {
    expect(bindList('odd?filter[a.b.x]=1').errors[0]?.message).toContain('a.b')
    expect(bindList('odd?filter[a.b.slug]=x').errors).toHaveLength(1)
  })

  test('that ends in the id of a reference is the reference itself, as far as references have the operator', () => {
    for (const operator of ['eq', 'ne', 'in', 'nin']) {
      const search = (path: string) => `books?filter[${path}][${operator}]=a1`
      expect(written(pathOf(search('author.id')))).toBe('books.author:reference')
      expect(pathOf(search('author.id'))).toEqual(pathOf(search('author')))
    }
    expect(written(pathOf('books?filter[author.id][exists]=true'))).toBe('books.author:reference')
    expect(written(pathOf('books?filter[categories.id][all]=c1,c2'))).toBe('books.categories*:reference')
    for (const operator of ['lt', 'lte', 'gt', 'gte', 'prefix'])
      expect(written(pathOf(`books?filter[author.id][${operator}]=a`))).toBe('books.author > authors.@id:id')
    expect(written(pathOf('books?filter[related.author.country.id]=no'))).toBe(
      'books.related* > books.author > authors.country:reference',
    )
  })

  test('through many values has the operator all', () => {
    expect(bindList('books?filter[categories.slug][all]=crime,poetry').errors).toEqual([])
    expect(bindList('books?filter[author.name][all]=x').errors).toHaveLength(1)
    expect(bindList('books?filter[related.author.name][all]=x').errors).toEqual([])
  })
})

describe('a suggestion for a path into JSON', () => {
  const holder = (apiName: string, paths: readonly JsonPath[]): Collection => ({
    apiName,
    name: apiName,
    fields: [
      { apiName: 'extra', type: 'json', paths },
      { apiName: 'rel', type: 'reference' },
    ],
  })
  const space = new SpaceModel([
    holder('one', [
      { path: 'w', type: 'number' },
      { path: 'weight', type: 'number' },
    ]),
    holder('two', [
      { path: 'weight', type: 'text' },
      { path: 'height', type: 'number' },
    ]),
  ])
  const suggestionFor = (path: string) => {
    const result = resolvePath(space, space.find('one')!, path, true)
    return 'error' in result ? result.error.didYouMean : path
  }

  test.each([
    ['extra.wieght', 'extra.weight'],
    ['rel.data.extra.hieght', 'rel.data.extra.height'],
    ['rel.extra.', 'rel.extra.w'],
  ])('keeps what leads there: %s is %s', (path, suggestion) => {
    expect(suggestionFor(path)).toBe(suggestion)
  })

  test('is only given for one that would be accepted', () => {
    expect(suggestionFor('rel.extra.wieght')).toBeUndefined()
  })
})

describe('a sort', () => {
  const keysOf = (search: string) =>
    selectionOf(`books?sort=${search}`).sort.map(
      ({ indexField, isDescending }) => (isDescending ? '-' : '') + indexField,
    )
  test.each([
    ['price', ['price']],
    ['pages,-price', ['pages', '-price']],
    ['slug', ['@slug~']],
    ['-data.slug', ['-slug']],
    ['-publishedAt,id', ['-@publishedAt', '@id']],
    ['firstPublishedAt,inPrint,releasedOn', ['@firstPublishedAt', 'inPrint', 'releasedOn']],
    ['a.b', ['a.b']],
  ])('by %s has the keys %j', (search, keys) => {
    expect(keysOf(search)).toEqual(keys)
  })
})

test('a search looks into text, rich text and blocks by their weights', () => {
  expect(selectionOf('books?q=tide').search?.fields).toEqual([
    { indexField: '~title', weight: 3 },
    { indexField: '~blurb', weight: 1 },
    { indexField: '~tags', weight: 2 },
    { indexField: '~parts/3', weight: 3 },
    { indexField: '~parts/1', weight: 1 },
    { indexField: '~slug', weight: 2 },
    { indexField: '~a.b', weight: 2 },
  ])
})
