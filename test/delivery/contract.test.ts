// The specification as a table: every path, parameter, default and status of endpoints 1 and 2, held against the
// published document and against live answers.
import { beforeAll, describe, expect, test } from 'bun:test'
import { errorTable } from '../../src/base/error-table.ts'
import { type Library, openLibrary } from '../kit/app/library-space.ts'
import { openApi, promisedSchema, schemaError } from '../kit/app/open-api.ts'
import { checkResponse, readResponse } from '../kit/app/responses.ts'

interface SpecParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  /** Absent for an object. */
  readonly type: 'string' | 'integer' | undefined
  readonly isQuery?: boolean
  readonly default?: number
  readonly range?: readonly [number, number]
}

interface SpecEndpoint {
  readonly path: string
  readonly parameters: readonly SpecParameter[]
  readonly scope: string
  /** The keys of a 200's body, in order. */
  readonly body: readonly string[]
  /** Documented statuses; 429 is documented too, and shown by test/keys/rate-limit.test.ts. */
  readonly statuses: readonly number[]
}

const depth: SpecParameter = {
  name: 'depth',
  in: 'query',
  required: false,
  type: 'integer',
  default: 0,
  range: [0, 10],
}
const variants: SpecParameter = { name: 'variants', in: 'query', required: false, type: 'string' }
const collection: SpecParameter = { name: 'collection', in: 'path', required: true, type: 'string' }

const conditionalHeaders = ['If-None-Match', 'Prefer']

/** Parameters whose values are checked against the model: those with brackets are objects, the others strings. */
const queryParameter = (name: string): SpecParameter => {
  const type = ['filter', 'any', 'not'].includes(name) ? undefined : ('string' as const)
  return { name, in: 'query', required: false, type, isQuery: true }
}

/** seed.md, endpoints 1 and 2, with the ranges of contract.md 1.5. */
const specification: readonly SpecEndpoint[] = [
  {
    path: '/api/v1/public/content/{collection}',
    parameters: [
      collection,
      { name: 'page', in: 'query', required: false, type: 'integer', default: 1, range: [1, 2147483647] },
      { name: 'perPage', in: 'query', required: false, type: 'integer', default: 20, range: [1, 1000] },
      depth,
      variants,
      ...['filter', 'any', 'not', 'sort', 'q', 'queryVariant', 'fields'].map(queryParameter),
    ],
    scope: 'content.read',
    body: ['list', 'count', 'pagesCount'],
    statuses: [200, 304, 400, 401, 403, 404, 405],
  },
  {
    path: '/api/v1/public/content/{collection}/{slug}',
    parameters: [
      collection,
      { name: 'slug', in: 'path', required: true, type: 'string' },
      depth,
      variants,
      queryParameter('fields'),
    ],
    scope: 'content.read',
    body: ['doc'],
    statuses: [200, 304, 400, 401, 403, 404, 405],
  },
]

let library: Library
let unscoped: string
beforeAll(async () => {
  library = await openLibrary()
  unscoped = (await library.makeKey({ scopes: ['schema.read'] })).key
})

function livePath(path: string): string {
  return path.replace('{collection}', 'books').replace('{slug}', 'tide-tables')
}

async function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = { Authorization: `Bearer ${library.key}`, ...headers }
  const response = await readResponse(await library.request(path, { headers: sent, method }))
  checkResponse(response, method)
  return response
}

describe('openapi.json', () => {
  test('is the document that is served', async () => {
    const response = await library.request('/api/v1/openapi.json')
    expect(response.headers.get('Content-Type')).toStartWith('application/json')
    expect((await response.json()) as object).toEqual(openApi)
  })

  test('declares the key as a bearer token', () => {
    expect(openApi.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  for (const spec of specification) {
    test(`has the parameters of ${spec.path}, neither more nor fewer`, () => {
      const operation = openApi.paths[spec.path]?.get
      const documented = (operation?.parameters ?? []).map(parameter => ({
        name: parameter.name,
        in: parameter.in,
        required: parameter.required ?? false,
        type: parameter.schema.type,
        ...(parameter.schema.default !== undefined && { default: parameter.schema.default }),
        ...(parameter.schema.minimum !== undefined && {
          range: [parameter.schema.minimum, parameter.schema.maximum],
        }),
      }))
      const headers = conditionalHeaders.map(name => ({
        name,
        in: 'header',
        required: false,
        type: 'string',
      }))
      const specified = spec.parameters.map(({ isQuery: _, ...parameter }) => parameter)
      expect(documented as object[]).toEqual([...specified, ...headers])
      expect(operation?.security).toEqual([{ apiKey: [spec.scope] }])
    })

    test(`has the statuses of ${spec.path}, each with its schema`, () => {
      const responses = openApi.paths[spec.path]?.get?.responses ?? {}
      expect(Object.keys(responses).sort()).toEqual([...spec.statuses, 429, 'default'].map(String))
      for (const status of spec.statuses.filter(each => each >= 400))
        expect(promisedSchema(spec.path, status, 'application/problem+json')).toBe('Problem')
      expect(promisedSchema(spec.path, 200, 'application/json')).not.toBeNull()
      expect(Object.keys(responses['200']?.headers ?? {})).toContain('ETag')
    })

    test(`has no other method than GET on ${spec.path}`, () => {
      expect(Object.keys(openApi.paths[spec.path] ?? {})).toEqual(['get'])
    })
  }

  test('knows every code that the server answers with', () => {
    const { properties } = openApi.components.schemas.Problem as {
      properties: { code: { enum: string[] } }
    }
    expect(properties.code.enum.sort()).toEqual(Object.keys(errorTable).sort())
  })
})

describe('a live response', () => {
  for (const spec of specification) {
    const path = livePath(spec.path)
    const schema = () => promisedSchema(spec.path, 200, 'application/json') ?? ''

    test(`of ${spec.path} has the body of the document at every depth, with variants and without`, async () => {
      for (const query of ['', '?depth=0', '?depth=3', '?depth=10', '?variants=vip,trade&depth=2']) {
        const response = await send(path + query)
        expect(response.status).toBe(200)
        const body = JSON.parse(response.text) as object
        expect(Object.keys(body)).toEqual([...spec.body])
        expect(schemaError(schema(), body)).toBeNull()
      }
    })

    for (const parameter of spec.parameters.filter(each => each.in === 'query' && !each.isQuery)) {
      test(`of ${spec.path} without ${parameter.name} is the one with its default`, async () => {
        const without = await send(path)
        const value = parameter.default === undefined ? '' : String(parameter.default)
        expect((await send(`${path}?${parameter.name}=${value}`)).text).toBe(without.text)
      })
      const { range } = parameter
      if (!range) continue
      test(`of ${spec.path} takes ${parameter.name} from ${range[0]} to ${range[1]} and nothing beyond`, async () => {
        for (const value of range) expect((await send(`${path}?${parameter.name}=${value}`)).status).toBe(200)
        for (const value of [range[0] - 1, range[1] + 1])
          expect((await send(`${path}?${parameter.name}=${value}`)).status).toBe(400)
      })
    }

    test(`of ${spec.path} has each documented status, in the documented shape`, async () => {
      const missing = spec.path.includes('{slug}') ? path.replace('tide-tables', 'none') : `${path}-none`
      const seen = [
        await send(path),
        await send(path, { 'If-None-Match': '*' }),
        await send(`${path}?depth=11`),
        await send(path, { Authorization: '' }),
        await send(path, { Authorization: `Bearer ${unscoped}` }),
        await send(missing),
        await send(path, {}, 'DELETE'),
      ]
      expect(seen.map(({ status }) => status)).toEqual([...spec.statuses])
      for (const { status, text, headers } of seen.filter(each => each.status >= 400)) {
        const promised = promisedSchema(spec.path, status, headers.get('Content-Type') ?? '')
        expect({ status, error: schemaError(promised ?? '', JSON.parse(text)) }).toEqual({
          status,
          error: null,
        })
      }
    })
  }

  test('of the schema endpoint has the body of the document', async () => {
    const response = await send('/api/v1/public/schema')
    expect(schemaError('Model', JSON.parse(response.text))).toBeNull()
  })

  test('would be found out by the schemas: they refuse what is not an entry', () => {
    const entry = { id: 'a', slug: 'a', collection: 'c', version: 1, data: {} }
    const times = { firstPublishedAt: '2026-01-01T00:00:00.000Z', publishedAt: '2026-01-01T00:00:00.000Z' }
    expect(schemaError('EntryDocument', { doc: { ...entry, ...times } })).toBeNull()
    expect(schemaError('EntryDocument', { doc: entry })).not.toBeNull()
    expect(schemaError('EntryDocument', { doc: { ...entry, ...times, version: 0 } })).not.toBeNull()
    expect(schemaError('EntryList', { list: [], count: 0 })).not.toBeNull()
    expect(schemaError('Problem', { title: 'x' })).not.toBeNull()
  })
})
