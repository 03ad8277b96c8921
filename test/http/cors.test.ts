// Contract 1.1: any page may read content with a key, nothing else, and never with cookies.
import { describe, expect, test } from 'bun:test'
import { openLibrary } from '../kit/app/library-space.ts'

const origin = 'https://shop.example'
const content = '/api/v1/public/content/books'

const exposed =
  'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, X-Ignored-Parameters, Content-Revision, X-Cache-Tags'
const exposedOfFiles = 'ETag, Content-Range, Accept-Ranges, X-Request-Id'

describe('content', () => {
  test('is open to every origin without credentials, on 200, 304 and each error', async () => {
    const space = await openLibrary()
    const key = `Bearer ${space.key}`
    const { key: other } = await space.makeKey({ scopes: ['schema.read'] })
    const cases: readonly (readonly [number, string, Record<string, string>])[] = [
      [200, content, { Authorization: key }],
      [200, `${content}/tide-tables`, { Authorization: key }],
      [304, content, { Authorization: key, 'If-None-Match': '*' }],
      [400, `${content}?page=0`, { Authorization: key }],
      [401, content, {}],
      [403, content, { Authorization: `Bearer ${other}` }],
      [404, `${content}/nothing`, { Authorization: key }],
      [404, '/api/v1/public/content/nowhere', { Authorization: key }],
      [200, '/api/v1/public/schema', { Authorization: key }],
    ]
    for (const [status, path, headers] of cases) {
      const response = await space.request(path, { headers: { ...headers, Origin: origin } })
      expect(response.status).toBe(status)
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(response.headers.get('Access-Control-Expose-Headers')).toBe(exposed)
    }
    const wrongMethod = await space.request(content, { method: 'POST', headers: { Origin: origin } })
    expect(wrongMethod.status).toBe(405)
    expect(wrongMethod.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(wrongMethod.headers.get('Access-Control-Expose-Headers')).toBe(exposed)
  })

  test('lets a preflight pass without a key, for GET with the headers that clients need', async () => {
    const space = await openLibrary()
    for (const path of [content, `${content}/tide-tables`, `${content}/nothing`, '/api/v1/public/schema']) {
      space.statements.length = 0
      const response = await space.request(path, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'authorization,if-none-match,prefer',
        },
      })
      expect(response.status).toBe(204)
      expect(await response.text()).toBe('')
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD')
      const allowed = response.headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(', ')
      for (const name of ['authorization', 'if-none-match', 'prefer']) expect(allowed).toContain(name)
      expect(space.statements).toEqual([])
    }
  })
})

describe('a preflight', () => {
  const file = `/assets/main/${'a'.repeat(64)}/a.png`
  const paths = [content, '/api/v1/public/schema', '/api/v1/openapi.json', '/llms.txt', file]

  test('allows every header that it asks for, so that tracing in browsers works', async () => {
    const space = await openLibrary()
    const ask = async (path: string, names: string | null) => {
      const headers = new Headers({ Origin: origin, 'Access-Control-Request-Method': 'GET' })
      if (names !== null) headers.set('Access-Control-Request-Headers', names)
      const response = await space.request(path, { method: 'OPTIONS', headers })
      expect([path, response.status]).toEqual([path, 204])
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(response.headers.get('Access-Control-Expose-Headers')).toBe(
        path === file ? exposedOfFiles : exposed,
      )
      expect(response.headers.get('Vary')).toContain('Access-Control-Request-Headers')
      return response.headers.get('Access-Control-Allow-Headers')
    }
    for (const path of paths) {
      const traced = 'authorization,baggage,sentry-trace,traceparent,x-of-nobody'
      expect(await ask(path, traced)).toBe(traced.replaceAll(',', ', '))
      expect(await ask(path, null)).toBeNull()
      expect(await ask(path, 'a b, ,@,range')).toBe('range')
    }
  })

  test('is followed by a response that the page may read', async () => {
    const space = await openLibrary()
    for (const path of ['/api/v1/openapi.json', '/llms.txt', '/docs/content-api.md']) {
      const read = await space.request(path, { headers: { Origin: origin, Traceparent: '00-0-0-00' } })
      expect([path, read.status]).toEqual([path, 200])
      expect(read.headers.get('Access-Control-Allow-Origin')).toBe('*')
      const refused = await space.request(path, { method: 'POST', headers: { Origin: origin } })
      expect([path, refused.status]).toEqual([path, 405])
      expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
  })
})

describe('everything else', () => {
  for (const path of ['/docs', '/docs/errors', '/healthz', '/nothing', '/api/v1/public']) {
    test(`${path} is not open to other origins`, async () => {
      const space = await openLibrary()
      for (const method of ['GET', 'OPTIONS']) {
        const response = await space.request(path, { method, headers: { Origin: origin } })
        expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
        expect(response.headers.get('Access-Control-Allow-Headers')).toBeNull()
      }
    })
  }
})
