// A document that the project's own generator wrote: whatever it emits is understood, types included.
import { describe, expect, test } from 'bun:test'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { OpenApiDocument } from '../../src/reference/open-api-shape.ts'
import { renderReferencePage } from '../../src/reference/reference-page.tsx'
import { elementsOf } from './page-outline.ts'

const Author = z.object({ id: z.string(), at: z.iso.datetime() }).openapi('Author')

const Post = z
  .object({
    count: z.int().min(1).openapi({ description: 'How many.' }),
    size: z.number().positive(),
    author: Author,
    described: Author.openapi({ description: 'Said here only.' }),
    either: z.union([Author, z.string()]),
    pair: z.tuple([z.string(), z.number()]),
    map: z.record(z.string(), z.boolean()),
    kind: z.literal('post'),
    state: z.enum(['live', 'draft']).default('live'),
    note: z.string().max(9).nullable().optional(),
    maybe: z.array(z.union([Author, z.string(), z.null()])),
    anything: z.unknown(),
    shape: z.discriminatedUnion('k', [
      z.object({ k: z.literal('x') }),
      z.object({ k: z.literal('y'), z: z.email() }),
    ]),
    closed: z.strictObject({ a: z.string().regex(/^a/) }),
    both: Author.and(z.object({ q: z.string() })),
  })
  .openapi('Post')

function generate(): OpenApiDocument {
  const app = new OpenAPIHono()
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer' })
  const route = createRoute({
    method: 'get',
    path: '/posts/{id}',
    security: [{ apiKey: ['content.read'] }],
    request: {
      params: z.object({ id: z.string().openapi({ example: 'p1' }) }),
      query: z.object({ depth: z.int().min(0).max(10).default(0) }),
    },
    responses: {
      200: {
        description: 'ok',
        headers: z.object({ ETag: z.string() }),
        content: { 'application/json': { schema: Post } },
      },
    },
  })
  app.openapi(route, context => context.body(null, 200) as never)
  return app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Generated', version: '1' } })
}

describe('a document made by zod-openapi', () => {
  const elements = elementsOf(renderReferencePage(generate(), { baseUrl: 'http://x' }))
  const schema = elements.find(
    ({ attributes, text }) => attributes.get('class') === 'entry schema' && text.startsWith('Post'),
  )
  const rows = [
    'count integer requiredHow many.at least 1',
    'size number requiredmore than 0',
    'author Author required',
    'described Author requiredSaid here only.',
    'either Author or string required',
    'pair array of exactly string, number required',
    'map object of boolean required',
    'kind string requiredalways post',
    'state string one of live draftdefault live',
    'note string or null at most 9 characters',
    'maybe array of (Author or string or null) required',
    'anything any value',
    'shape object or object required',
    'closed object required',
    'a string requiredpattern ^a',
    'both object required',
  ]
  for (const row of rows) {
    test(`shows ${row}`, () => expect(schema?.text).toContain(row))
  }

  test('shows the parameter with its bounds and default, and the curl line', () => {
    const article = elements.find(({ tag }) => tag === 'article')?.text
    expect(article).toContain('depthin queryinteger0 to 100')
    expect(article).toContain("curl 'http://x/posts/p1' \\ --header")
    expect(article).toContain('HeadersETag string')
  })
})
