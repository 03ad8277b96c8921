// What the schema endpoint says of a field: how queries name it, and what they can do with it.
import { expect, test } from 'bun:test'
import { fieldSchema } from '../../src/content/model/model.schema.ts'
import { allowedOperators } from '../../src/content/model/query-model.ts'
import { describeCollection } from '../../src/query/bind/describe-model.ts'
import { bindList, bookshop } from './query-bookshop-model.ts'

const described = bookshop.map(describeCollection)
const fieldOf = (collection: string, field: string) =>
  described.find(({ apiName }) => apiName === collection)!.fields.find(({ apiName }) => apiName === field)!

test('a field has its name in paths, its operators, and whether it sorts, counts and is searched', () => {
  expect(fieldOf('books', 'title')).toEqual({
    apiName: 'title',
    type: 'text',
    query: {
      name: 'title',
      filter: ['eq', 'ne', 'in', 'nin', 'eqi', 'prefix', 'exists'],
      sort: true,
      facet: true,
      search: 3,
      paths: [],
    },
  })
  expect(fieldOf('books', 'tags').query).toMatchObject({
    filter: allowedOperators('text', true),
    sort: false,
    search: 2,
  })
  expect(fieldOf('books', 'categories')).toMatchObject({
    many: true,
    to: ['categories'],
    query: { filter: ['eq', 'ne', 'in', 'nin', 'all', 'exists'], sort: false, facet: true, search: 0 },
  })
  expect(fieldOf('books', 'blurb').query).toMatchObject({ filter: ['exists'], facet: false, search: 1 })
})

test('a field that an own key hides is named with data.', () => {
  expect(fieldOf('books', 'slug').query?.name).toBe('data.slug')
  expect(fieldOf('odd', 'id').query?.name).toBe('data.id')
  expect(fieldOf('odd', 'data.b').query?.name).toBe('data.data.b')
  expect(fieldOf('odd', 'collection').query?.name).toBe('collection')
})

test('a field that no query may name has null, and no key of the model beside', () => {
  expect(fieldOf('books', 'note')).toEqual({ apiName: 'note', type: 'text', query: null })
})

test('a field has its rules, and nothing that is for editors alone', () => {
  const rules = {
    name: 'Kind',
    min: 1,
    max: 20,
    pattern: '[a-z]+',
    format: 'email',
    options: [{ value: 'news', name: 'News' }],
    multiline: true,
    unique: true,
    required: true,
    hidden: true,
    minItems: 1,
    maxItems: 3,
  } as const
  const field = { apiName: 'kind', type: 'text', many: true, help: 'H', default: ['news'], ...rules } as const
  const { fields } = describeCollection({ apiName: 'c', name: 'C', fields: [field] })
  const { query, ...described } = fields[0]!
  expect(described).toEqual({ apiName: 'kind', type: 'text', many: true, ...rules })
  expect(fieldSchema.parse(fields[0])).toEqual(fields[0]!)
})

test('what is inside of json is named as in a path', () => {
  const extra = fieldOf('books', 'extra')
  expect(Object.keys(extra)).toEqual(['apiName', 'type', 'query'])
  expect(extra.query?.filter).toEqual(['exists'])
  expect(extra.query?.paths).toEqual([
    { path: 'extra.weight', type: 'number', filter: allowedOperators('number', false) },
    { path: 'extra.size.width', type: 'number', filter: allowedOperators('number', true) },
  ])
})

test('what is inside of a json field of many has many values', () => {
  const field = { apiName: 'parts', type: 'json', many: true, paths: [{ path: 'x', type: 'text' }] } as const
  const { fields } = describeCollection({ apiName: 'c', name: 'C', fields: [field] })
  expect(fields[0]?.query?.paths).toEqual([
    { path: 'parts.x', type: 'text', filter: allowedOperators('text', true) },
  ])
})

const sampleOf: Readonly<Record<string, string>> = {
  number: '1',
  integer: '1',
  boolean: 'true',
  date: '2026',
  dateTime: '2026',
}

test('every path, operator and sort key that is described is accepted, and no other', () => {
  for (const { apiName: collection, fields } of described) {
    for (const { type, query } of fields) {
      if (query === null) continue
      const accepts = (search: string) => bindList(`${collection}?${search}`).errors.length === 0
      for (const { path, type: of, filter } of [
        { path: query.name, type, filter: query.filter },
        ...query.paths,
      ]) {
        for (const operator of [
          'eq',
          'ne',
          'in',
          'nin',
          'all',
          'eqi',
          'prefix',
          'lt',
          'lte',
          'gt',
          'gte',
          'exists',
        ] as const) {
          const value = operator === 'exists' ? 'true' : (sampleOf[of] ?? 'x')
          expect([path, operator, accepts(`filter[${path}][${operator}]=${value}`)]).toEqual([
            path,
            operator,
            filter.includes(operator),
          ])
        }
      }
      expect([query.name, accepts(`sort=${query.name}`)]).toEqual([query.name, query.sort])
    }
  }
})
