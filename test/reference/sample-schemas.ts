// The schemas of the sample document: an entry that holds itself, problem details, the envelope of a list.
// As zod-to-openapi writes them, with a few shapes of other generators among them.
import type { OpenApiDocument } from '../../src/reference/open-api-shape.ts'

type Schemas = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>

export const sampleSchemas: Schemas = {
  Entry: {
    type: 'object',
    description: 'A published entry. Nothing of a draft is in it.',
    properties: {
      id: { type: 'string', description: 'Stable id.', pattern: '^[A-Za-z0-9]', example: 'p1' },
      slug: { type: 'string', minLength: 1, maxLength: 255, example: 'hello' },
      collection: { type: 'string', example: 'posts' },
      version: { type: 'integer', minimum: 1, description: 'Counts up by one at each publication.' },
      publishedAt: { type: 'string', format: 'date-time' },
      data: {
        type: 'object',
        description: 'Field values by API name.',
        additionalProperties: { $ref: '#/components/schemas/FieldValue' },
        example: {
          title: 'Hello',
          author: { id: 'a1', collection: 'authors', slug: 'ada' },
          tags: [],
          rating: 4.5,
        },
      },
      variantsApplied: {
        type: 'array',
        items: { type: 'string' },
        maxItems: 50,
        description: 'Only where `variants` names at least one id.',
      },
    },
    required: ['id', 'slug', 'collection', 'version', 'publishedAt', 'data'],
    additionalProperties: false,
  },
  FieldValue: {
    description: 'Whatever the model says of the field.',
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { $ref: '#/components/schemas/Reference' },
      { type: 'array', items: { $ref: '#/components/schemas/FieldValue' } },
      { type: 'null' },
    ],
  },
  Reference: {
    description: 'A reference: short where the depth is used up, a whole entry otherwise.',
    oneOf: [{ $ref: '#/components/schemas/ShortReference' }, { $ref: '#/components/schemas/Entry' }],
  },
  ShortReference: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      collection: { type: 'string' },
      slug: { type: ['string', 'null'] },
    },
    required: ['id', 'collection', 'slug'],
  },
  EntryList: {
    type: 'object',
    properties: {
      list: { type: 'array', items: { $ref: '#/components/schemas/Entry' } },
      count: { type: 'integer', minimum: 0, description: 'All entries, whatever the page.', example: 1 },
      pagesCount: { type: 'integer', minimum: 0, example: 1 },
    },
    required: ['list', 'count', 'pagesCount'],
  },
  Problem: {
    type: 'object',
    properties: {
      type: { type: 'string', format: 'uri' },
      title: { type: 'string' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: { type: 'string' },
      code: { type: 'string', enum: ['api_key_missing', 'collection_not_found'] },
      requestId: { type: 'string' },
      errors: { type: 'array', items: { $ref: '#/components/schemas/Fault' }, description: 'On a 400 only.' },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  },
  Fault: {
    type: 'object',
    properties: { in: { type: 'string' }, name: { type: 'string' }, message: { type: 'string' } },
    required: ['in', 'name', 'message'],
  },
  KeyChange: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100, example: "Ada's site" },
      expiresAt: { type: ['string', 'null'], format: 'date-time', description: '`null` is never.' },
      scopes: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', enum: ['content.read', 'schema.read'] },
      },
    },
    additionalProperties: false,
  },
}
