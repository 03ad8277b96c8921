// The rows of a query without the page: what they offer is what the server takes, and how errors and edits change them.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { FieldError } from '../../dashboard/api/request.ts'
import { fitCondition, newCondition, partOf } from '../../dashboard/pages/try-it/request/conditions.ts'
import {
  findPath,
  listPaths,
  type QueryModel,
  toQueryModel as toModel,
} from '../../dashboard/pages/try-it/request/path-options.ts'
import {
  directionsOf,
  listOwnFields,
  listReferencedFields,
  listSortOptions,
  withValues,
} from '../../dashboard/pages/try-it/request/picker-options.ts'
import {
  listStandingErrors,
  replaceName,
  toErrorText,
} from '../../dashboard/pages/try-it/request/standing-errors.ts'
import { readSearch, toApiPath } from '../../dashboard/pages/try-it/request/try-request.ts'
import { type Operator, operators } from '../../src/content/fields/query-facts.ts'
import type { Collection } from '../../src/content/values/model.ts'
import { bindFields } from '../../src/query/bind/bind-fields.ts'
import { bindSelection } from '../../src/query/bind/bind-selection.ts'
import { SpaceModel } from '../../src/query/bind/space-model.ts'
import type { QueryParameters } from '../../src/query/parse/parse-parameters.ts'
import { projectFolder } from '../kit/command/process.ts'

/** Names that own keys win over, and references of each kind. */
const crate: Collection = {
  apiName: 'crate',
  name: 'Shelf',
  fields: [
    { apiName: 'slug', type: 'text' },
    { apiName: 'a.b', type: 'text' },
    { apiName: 'a', type: 'reference', to: ['crate'], many: true },
    { apiName: 'any', type: 'reference' },
    { apiName: 'notes', type: 'text', query: false },
    { apiName: 'extra', type: 'json', paths: [{ path: 'size.weight', type: 'number' }] },
  ],
}
const demo = (await Bun.file(join(projectFolder, 'src/demo/demo.ndjson')).text())
  .split('\n')
  .filter(line => line.startsWith('{"type":"collection"'))
  .map(line => JSON.parse(line) as Collection)
const spaces = [demo, [crate]]
const toQueryModel = (collection: Collection): QueryModel => toModel(collection as never)

const nothing: QueryParameters = {
  conditions: [],
  sort: null,
  search: null,
  variant: null,
  fields: null,
  errors: [],
}

test('every path is taken by the server, with the operators that are offered and no others', () => {
  for (const collections of spaces) {
    const space = new SpaceModel(collections)
    const models = collections.map(toQueryModel)
    for (const { apiName } of collections) {
      const reached = listPaths(models, apiName, '')
      const passed = reached.flatMap(({ path, type }) =>
        type === 'reference' ? listPaths(models, apiName, `${path}.`) : [],
      )
      for (const { path, operators: offered } of [...reached, ...passed]) {
        const taken = operators.filter(operator => {
          const condition = { parameter: 'x', group: 'filter', path, operator, values: null } as const
          const query = { ...nothing, conditions: [condition] }
          return bindSelection(query, space.find(apiName)!, space).errors.length === 0
        })
        // The id of a referenced entry also has the operators of the reference.
        const isId = path.endsWith('.id')
        expect([path, isId ? taken.filter(each => offered.includes(each)) : taken]).toEqual([
          path,
          offered as Operator[],
        ])
      }
    }
  }
})

test('every sort key and field name is taken by the server', () => {
  for (const collections of spaces) {
    const space = new SpaceModel(collections)
    const models = collections.map(toQueryModel)
    for (const { apiName } of collections) {
      const model = space.find(apiName)!
      for (const { value } of listSortOptions(models, apiName)) {
        for (const key of [value, `-${value}`]) {
          expect([key, bindSelection({ ...nothing, sort: [key] }, model, space).errors]).toEqual([key, []])
        }
      }
      const own = listOwnFields(models, apiName).map(({ value }) => value)
      const referenced = listReferencedFields(models, apiName).flatMap(({ items }) => items)
      for (const name of [...own, ...own.map(each => `-${each}`), ...referenced.map(({ value }) => value)]) {
        expect([name, bindFields([name], model, space).errors]).toEqual([name, []])
      }
    }
  }
})

test('what is picked has the name that editors know and the one that requests use, and each direction a meaning', () => {
  const models = demo.map(toQueryModel)
  const sorts = listSortOptions(models, 'books')
  const find = (name: string) => sorts.find(({ value }) => value === name)
  expect(find('inPrint')).toMatchObject({ label: 'In print (inPrint)', type: 'boolean' })
  expect(find('firstPublishedAt')?.label).toBe('First published (firstPublishedAt)')
  expect(find('author')).toBeUndefined()
  expect(['text', 'date', 'number', 'id'].map(type => directionsOf(type as never)[1])).toEqual([
    'Z to A',
    'Newest first',
    'Highest first',
    'Descending',
  ])
  const author = listReferencedFields(models, 'books').find(({ group }) => group === 'Author')
  expect(author?.items.slice(0, 2)).toEqual([
    { value: 'author.*', label: 'All fields (author.*)' },
    { value: 'author.name', label: 'Name (author.name)' },
  ])
  const options = [{ value: 'vip', label: 'Best customers (vip)' }]
  expect(withValues(options, ['vip', '', 'other', 'other'])).toEqual([
    ...options,
    { value: 'other', label: 'other' },
  ])
})

const books = demo.map(toQueryModel)
const optionOf = (path: string) => findPath(books, 'books', path)
const edit = (from: string, to: string, part: object) =>
  fitCondition(
    { condition: { ...newCondition, path: from, ...part }, option: optionOf(from) },
    { condition: { ...newCondition, path: to, ...part }, option: optionOf(to) },
  )

test('another field keeps operator and value if it can have them', () => {
  expect(edit('price', 'pages', { operator: 'lt', value: '9' })).toMatchObject({ operator: 'lt', value: '9' })
  expect(edit('title', 'price', { operator: 'prefix', value: '9' })).toMatchObject({
    operator: 'eq',
    value: '9',
  })
  expect(edit('title', 'cover', { operator: 'eq', value: 'x' })).toMatchObject({
    operator: 'exists',
    value: 'true',
  })
  expect(edit('title', 'inPrint', { operator: 'eq', value: 'x' })).toMatchObject({ value: 'true' })
  expect(edit('inPrint', 'title', { operator: 'eq', value: 'false' })).toMatchObject({ value: '' })
})

test('a field that is not known keeps everything: the server says what is wrong', () => {
  expect(edit('price', 'prise', { operator: 'lt', value: '9' })).toMatchObject({ operator: 'lt', value: '9' })
})

const error = (name: string, rest: Partial<FieldError> = {}): FieldError => ({
  in: 'query',
  name,
  message: 'must be a number',
  ...rest,
})

test('an error is about the field, the operator or the value', () => {
  expect(partOf(error('x', { didYouMean: 'filter[price]' }), null)).toBe('path')
  expect(partOf(error('x', { allowed: ['eq', 'ne'] }), optionOf('price'))).toBe('operator')
  expect(partOf(error('x', { allowed: ['true', 'false'] }), optionOf('inPrint'))).toBe('value')
  expect(partOf(error('x'), optionOf('price'))).toBe('value')
})

test('an error stands until its own parameter, or the collection, is changed', () => {
  const sent = readSearch('collection=books&filter[price]=x&filter[pages]=y&page=0')
  const errors = ['filter[price]', 'filter[pages]', 'page'].map(name => error(name))
  const response = { path: toApiPath(sent)!, status: 400, json: { errors } }
  const standing = (search: string) =>
    listStandingErrors(response, readSearch(search)).map(({ name }) => name)
  expect(standing('collection=books&filter[price]=x&filter[pages]=y&page=0')).toEqual([
    'filter[price]',
    'filter[pages]',
    'page',
  ])
  expect(standing('collection=books&filter[price]=9&filter[pages]=y&page=0&filter[]=')).toEqual([
    'filter[pages]',
    'page',
  ])
  expect(standing('collection=books&filter[pages]=y')).toEqual(['filter[pages]'])
  expect(standing('collection=authors&filter[pages]=y')).toEqual([])
})

test('a suggestion replaces the name that its message is about', () => {
  const wrong = error('sort', { message: 'titel: books has no such field', didYouMean: '-title' })
  expect(replaceName(['price', '-titel'], wrong)).toEqual(['price', '-title'])
  expect(replaceName(['-title', '-titel'], wrong)).toEqual(['-title'])
})

test('messages are sentences, and names in them stay as they are', () => {
  expect(toErrorText([error('x'), error('x', { message: 'eqi does not apply to a number field' })])).toBe(
    'Must be a number. eqi does not apply to a number field.',
  )
})
