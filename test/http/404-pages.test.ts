// A page that does not exist: a browser gets a page that says so, everybody else the problem; both are a 404.
import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { DashboardPack } from '../../src/dashboard/pack.ts'
import { readDashboardPack } from '../../src/dashboard/read-pack.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { projectFolder } from '../kit/command/process.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

let space: TestSpace
let pack: DashboardPack
beforeAll(async () => {
  // Does nothing where the pack is that of the sources.
  Bun.spawnSync([process.execPath, join(projectFolder, 'scripts/build-dashboard.ts')])
  pack = (await readDashboardPack())!
  space = serveWith(await createTestSpace(), { dashboard: pack })
})

const send = (path: string, accept: string | null, method = 'GET') =>
  space.request(path, { method, headers: accept === null ? {} : { Accept: accept } })

async function expectProblem(response: Response): Promise<void> {
  const received = await readResponse(response)
  expect(received.status).toBe(404)
  expect(received.headers.get('Content-Type')).toBe('application/problem+json')
  expect(readProblem(received).code).toBe('not_found')
}

describe('a path outside of the API that names nothing', () => {
  test.each([
    '/nope',
    '/settings',
    '/content/',
    '/SIGN-IN',
    '/content/a/b/c',
    '/s',
    '/s/demo/',
    '/s/demo/nope',
    '/docs/nope',
    '/apis',
    '/%zz',
  ])('is the dashboard’s page for a browser, with 404: %s', async path => {
    const response = await send(path, browser)
    const html = await response.text()
    expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(html).toContain('<meta name="page-status" content="404"')
    expect(html).not.toContain('{{')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Vary')).toBe('Accept')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(response.headers.get('X-Request-Id')).not.toBeNull()
    const head = await send(path, browser, 'HEAD')
    expect([head.status, await head.text(), head.headers.get('Content-Type')]).toEqual([
      404,
      '',
      'text/html; charset=utf-8',
    ])
    expect(head.headers.get('Content-Length')).toBe(String(Buffer.byteLength(html)))
  })

  test.each([
    ['nothing', null],
    ['anything', '*/*'],
    ['JSON', 'application/json'],
    ['JSON before anything else', 'application/json, text/plain, */*'],
    ['JSON rather than HTML', 'application/json, text/html;q=0.5'],
    ['the problem rather than HTML', 'text/html;q=0.9, application/problem+json'],
    ['any text', 'text/*;q=0.1, */*'],
    ['HTML not at all', 'text/html;q=0, */*'],
    ['what is no media type', ',;/'],
  ])('is the problem for who asks for %s', async (_, accept) => {
    const response = await send('/nope', accept)
    expect(response.headers.get('Vary')).toBe('Accept')
    await expectProblem(response)
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('is the problem for %s', async method => {
    await expectProblem(await send('/nope', browser, method))
  })
})

test.each(['/api', '/api/', '/api/nothing', '/api/v1/public/nothing', '/api/v2/x'])(
  'a path of the API that names nothing is the problem for a browser too: %s',
  async path => expectProblem(await send(path, browser)),
)

test('a page that there is says that it is one', async () => {
  const html = await (await send('/', browser)).text()
  expect(html).toContain('<meta name="page-status" content="200"')
})

test('the page may load pictures of the hosts in MEDIA_HOSTS by https, and of no others', async () => {
  const pictures = async (mediaHosts: readonly string[]) => {
    const page = await serveWith(space, { dashboard: pack, mediaHosts }).request('/', {
      headers: { Accept: browser },
    })
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    const listed = /name="media-hosts" content="([^"]*)"/.exec(await page.text())?.[1]
    return [policy.split('; ').find(directive => directive.startsWith('img-src')), listed]
  }
  expect(await pictures([])).toEqual(["img-src 'self' data:", ''])
  expect(await pictures(['a.example', '*.b.example'])).toEqual([
    "img-src 'self' data: https://a.example https://*.b.example",
    'a.example *.b.example',
  ])
})

test('where the dashboard was not built, a browser gets the problem', async () => {
  const bare = serveWith(space, { dashboard: null })
  await expectProblem(await bare.request('/nope', { headers: { Accept: browser } }))
})
