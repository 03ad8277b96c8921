// The curl line, read by a real shell: what arrives at curl is what the document says.
import { expect, test } from 'bun:test'
import { curlLine } from '../../src/reference/curl-line.ts'
import type { OpenApiDocument, Operation } from '../../src/reference/open-api-shape.ts'
import { groupOperations } from '../../src/reference/operations.ts'
import { sampleDocument } from './sample-document.ts'

function lineOf(document: OpenApiDocument, path: string): string {
  const entry = groupOperations(document)
    .flatMap(group => group.operations)
    .find(each => each.path === path)
  if (entry === undefined) throw new Error(`no operation at ${path}`)
  return curlLine(document, entry, 'http://localhost:3000')
}

function wordsOf(line: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`
  const run = Bun.spawnSync(['sh', '-c', script], { env: { API_KEY: 'flst_x', SESSION: 's1' } })
  expect(run.stderr.toString()).toBe('')
  return run.stdout.toString().split('\0').slice(0, -1)
}

function documentWith(path: string, operation: Operation): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: { [path]: { post: { responses: {}, ...operation } } },
    components: {
      securitySchemes: {
        q: { type: 'apiKey', in: 'query', name: 'key' },
        h: { type: 'apiKey', in: 'header', name: 'X-$(id)`"' },
      },
    },
  }
}

test('a list: examples in path and query, defaults left out, the key in its header', () => {
  expect(lineOf(sampleDocument, '/api/v1/public/content/{collection}')).toBe(
    `curl 'http://localhost:3000/api/v1/public/content/posts?perPage=10&variants=vip,returning' \\\n  --header "Authorization: Bearer $API_KEY"`,
  )
})

test('a slash in a path value is encoded', () => {
  expect(wordsOf(lineOf(sampleDocument, '/api/v1/public/content/{collection}/{slug}'))).toEqual([
    'http://localhost:3000/api/v1/public/content/posts/guides%2Fstart?variants=vip,returning',
    '--header',
    'Authorization: Bearer flst_x',
  ])
})

test('a change: method, cookie, headers and a body with a quote in it', () => {
  expect(wordsOf(lineOf(sampleDocument, '/api/v1/tokens/api-keys/{id}'))).toEqual([
    '--request',
    'PATCH',
    'http://localhost:3000/api/v1/tokens/api-keys/id',
    '--cookie',
    'frontlist.session=s1',
    '--header',
    'Origin: http://localhost:3000',
    '--header',
    'Content-Type: application/json',
    '--data',
    `{"name":"Ada's site","expiresAt":"2026-01-01T00:00:00.000Z","scopes":["content.read"]}`,
  ])
})

test('an open operation needs no key', () => {
  expect(lineOf(sampleDocument, '/healthz')).toBe("curl 'http://localhost:3000/healthz'")
})

test('a key in the query is a variable of the shell', () => {
  const [, , address] = wordsOf(lineOf(documentWith('/x', { security: [{ q: [] }] }), '/x'))
  expect(address).toBe('http://localhost:3000/x?key=flst_x')
})

test('nothing of the document is run by the shell', () => {
  const nasty = `'; touch /tmp/never; echo "$(id)" \`id\``
  const operation: Operation = {
    security: [{ h: [] }],
    parameters: [
      { name: nasty, in: 'header', example: nasty },
      { name: nasty, in: 'query', example: nasty },
    ],
    requestBody: { content: { [nasty]: { example: nasty } } },
  }
  const words = wordsOf(lineOf(documentWith(`/'$(id)`, operation), `/'$(id)`))
  expect(words[2]).toStartWith(`http://localhost:3000/'$(id)?`)
  expect(words).toContain('X-$(id)`": flst_x')
  expect(words).toContain(`${nasty}: ${nasty}`)
  expect(words.at(-1)).toBe(nasty)
})
