// Made-up examples: valid against the schema that they are made from.
import { describe, expect, test } from 'bun:test'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { exampleFor, exampleOf } from '../../src/reference/example-of.ts'
import type { OpenApiDocument, Schema } from '../../src/reference/open-api-shape.ts'
import { sampleDocument } from './sample-document.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)

const rows: readonly (readonly [string, Schema])[] = [
  ['a bounded integer', { type: 'integer', minimum: 5, maximum: 9 }],
  ['an integer below zero', { type: 'integer', maximum: -3 }],
  ['an exclusive bound', { type: 'integer', exclusiveMinimum: 7 }],
  ['a number between exclusive bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }],
  ['a multiple', { type: 'integer', minimum: 11, multipleOf: 5 }],
  ['a short string', { type: 'string', maxLength: 3 }],
  ['a long string', { type: 'string', minLength: 20 }],
  [
    'formats',
    {
      type: 'array',
      prefixItems: ['date-time', 'uuid', 'email', 'uri', 'date'].map(format => ({ type: 'string', format })),
    },
  ],
  ['nullable', { type: ['string', 'null'] }],
  ['null alone', { type: 'null' }],
  [
    'const and enum',
    { type: 'object', properties: { a: { const: 'x' }, b: { enum: [3, 4] } }, required: ['a', 'b'] },
  ],
  ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], minItems: 2 }],
  ['several items', { type: 'array', items: { type: 'integer' }, minItems: 3 }],
  ['no items', { type: 'array', items: { type: 'integer' }, maxItems: 0 }],
  ['a map', { type: 'object', additionalProperties: { type: 'number' } }],
  [
    'allOf',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] },
      ],
    },
  ],
  ['alternatives', { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
]

describe('an example made from a schema is valid against it', () => {
  for (const [name, schema] of rows) {
    test(name, () => {
      ajv.validate(schema, exampleOf(sampleDocument, schema))
      expect(ajv.errors).toBeNull()
    })
  }

  test('every component of the sample', () => {
    const { components } = sampleDocument
    for (const name of Object.keys(components?.schemas ?? {})) {
      ajv.validate(
        { $ref: `#/components/schemas/${name}`, components },
        exampleOf(sampleDocument, { $ref: `#/components/schemas/${name}` }),
      )
      expect(ajv.errors).toBeNull()
    }
  })
})

describe('what the author gave comes first', () => {
  const document: OpenApiDocument = { ...sampleDocument }
  const schema = { type: 'string', example: 'of the schema' }

  test('the example of the media type before that of the schema', () => {
    expect(exampleFor(document, { schema, example: 'given' })).toBe('given')
    expect(exampleFor(document, { schema, examples: { one: { value: 'named' } } })).toBe('named')
    expect(exampleFor(document, { schema })).toBe('of the schema')
  })

  test('null and false are examples too', () => {
    expect(exampleFor(document, { schema, example: null })).toBeNull()
    expect(exampleFor(document, { schema: { type: 'boolean', default: false } })).toBe(false)
  })
})
