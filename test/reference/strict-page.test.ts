// What the page must never hold, whatever the document says: script, inline style, anything loaded from outside.
import { describe, expect, test } from 'bun:test'
import type { OpenApiDocument } from '../../src/reference/open-api-shape.ts'
import { renderReferencePage } from '../../src/reference/reference-page.tsx'
import { referenceStyle } from '../../src/reference/reference-style.ts'
import { elementsOf } from './page-outline.ts'
import { sampleDocument } from './sample-document.ts'

const hostile = `</code><script>alert(1)</script><img src=x onerror="alert(2)">'"\`&<style>*{}</style>`
const markdown = `${hostile}\n\n[x](javascript:alert(1)) [y](//evil.example/) [z](data:text/html,1)\n\n- ${hostile}\n\n\`\`\`\n${hostile}\n\`\`\``

const hostileDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: hostile, version: hostile, description: markdown },
  tags: [{ name: hostile, description: markdown }],
  paths: {
    [`/${hostile}/{${hostile}}`]: {
      get: {
        operationId: hostile,
        tags: [hostile],
        summary: hostile,
        description: markdown,
        security: [{ [hostile]: [hostile] }],
        parameters: [
          {
            name: hostile,
            in: 'path',
            required: true,
            description: markdown,
            schema: { type: 'string', default: hostile, pattern: hostile },
          },
          { name: hostile, in: 'header', example: hostile, schema: { enum: [hostile, 1] } },
        ],
        responses: {
          [hostile]: {
            description: markdown,
            headers: { [hostile]: { description: markdown, schema: { type: hostile, format: hostile } } },
            content: {
              [hostile]: { schema: { $ref: '#/components/schemas/Bad' }, example: { [hostile]: hostile } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Bad: { type: 'object', description: markdown, properties: { [hostile]: { const: hostile } } },
      [hostile]: {},
    },
    securitySchemes: { [hostile]: { type: 'apiKey', in: 'cookie', name: hostile, description: markdown } },
  },
  'x-error-codes': [{ code: hostile, status: 400, title: hostile, description: markdown }],
}

const documents = [
  ['the sample', sampleDocument],
  ['a hostile document', hostileDocument],
] as const

for (const [name, document] of documents) {
  describe(`the page of ${name}`, () => {
    const html = renderReferencePage(document, { baseUrl: 'http://localhost:3000' })
    const elements = elementsOf(html)

    test('holds no script, no inline style and no frame', () => {
      const tags = new Set(elements.map(element => element.tag))
      for (const tag of ['script', 'style', 'iframe', 'object', 'embed', 'img', 'form', 'base'])
        expect(tags).not.toContain(tag)
    })

    test('has no style attribute and no event handler', () => {
      const names = elements.flatMap(element => [...element.attributes.keys()])
      expect(names.filter(each => each === 'style' || each.startsWith('on'))).toEqual([])
    })

    test('loads its own style sheet and nothing else', () => {
      const loaded = elements
        .filter(({ tag }) => tag === 'link')
        .map(({ attributes }) => attributes.get('href'))
      expect(loaded).toEqual(['data:,', '/docs/style.css'])
      expect(elements.filter(({ attributes }) => attributes.has('src') || attributes.has('srcset'))).toEqual(
        [],
      )
    })

    test('links to safe addresses only', () => {
      const hrefs = elements
        .filter(({ tag }) => tag === 'a')
        .map(({ attributes }) => attributes.get('href') ?? '')
      expect(hrefs.filter(href => !/^(#[\w./-]+|\/(?!\/)\S*|https?:\/\/\S+)$/.test(href))).toEqual([])
    })
  })
}

test('hostile text is shown as it was written', () => {
  const html = renderReferencePage(hostileDocument, { baseUrl: 'http://localhost:3000' })
  const heading = elementsOf(html).find(element => element.tag === 'h1')
  expect(heading?.text).toBe(hostile)
  expect(html).toContain('[x](javascript:alert(1))')
})

test('a hostile base address stays inside its quotes', () => {
  const html = renderReferencePage(sampleDocument, { baseUrl: `http://x/"><script>` })
  expect(html).not.toContain('<script')
})

test('the style sheet loads nothing', () => {
  expect(referenceStyle).toContain('prefers-color-scheme: dark')
  expect(referenceStyle).not.toMatch(/url\(|@import|@font-face|https?:/)
})
