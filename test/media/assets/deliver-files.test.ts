// Delivery of files: which are visible, their headers, conditional requests and ranges.
import { describe, expect, test } from 'bun:test'
import { setRevision } from '../../../src/content/tables/revision.store.ts'
import { serveWith } from '../../kit/app/serve-with.ts'
import { createNeighbour, createTestSpace } from '../../kit/app/test-space.ts'
import { publishFile, storeFile } from './published-files.ts'

const bytes = 'The tide comes in.'

async function openFile() {
  const space = await createTestSpace()
  return { space, path: await publishFile(space, { id: 'tide', bytes }) }
}

function headersOf(response: Response): Record<string, string> {
  const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
  return headers
}

test('a file that live content shows is delivered to everybody, with every header', async () => {
  const { space, path } = await openFile()
  const response = await space.request(path)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(bytes)
  expect(headersOf(response)).toEqual({
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, Content-Range, Accept-Ranges, X-Request-Id',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': "inline; filename*=UTF-8''tide.png",
    'content-length': String(bytes.length),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'cross-origin',
    etag: `"${new Bun.CryptoHasher('sha256').update(bytes).digest('hex')}"`,
    'x-content-type-options': 'nosniff',
  })
  const head = await space.request(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(headersOf(head)).toEqual(headersOf(response))
})

const kinds: readonly (readonly [type: string, disposition: string, policy: RegExp])[] = [
  ['image/svg+xml', 'inline', /; sandbox$/],
  ['application/pdf', 'inline', /^default-src 'none'; style-src 'unsafe-inline'$/],
  ['video/mp4', 'inline', /media-src 'self'; style-src 'unsafe-inline'$/],
  ...['ogg', 'mpeg', 'wav', 'mp4', 'aac', 'flac'].map(
    name => [`audio/${name}`, 'inline', /media-src 'self'; style-src 'unsafe-inline'$/] as const,
  ),
  ['text/vtt', 'inline', /; sandbox$/],
  ['font/woff2', 'inline', /; sandbox$/],
  ['text/csv', 'attachment', /; sandbox$/],
  ['application/octet-stream', 'attachment', /; sandbox$/],
]

describe('a browser shows only what is safe to show', () => {
  for (const [contentType, disposition, policy] of kinds) {
    test(contentType, async () => {
      const space = await createTestSpace()
      const filename = "a 'b' (1)日.x"
      const response = await space.request(
        await publishFile(space, { id: 'file', bytes, contentType, filename }),
      )
      expect(response.headers.get('Content-Type')).toBe(contentType)
      expect(response.headers.get('Content-Security-Policy')).toMatch(policy)
      expect(response.headers.get('Content-Disposition')).toBe(
        `${disposition}; filename*=UTF-8''a%20%27b%27%20%281%29%E6%97%A5.x`,
      )
    })
  }
})

test('what no live content of the space shows is the same 404 at any path', async () => {
  const { space, path } = await openFile()
  const neighbour = await createNeighbour(space, 'rival')
  const [, , , hash] = path.split('/')
  const draft = await storeFile(space, { id: 'draft', bytes: 'draft' })
  const own = `/assets/${space.space}`
  const paths = [
    draft,
    `/assets/${neighbour.space}/${hash}/tide.png`,
    `/assets/none/${hash}/tide.png`,
    `/assets//${hash}/tide.png`,
    `/assets/%00/${hash}/tide.png`,
    `/assets/${hash}/tide.png`,
    `${own}/${hash}/other.png`,
    `${own}/${hash}/TIDE.png`,
    `${own}/${hash!.toUpperCase()}/tide.png`,
    `${own}/${hash!.slice(1)}/tide.png`,
    `${own}/${hash}/..%2ftide.png`,
    `${own}/${hash}/tide.png%00`,
    `${own}/${hash}/tide%252epng`,
    `${own}/${hash}/%zz`,
    `${own}/${hash}/`,
    `${path}/`,
    `${path}/more`,
    `${own}`,
    '/assets/index.js',
  ]
  const seen = new Set<string>()
  for (const each of paths) {
    for (const method of ['GET', 'HEAD']) {
      const response = await space.request(each, { method, headers: { Accept: 'text/html' } })
      expect([each, response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([
        each,
        404,
        '*',
      ])
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      const text = await response.text()
      if (method === 'GET') seen.add(text.replace(/"requestId":"[^"]*"/, ''))
    }
  }
  expect([...seen]).toEqual([expect.stringContaining('"code":"asset_not_found"')])
})

test('a file is gone with the next request once no live content shows it, and back when some does', async () => {
  const { space, path } = await openFile()
  const status = async () => (await space.request(path)).status
  expect(await status()).toBe(200)
  const change = async (isShown: boolean) => {
    await space.database.transaction(async writes => {
      const table = { space: space.space, entry: 'entry-of-tide', asset: 'tide', filename: 'tide.png' }
      if (isShown)
        await writes
          .insertInto('publication_asset')
          .values({ ...table, blob: path.split('/')[3]!, names_former: 0 })
          .execute()
      else await writes.deleteFrom('publication_asset').where('space', '=', space.space).execute()
      const { revision } = await writes
        .selectFrom('space')
        .select('revision')
        .where('id', '=', space.space)
        .executeTakeFirstOrThrow()
      await setRevision(writes, space.space, revision + 1)
    }, space.space)
  }
  await change(false)
  expect(await status()).toBe(404)
  await change(true)
  expect(await status()).toBe(200)
})

const ranges: readonly (readonly [range: string, status: number, body: string, contentRange?: string])[] = [
  ['bytes=0-0', 206, 'T', 'bytes 0-0/18'],
  ['bytes=13-', 206, 's in.', 'bytes 13-17/18'],
  ['bytes=-5', 206, 's in.', 'bytes 13-17/18'],
  ['bytes=-99', 206, bytes, 'bytes 0-17/18'],
  ['bytes=0-99999999', 206, bytes, 'bytes 0-17/18'],
  ['Bytes=4-7', 206, 'tide', 'bytes 4-7/18'],
  ['bytes=9-5', 200, bytes],
  ['bytes=0-1,3-4', 200, bytes],
  ['bytes=abc', 200, bytes],
  ['bytes=', 200, bytes],
  ['bytes=-', 200, bytes],
  ['lines=0-1', 200, bytes],
  ['bytes=18-', 416, '', 'bytes */18'],
  ['bytes=99999999999999999999-', 416, '', 'bytes */18'],
  ['bytes=-0', 416, '', 'bytes */18'],
]

test('one range is a part of the file, anything else the whole', async () => {
  const { space, path } = await openFile()
  for (const [range, status, body, contentRange = null] of ranges) {
    const response = await space.request(path, { headers: { Range: range } })
    const text = await response.text()
    expect([range, response.status, response.headers.get('Content-Range')]).toEqual([
      range,
      status,
      contentRange,
    ])
    if (status === 416) expect(text).toContain('range_not_satisfiable')
    else expect([text, response.headers.get('Content-Length')]).toEqual([body, String(body.length)])
    const head = await space.request(path, { method: 'HEAD', headers: { Range: range } })
    expect([head.status, head.headers.get('Content-Range')]).toEqual([200, null])
  }
})

test('a range counts only of the bytes that the client has begun with', async () => {
  const { space, path } = await openFile()
  const etag = (await space.request(path)).headers.get('ETag')!
  const ask = async (ifRange: string) =>
    (await space.request(path, { headers: { Range: 'bytes=0-0', 'If-Range': ifRange } })).status
  expect(await Promise.all([etag, `W/${etag}`, '"other"', 'Wed, 21 Oct 2026 07:28:00 GMT'].map(ask))).toEqual(
    [206, 200, 200, 200],
  )
})

test('a client that has the file gets a 304 without the store, and a file that is lost is a 503', async () => {
  const { space, path } = await openFile()
  const etag = (await space.request(path)).headers.get('ETag')!
  await space.files.store.delete(path.split('/')[3]!, 10_000)
  for (const sent of [etag, `"other", W/${etag}`, '*']) {
    const response = await space.request(path, { headers: { 'If-None-Match': sent, Range: 'bytes=0-0' } })
    expect([sent, response.status, await response.text()]).toEqual([sent, 304, ''])
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('ETag')).toBe(etag)
  }
  for (const method of ['GET', 'HEAD']) {
    const lost = await space.request(path, { method })
    expect([lost.status, lost.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
  }
})

test('other methods get a 405, and pages of other origins may ask for ranges', async () => {
  const { space, path } = await openFile()
  const post = await space.request(path, { method: 'POST' })
  expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  const asked = { 'Access-Control-Request-Headers': 'range, if-range, traceparent' }
  const preflight = await space.request(path, { method: 'OPTIONS', headers: asked })
  expect(preflight.status).toBe(204)
  expect(headersOf(preflight)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': 'range, if-range, traceparent',
  })
})

test('unknown parameters are named, and refused where the client wants that', async () => {
  const { space, path } = await openFile()
  const response = await space.request(`${path}?v=1&w=801`)
  expect([response.status, response.headers.get('X-Ignored-Parameters')]).toEqual([200, 'v'])
  const strict = await space.request(`${path}?v=1`, { headers: { Prefer: 'handling=strict' } })
  expect(strict.status).toBe(400)
})

describe('a host of the files serves files and probes', () => {
  const open = async (publicUrl: string, assetsUrl: string) => {
    const { space, path } = await openFile()
    const { app } = serveWith(space, { publicUrl, assetsUrl })
    const ask = async (host: string, at: string) =>
      (await app.request(`http://server${at}`, { headers: { Host: host, Accept: 'text/html' } })).status
    return { path, ask }
  }

  test('and nothing else', async () => {
    const { path, ask } = await open('https://cms.example', 'https://files.example:8443')
    const own = 'files.example:8443'
    expect(await ask(own, path)).toBe(200)
    expect(await ask(own, '/healthz')).toBe(200)
    for (const at of [
      '/',
      '/api/v1/assets',
      '/api/v1/openapi.json',
      '/docs',
      '/assets/index.js',
      '/nothing',
      '/sign-in',
    ])
      expect([at, await ask(own, at)]).toEqual([at, 404])
    expect(await ask('cms.example', path)).toBe(200)
    expect(await ask('cms.example', '/api/v1/openapi.json')).toBe(200)
  })

  const page = '/docs/errors'
  const written = ['', ':8443', ':443', ':80', '.', '.:8443', '..']
  test('however it is written: with a dot, in capitals, without its port or with another one', async () => {
    for (const assetsUrl of [
      'https://files.example:8443',
      'https://files.example',
      'https://files.example.:81',
    ]) {
      const { path, ask } = await open('https://cms.example', assetsUrl)
      for (const name of ['files.example', 'FILES.Example']) {
        for (const rest of written) {
          const host = `${name}${rest}`
          expect([assetsUrl, host, await ask(host, page)]).toEqual([assetsUrl, host, 404])
          expect([host, await ask(host, path)]).toEqual([host, 200])
        }
      }
      for (const host of [
        'cms.example',
        'cms.example.',
        'cms.example:8443',
        'other-files.example',
        'files.example.org',
      ])
        expect([assetsUrl, host, await ask(host, page)]).toEqual([assetsUrl, host, 200])
    }
  })

  test('and does so where only its port differs from that of the dashboard', async () => {
    const ports = await open('https://cms.example:8443', 'https://cms.example:9443')
    for (const host of ['cms.example:9443', 'CMS.example.:9443'])
      expect([host, await ports.ask(host, page)]).toEqual([host, 404])
    for (const host of ['cms.example:8443', 'cms.example', 'cms.example.'])
      expect([host, await ports.ask(host, page)]).toEqual([host, 200])
    const usual = await open('https://cms.example:8443', 'https://cms.example')
    for (const host of ['cms.example', 'cms.example.', 'cms.example:443'])
      expect([host, await usual.ask(host, page)]).toEqual([host, 404])
    expect(await usual.ask('cms.example:8443', page)).toBe(200)
    const addresses = await open('http://[::1]:3000', 'http://[::1]:3001')
    expect([await addresses.ask('[::1]:3001', page), await addresses.ask('[::1]:3000', page)]).toEqual([
      404, 200,
    ])
  })
})

test('caches keep a file for as long as the setting says', async () => {
  const { space, path } = await openFile()
  const hourly = serveWith(space, { files: { ...space.files, maxAgeSeconds: 3600 } })
  expect((await hourly.request(path)).headers.get('Cache-Control')).toBe('public, max-age=3600')
})
