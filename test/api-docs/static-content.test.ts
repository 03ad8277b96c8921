// The OpenAPI document, the API reference, the page of errors and the guides are compressed and can be requested
// conditionally.
import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { DashboardPack } from '../../src/dashboard/pack.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { createTestSpace } from '../kit/app/test-space.ts'

const dashboard: DashboardPack = {
  sources: '',
  html: '',
  apiDocsHtml: '<!doctype html><p>Docs</p>',
  assets: [],
}
const { request } = serveWith(await createTestSpace(), { dashboard })

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

const paths = ['/api/v1/openapi.json', '/docs', '/docs/errors', '/llms.txt', '/docs/querying.md']

describe.each(paths)('%s', path => {
  const get = (headers: Record<string, string> = {}, method = 'GET') => request(path, { method, headers })

  test.each(Object.entries(decoders))('comes in %s to a client that accepts it', async (coding, decode) => {
    const plain = await (await get()).text()
    const response = await get({ 'Accept-Encoding': coding })
    expect(response.headers.get('Content-Encoding')).toBe(coding)
    expect(response.headers.get('Vary')).toContain('Accept-Encoding')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('Content-Length')).toBe(String(bytes.byteLength))
    expect(decode(bytes).toString()).toBe(plain)
  })

  test('has a strong ETag, another one in each coding, and is a 304 for a client that has it in any', async () => {
    const tags = await Promise.all(
      ['', 'zstd', 'br', 'gzip'].map(
        async coding => (await get({ 'Accept-Encoding': coding })).headers.get('ETag')!,
      ),
    )
    expect(new Set(tags).size).toBe(4)
    for (const tag of tags) {
      expect(tag).toMatch(/^"[\w-]+"$/)
      for (const method of ['GET', 'HEAD']) {
        const response = await get({ 'If-None-Match': tag }, method)
        expect([response.status, await response.text()]).toEqual([304, ''])
        expect(response.headers.get('ETag')).toBe(tags[0]!)
      }
    }
    expect((await get({ 'If-None-Match': '"another"' })).status).toBe(200)
  })
})

test.each(['/api/v1/openapi.json', '/llms.txt', '/docs/querying.md'])(
  '%s may be read by pages of other origins, also with a 304',
  async path => {
    for (const headers of [{}, { 'If-None-Match': '*' }]) {
      const response = await request(path, { headers })
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
  },
)

test('where the API reference was not built, its page says what to run', async () => {
  const bare = serveWith(await createTestSpace(), { dashboard: null })
  const response = await bare.request('/docs')
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('npm run dashboard')
})
