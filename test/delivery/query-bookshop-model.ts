// The model that tests of query parameters bind to, and the way from an address to a bound query without a server.
import type { FieldError } from '../../src/base/errors.ts'
import { linkComponents, linkModel } from '../../src/content/model/stored-models.ts'
import type { Collection, Field } from '../../src/content/values/model.ts'
import { splitSearch } from '../../src/http/request-url.ts'
import { bindFields } from '../../src/query/bind/bind-fields.ts'
import { bindSelection } from '../../src/query/bind/bind-selection.ts'
import { SpaceModel } from '../../src/query/bind/space-model.ts'
import type { Projection, SearchWord, Selection } from '../../src/query/bound-query.ts'
import {
  type ParsedParameters,
  parseEntryParameters,
  parseListParameters,
} from '../../src/query/parse/parse-parameters.ts'

const collection = (
  apiName: string,
  fields: readonly Field[],
  rest: Partial<Collection> = {},
): Collection => ({
  apiName,
  name: apiName,
  fields,
  ...rest,
})

export const bookshop: readonly Collection[] = [
  collection('books', [
    { apiName: 'title', type: 'text' },
    { apiName: 'blurb', type: 'richText' },
    { apiName: 'price', type: 'number' },
    { apiName: 'pages', type: 'integer' },
    { apiName: 'inPrint', type: 'boolean' },
    { apiName: 'releasedOn', type: 'dateTime' },
    { apiName: 'boughtOn', type: 'date' },
    { apiName: 'tags', type: 'text', many: true },
    { apiName: 'scores', type: 'integer', many: true },
    { apiName: 'author', type: 'reference', to: ['authors'] },
    { apiName: 'categories', type: 'reference', to: ['categories'], many: true },
    { apiName: 'related', type: 'reference', many: true },
    { apiName: 'cover', type: 'asset' },
    { apiName: 'parts', type: 'component', of: ['part'] },
    {
      apiName: 'extra',
      type: 'json',
      paths: [
        { path: 'weight', type: 'number' },
        { path: 'size.width', type: 'number', many: true },
      ],
    },
    { apiName: 'note', type: 'text', query: false },
    { apiName: 'slug', type: 'text' },
    { apiName: 'a.b', type: 'text' },
  ]),
  collection('authors', [
    { apiName: 'name', type: 'text' },
    { apiName: 'born', type: 'integer' },
    { apiName: 'country', type: 'reference', to: ['countries'] },
  ]),
  collection('categories', [
    { apiName: 'shelf', type: 'text' },
    { apiName: 'born', type: 'number' },
  ]),
  collection('countries', [{ apiName: 'name', type: 'text' }]),
  // Dotted names, names of own keys, and a field that is called like the prefix.
  collection(
    'odd',
    [
      { apiName: 'a', type: 'reference', to: ['odd'] },
      { apiName: 'a.b', type: 'integer' },
      { apiName: 'a.b.c', type: 'boolean' },
      { apiName: 'b', type: 'text' },
      { apiName: 'id', type: 'integer' },
      { apiName: 'id.x', type: 'integer' },
      { apiName: 'collection', type: 'integer' },
      { apiName: 'version', type: 'integer' },
      { apiName: 'data', type: 'reference', to: ['odd'] },
      { apiName: 'data.b', type: 'boolean' },
      { apiName: 'times', type: 'dateTime', many: true },
      { apiName: 'days', type: 'date', many: true },
    ],
    { titleField: 'b' },
  ),
]

/** The component of `parts`. */
const parts = linkComponents([
  {
    ...{ kind: 'component', apiName: 'part', name: 'part' },
    fields: [
      { apiName: 'heading', type: 'text', search: 3 },
      { apiName: 'text', type: 'richText' },
      { apiName: 'secret', type: 'text', search: 0 },
      { apiName: 'by', type: 'reference', to: ['authors'] },
      { apiName: 'parts', type: 'component', many: true, of: ['part'] },
    ],
  },
])

/** Words as runs of ASCII letters and digits: how texts are folded is not what these tests are about. */
export function parseWords(text: string): SearchWord[] {
  const words = new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
  return [...words].map(word => ({ tokens: [{ text: word, isPrefix: word.length > 2 }] }))
}

export interface BoundList {
  readonly selection: Selection | null
  readonly projection: Projection | null
  readonly errors: readonly FieldError[]
  readonly ignored: readonly string[]
}

function bind({ parameters, ignored }: ParsedParameters, name: string): BoundList {
  if (parameters === null) return { selection: null, projection: null, errors: [], ignored }
  const space = new SpaceModel(bookshop.map(each => linkModel(each, parts)))
  const model = space.find(name)!
  const { selection, errors } = bindSelection(parameters, model, space)
  const fields = bindFields(parameters.fields, model, space)
  return {
    selection,
    projection: fields.projection,
    errors: [...parameters.errors, ...errors, ...fields.errors],
    ignored,
  }
}

/** `address` is a collection with a query: `books?filter[price]=1`. */
export function bindList(address: string): BoundList {
  const [name = '', search = ''] = address.split(/\?(.*)/s)
  return bind(parseListParameters(splitSearch(search), parseWords), name)
}

export function bindEntry(address: string): BoundList {
  const [name = '', search = ''] = address.split(/\?(.*)/s)
  return bind(parseEntryParameters(splitSearch(search)), name)
}

/** Fails unless the query has no error. */
export function selectionOf(address: string): Selection {
  const { selection, errors } = bindList(address)
  if (errors.length > 0 || selection === null) throw new Error(`${address}: ${JSON.stringify(errors)}`)
  return selection
}
