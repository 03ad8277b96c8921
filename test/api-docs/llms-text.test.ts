// What a program finds out from the server alone: /llms.txt, and the documents that it leads to.
import { describe, expect, test } from 'bun:test'
import { guidePath, guides } from '../../src/api-docs/guides.ts'
import { anchorsOf, linksOf } from '../documents/documents.ts'
import { openApi } from '../kit/app/open-api.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { createTestSpace } from '../kit/app/test-space.ts'

const apiDocsHtml = '<!doctype html><p>Docs</p>'
const dashboard = { sources: '', html: '', apiDocsHtml, assets: [] }
const { request } = serveWith(await createTestSpace(), { dashboard })
const read = async (path: string) => (await request(path)).text()

describe('/llms.txt', () => {
  test('says what Frontlist is, and how a request is authenticated', async () => {
    const response = await request('/llms.txt')
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toStartWith('# Frontlist\n\n> ')
    expect(text).toContain('Authorization: Bearer <API_KEY>')
    expect(Buffer.byteLength(text)).toBeLessThan(8192)
  })

  test('has a link to each document, and each link is served', async () => {
    const links = linksOf(await read('/llms.txt'))
    expect(links).toEqual([...guides.map(guidePath), '/api/v1/openapi.json', '/docs'])
    for (const link of links) expect([link, (await request(link)).status]).toEqual([link, 200])
  })

  test('names every endpoint below /api/v1, and no other', async () => {
    const named = [...(await read('/llms.txt')).matchAll(/^- `([A-Z]+ \/\S+)`: \S/gm)].map(([, name]) => name)
    const described = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      path.startsWith('/api/v1/') ? Object.keys(methods).map(name => `${name.toUpperCase()} ${path}`) : [],
    )
    expect(named.toSorted()).toEqual(described.toSorted())
  })
})

describe.each(guides.map(guidePath))('%s', path => {
  test('is Markdown, and its links lead to what is served', async () => {
    const response = await request(path)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ])
    const text = await response.text()
    expect(text).toMatch(/^# \S/)
    for (const link of linksOf(text).filter(each => !/^https?:/.test(each))) {
      const { pathname, hash } = new URL(link, `http://localhost${path}`)
      const target = await request(pathname)
      expect([link, target.status]).toEqual([link, 200])
      if (hash !== '') expect(anchorsOf(await target.text())).toContain(hash.slice(1))
    }
  })
})

test('a document that is not for clients is not served', async () => {
  for (const path of ['/docs/deployment.md', '/docs/performance.md', '/docs/nothing.md', '/README.md']) {
    expect([path, (await request(path)).status]).toEqual([path, 404])
  }
})
