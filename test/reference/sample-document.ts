// A small document modelled after the content API, for the tests of the reference page. Not the real one.
import type { OpenApiDocument, Parameter, Response } from '../../src/reference/open-api-shape.ts'
import { sampleSchemas } from './sample-schemas.ts'

function problem(description: string, code: string, status: number): Response {
  const example = {
    type: `https://example.com/docs/errors.md#${code}`,
    title: description,
    status,
    detail: `${description}.`,
    code,
    requestId: '7d0c',
  }
  const schema = { $ref: '#/components/schemas/Problem' }
  return { description, content: { 'application/problem+json': { schema, example } } }
}

const collection: Parameter = {
  name: 'collection',
  in: 'path',
  required: true,
  description: 'API name of the collection.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', example: 'posts' },
}

const page: Parameter = {
  name: 'page',
  in: 'query',
  required: false,
  description: 'Page number. A page past the end is empty.',
  schema: { type: 'integer', minimum: 1, maximum: 2147483647, default: 1 },
}

const perPage: Parameter = {
  name: 'perPage',
  in: 'query',
  description: 'Items per page. More than the maximum is refused, never cut.',
  schema: { type: 'integer', minimum: 1, maximum: 1000, default: 20, example: 10 },
}

export const sampleDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Frontlist',
    version: '1.0.0',
    description:
      'Published content over HTTP as JSON.\n\nMake a key with `frontlist keys create`, then ask for a list. Without a key the answer is `api_key_missing`.\n\n- **Read only**: nothing here changes content.\n- A reference is resolved as deep as `depth` says.',
  },
  tags: [
    { name: 'Content', description: 'What is published, and nothing else.' },
    { name: 'API keys', description: 'For owners and admins who are signed in.' },
  ],
  security: [{ apiKey: ['content.read'] }],
  paths: {
    '/api/v1/public/content/{collection}': {
      parameters: [{ $ref: '#/components/parameters/Collection' }],
      get: {
        operationId: 'listEntries',
        tags: ['Content'],
        summary: 'List published entries',
        description: 'One page of a collection, the newest publication first.',
        parameters: [
          page,
          perPage,
          { $ref: '#/components/parameters/Depth' },
          { $ref: '#/components/parameters/Variants' },
        ],
        responses: {
          '200': {
            description: 'A page of entries.\n\nThe totals are those of the whole collection.',
            headers: { ETag: { $ref: '#/components/headers/ETag' } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/EntryList' } } },
          },
          '304': { description: 'Nothing has changed since the `ETag` in `If-None-Match`.' },
          '400': problem('A parameter is not accepted', 'invalid_parameters', 400),
          '401': { $ref: '#/components/responses/Unauthorized' },
          '404': problem('Collection not found', 'collection_not_found', 404),
        },
      },
    },
    '/api/v1/public/content/{collection}/{slug}': {
      get: {
        operationId: 'getEntry',
        tags: ['Content'],
        summary: 'Fetch one published entry',
        parameters: [
          { $ref: '#/components/parameters/Collection' },
          { name: 'slug', in: 'path', required: true, schema: { type: 'string' }, example: 'guides/start' },
          { $ref: '#/components/parameters/Depth' },
          { $ref: '#/components/parameters/Variants' },
        ],
        responses: {
          '200': {
            description: 'The entry.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { doc: { $ref: '#/components/schemas/Entry' } },
                  required: ['doc'],
                },
              },
            },
          },
          '401': { $ref: '#/components/responses/Unauthorized' },
          '404': problem('Entry not found', 'entry_not_found', 404),
        },
      },
    },
    '/api/v1/tokens/api-keys/{id}': {
      patch: {
        operationId: 'updateApiKey',
        tags: ['API keys'],
        summary: 'Update an API key',
        security: [{ session: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'Origin', in: 'header', schema: { type: 'string' }, example: '{base_url}' },
        ],
        requestBody: {
          required: true,
          description: 'What is absent stays as it is.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/KeyChange' } } },
        },
        responses: {
          '200': { description: 'The key as it is now.' },
          '404': problem('Key not found', 'api_key_not_found', 404),
        },
      },
    },
    '/healthz': {
      get: {
        summary: 'Is the process alive?',
        security: [],
        responses: { '200': { description: 'It turns.' } },
      },
    },
  },
  components: {
    schemas: sampleSchemas,
    parameters: {
      Collection: collection,
      Depth: {
        name: 'depth',
        in: 'query',
        description: 'How deep references are resolved.',
        schema: { type: 'integer', minimum: 0, maximum: 10, default: 0 },
      },
      Variants: {
        name: 'variants',
        in: 'query',
        description: 'Comma-separated ids of variants. The earliest id that has a value for a field wins.',
        schema: { type: 'string', example: 'vip,returning' },
      },
    },
    responses: { Unauthorized: problem('No key was sent', 'api_key_missing', 401) },
    headers: {
      ETag: { description: 'Changes when, and only when, the body would.', schema: { type: 'string' } },
    },
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'A key of one space. Keys are made in the dashboard.',
      },
      session: { type: 'apiKey', in: 'cookie', name: 'frontlist.session', description: 'Set by signing in.' },
    },
  },
  'x-error-codes': [
    {
      code: 'invalid_parameters',
      status: 400,
      title: 'Invalid parameters',
      description: 'Every fault is listed in `errors`.',
    },
    {
      code: 'api_key_missing',
      status: 401,
      title: 'API key missing',
      description: 'Send the key as `Authorization: Bearer …`.',
    },
    {
      code: 'collection_not_found',
      status: 404,
      title: 'Collection not found',
      description: 'No such collection in the space of the key.',
    },
    {
      code: 'entry_not_found',
      status: 404,
      title: 'Entry not found',
      description: 'Missing, or not published.',
    },
    { code: 'internal_error', status: 500, title: 'Internal error' },
  ],
}
