// Contract 1.1: what else than GET and HEAD a path answers.
import { describe, expect, test } from 'bun:test'
import { openLibrary } from '../kit/app/library-space.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'

const content = [
  '/api/v1/public/content/books',
  '/api/v1/public/content/books/tide-tables',
  '/api/v1/public/schema',
]
const documents = ['/api/v1/openapi.json', '/llms.txt', '/docs/errors.md']
/** What pages of other origins may read. */
const open = [...content, ...documents]
const pages = ['/docs', '/docs/errors', '/healthz', '/readyz']
const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY', 'LINK']

describe('a method that a path does not have', () => {
  for (const path of [...open, ...pages]) {
    const allow = open.includes(path) ? 'GET, HEAD, OPTIONS' : 'GET, HEAD'
    test(`is a 405 that names those of ${path}, with a key and without`, async () => {
      const space = await openLibrary()
      const others = open.includes(path) ? methods : [...methods, 'OPTIONS']
      for (const method of others) {
        for (const headers of [{}, { Authorization: `Bearer ${space.key}` }]) {
          space.statements.length = 0
          const response = await space.request(path, { method, headers })
          const received = await readResponse(response)
          expect({ method, status: received.status }).toEqual({ method, status: 405 })
          expect(received.headers.get('Allow')).toBe(allow)
          expect(readProblem(received).code).toBe('method_not_allowed')
          expect(space.statements).toEqual([])
        }
      }
    })
  }

  test('is a 404 where there is no such path', async () => {
    const space = await openLibrary()
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const response = await readResponse(await space.request('/api/v1/public/nothing', { method }))
      expect(readProblem(response).code).toBe('not_found')
    }
  })

  test('with a body changes nothing: the same list before and after', async () => {
    const space = await openLibrary()
    const before = await (await space.get('/content/books')).text()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      await space.request('/api/v1/public/content/books', {
        method,
        headers: { Authorization: `Bearer ${space.key}`, 'Content-Type': 'application/json' },
        body: '{"data":{"title":"mine"}}',
      })
    }
    expect(await (await space.get('/content/books')).text()).toBe(before)
  })
})
