// Schemas that hold themselves, in every way that a document can say it: the page ends, and links where it stops.
import { describe, expect, test } from 'bun:test'
import { exampleOf } from '../../src/reference/example-of.ts'
import type { OpenApiDocument, Schema } from '../../src/reference/open-api-shape.ts'
import { renderReferencePage } from '../../src/reference/reference-page.tsx'

function documentOf(schemas: Record<string, Schema>, schema: Schema): OpenApiDocument {
  const responses = { '200': { description: 'ok', content: { 'application/json': { schema } } } }
  return {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: { '/x': { get: { responses } } },
    components: { schemas },
  }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const a = ref('A')

const cycles: readonly (readonly [string, Record<string, Schema>])[] = [
  ['a property', { A: { type: 'object', properties: { next: a }, required: ['next'] } }],
  ['a nullable property', { A: { type: 'object', properties: { next: { anyOf: [a, { type: 'null' }] } } } }],
  ['items', { A: { type: 'array', items: a, minItems: 3 } }],
  ['any other key', { A: { type: 'object', additionalProperties: a } }],
  ['two schemas', { A: { properties: { b: ref('B') } }, B: { properties: { a } } }],
  ['alternatives', { A: { oneOf: [{ type: 'string' }, { type: 'array', items: a }] } }],
  ['alternatives and nothing else', { A: { anyOf: [a, a] } }],
  ['a reference to itself', { A: a }],
  ['references in a ring', { A: ref('B'), B: a }],
  ['allOf', { A: { allOf: [a, a, { type: 'object', properties: { x: a } }] } }],
  ['a lone alternative', { A: { anyOf: [a] } }],
  ['a tuple', { A: { type: 'array', prefixItems: [a, a] } }],
]

describe('a schema that holds itself', () => {
  for (const [name, schemas] of cycles) {
    test(`through ${name} ends`, () => {
      const document = documentOf(schemas, a)
      const html = renderReferencePage(document, { baseUrl: 'http://x' })
      expect(html).toContain('id="schema-A"')
      expect(html.length).toBeLessThan(50_000)
      expect(JSON.stringify(exampleOf(document, a)).length).toBeLessThan(1000)
    })
  }

  test('is linked where it is met again', () => {
    const schemas = { A: { type: 'object', properties: { next: a } } }
    expect(renderReferencePage(documentOf(schemas, a), { baseUrl: 'http://x' })).toContain(
      '<a href="#schema-A">A</a>',
    )
  })
})

test('schemas that branch at every level do not grow the page by powers', () => {
  const names = Array.from({ length: 20 }, (_, index) => `S${index}`)
  const schemas = Object.fromEntries(
    names.map((name, index) => {
      const next = ref(`S${index + 1}`)
      return [
        name,
        index === 19 ? { type: 'string' } : { type: 'object', properties: { l: next, m: next, r: next } },
      ]
    }),
  )
  expect(renderReferencePage(documentOf(schemas, ref('S0')), { baseUrl: 'http://x' }).length).toBeLessThan(
    2_000_000,
  )
})

test('a reference that leads nowhere is shown as any value, without a link', () => {
  const html = renderReferencePage(documentOf({}, ref('Gone')), { baseUrl: 'http://x' })
  expect(html).toContain('any value')
  expect(html).not.toContain('schema-Gone')
})
