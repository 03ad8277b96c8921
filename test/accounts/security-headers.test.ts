// What browsers are told beside a response: who may store it, read it, frame it, and what a page of ours may run.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { DashboardPack } from '../../src/dashboard/pack.ts'
import { dashboardPages } from '../../src/dashboard/pages.ts'
import { readDashboardPack } from '../../src/dashboard/read-pack.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { openSession, type SignedIn, sendAs, signIn, testPassword } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { projectFolder } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

let space: TestSpace
let owner: SignedIn
let pack: DashboardPack
beforeAll(async () => {
  // Does nothing where the pack is that of the sources.
  Bun.spawnSync([process.execPath, join(projectFolder, 'scripts/build-dashboard.ts')])
  pack = (await readDashboardPack())!
  space = serveWith(await createTestSpace(), { dashboard: pack })
  owner = await signIn(space)
})

type Asked = readonly [method: string, path: string, body?: object]

const good: readonly Asked[] = [
  ['GET', '/api/auth/session'],
  ['POST', '/api/auth/switch-space', { space: 'main' }],
  ['POST', '/api/auth/sign-in/email', { email: 'owner@example.com', password: testPassword }],
  ['GET', '/api/setup'],
  ['GET', '/api/v1/tokens/api-keys'],
  ['POST', '/api/v1/tokens/api-keys', { name: 'k' }],
  ['GET', '/api/dashboard/members'],
  ['GET', '/api/dashboard/activity'],
  ['POST', '/api/dashboard/invitations', { email: 'new@example.com', role: 'member' }],
  ['GET', '/api/dashboard/invitations'],
]
const bad: readonly Asked[] = [
  ['POST', '/api/auth/sign-in/email', { email: 'owner@example.com', password: 'wrong' }],
  ['POST', '/api/auth/sign-in/email', {}],
  ['POST', '/api/auth/switch-space', { space: 'nowhere' }],
  ['POST', '/api/auth/open-invitation', { token: 'x' }],
  ['POST', '/api/setup', { token: 'x', email: 'a@example.com', password: testPassword, space: 'main' }],
  ['GET', '/api/v1/tokens/api-keys?page=0'],
  ['PATCH', '/api/v1/tokens/api-keys/x', { name: 'k' }],
  ['PUT', '/api/v1/tokens/api-keys'],
  ['GET', '/api/auth/nothing'],
]

describe('with a session', () => {
  const rows = [
    ...good.map(sent => ({ asked: sent, isGood: true })),
    ...bad.map(sent => ({ asked: sent, isGood: false })),
  ]
  for (const { asked: sent, isGood } of rows) {
    const [method, path, body] = sent
    test(`${isGood ? 'the response to' : 'the refusal of'} ${method} ${path} is stored by nobody, and read by no page of another origin`, async () => {
      // A session of its own: signing in ends the one that it came with.
      const send = sendAs(space, await openSession(space, owner))
      for (const way of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
        const response = await send(way, path, body, { 'X-Test-Address': '192.0.2.1' })
        expect(response.status < 400).toBe(isGood)
        expect(response.headers.get('Cache-Control')).toBe('no-store')
        expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
        expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
        expect(response.headers.get('ETag')).toBeNull()
        if (isGood) expect(response.headers.get('Vary')).toBe('Cookie')
        expect(corsOf(response)).toEqual([])
      }
    })
  }

  test('nothing is promised to other origins by a preflight', async () => {
    for (const [, path] of [...good, ...bad]) {
      const headers = {
        Origin: 'http://evil.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      }
      const response = await space.request(path.split('?')[0]!, { method: 'OPTIONS', headers })
      expect([404, 405]).toContain(response.status)
      expect(corsOf(response)).toEqual([])
    }
  })
})

test('over https every response tells browsers to stay there; over http none does', async () => {
  const paths = [
    '/',
    '/sign-in',
    '/api/auth/session',
    '/api/setup',
    '/nothing',
    '/healthz',
    '/api/v1/public/content/x',
    pack.assets[0]!.path,
  ]
  for (const [publicUrl, reported] of [
    ['https://content.example.com', 'max-age=31536000'],
    ['http://content.example.com', null],
    [null, null],
  ] as const) {
    const over = serveWith(space, { publicUrl, dashboard: pack })
    for (const path of paths) {
      const response = await over.request(path)
      expect([path, response.headers.get('Strict-Transport-Security')]).toEqual([path, reported])
    }
  }
})

describe('a page of the dashboard', () => {
  const pages = Object.values(dashboardPages).map(path => path.replaceAll(/\{\w+\}/g, 'x'))

  test.each(pages)('runs no script but its own files, and is framed by nobody: %s', async path => {
    const response = await space.request(path)
    const html = await response.text()
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = policyOf(response)
    expect(policy['default-src']).toEqual(["'none'"])
    expect(policy['script-src']).toEqual(["'self'"])
    for (const name of ['frame-ancestors', 'base-uri'])
      expect([name, policy[name]]).toEqual([name, ["'none'"]])
    for (const name of ['connect-src', 'form-action'])
      expect([name, policy[name]]).toEqual([name, ["'self'"]])
    const sources = Object.values(policy).flat()
    expect(sources.filter(source => /unsafe|\*|^https?:|^blob:/.test(source))).toEqual([])
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(html).not.toMatch(/<script(?![^>]*\ssrc="\/assets\/)|\son\w+=|javascript:|<style(?![^>]*nonce)/i)
    expect(
      [...html.matchAll(/(?:src|href)="([^"]*)"/g)].filter(([, to]) => !/^(?:\/|data:)(?!\/)/.test(to!)),
    ).toEqual([])
    const head = await space.request(path, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('Content-Length')]).toEqual([
      200,
      '',
      String(Buffer.byteLength(html)),
    ])
  })

  test('has a nonce of its own each time, in the policy and in the document', async () => {
    const nonces = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await space.request('/')
        const [, nonce] = /'nonce-([0-9A-Za-z]{22,})'/.exec(policyOf(response)['style-src']!.join(' '))!
        const html = await response.text()
        expect(html).not.toContain('{{nonce}}')
        expect(html).toContain(nonce!)
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(50)
  })

  test('is the same for everyone: no session is looked at, and nothing of the server is in it', async () => {
    const strip = (html: string) => html.replaceAll(/[0-9A-Za-z]{22}/g, '')
    space.statements.length = 0
    const texts = await Promise.all(
      [owner.cookie, null, 'frontlist.session=x'].map(async cookie => {
        const response = await sendAs(space, cookie)('GET', '/settings/members')
        expect(response.headers.getSetCookie()).toEqual([])
        return strip(await response.text())
      }),
    )
    expect(new Set(texts).size).toBe(1)
    expect(space.statements).toEqual([])
  })

  test.each(['/settings', '/sign-in/', '/SIGN-IN', '/content/a/b/c', '/index.html', '/assets', '/assets/'])(
    'is not %s',
    async path => expect((await space.request(path)).status).toBe(404),
  )

  test('says so where the dashboard was not built', async () => {
    const response = await serveWith(space, { dashboard: null }).request('/')
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'unavailable' }])
  })
})

describe('a file of the dashboard', () => {
  test('never changes at its path, and comes packed as asked', async () => {
    expect(pack.assets.length).toBeGreaterThanOrEqual(2)
    for (const { path, type, plain, br } of pack.assets) {
      for (const [accepted, coding, unpack] of [
        [null, null, (bytes: Buffer) => bytes],
        ['identity', null, (bytes: Buffer) => bytes],
        ['gzip', 'gzip', gunzipSync],
        ['br', 'br', brotliDecompressSync],
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['br;q=0.1, gzip', 'gzip', gunzipSync],
        ['br;q=0, gzip;q=0', null, (bytes: Buffer) => bytes],
      ] as const) {
        const headers: Record<string, string> = accepted === null ? {} : { 'Accept-Encoding': accepted }
        const response = await space.request(path, { headers })
        const bytes = Buffer.from(await response.arrayBuffer())
        // What is compressed by itself, such as a font, is sent as it is.
        const packed = br === null ? { coding: null, unpack: (text: Buffer) => text } : { coding, unpack }
        expect([response.status, response.headers.get('Content-Encoding')]).toEqual([200, packed.coding])
        expect(Buffer.from(packed.unpack(bytes)).equals(Buffer.from(plain, 'base64'))).toBe(true)
        expect(response.headers.get('Content-Length')).toBe(String(bytes.length))
        expect(response.headers.get('Content-Type')).toBe(type)
        expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('Vary')).toBe('Accept-Encoding')
        expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
        expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      }
    }
  })

  test('that does not exist is a 404, and leads nowhere outside the folder', async () => {
    for (const name of [
      'x.js',
      '..%2fpackage.json',
      '%2e%2e%2fpackage.json',
      '..%5cpackage.json',
      '%00',
      `${pack.assets[0]!.path.slice(8)}x`,
    ]) {
      expect([name, (await space.request(`/assets/${name}`)).status]).toEqual([name, 404])
    }
  })
})

function corsOf(response: Response): string[] {
  return [...response.headers.keys()].filter(name => name.startsWith('access-control'))
}

function policyOf(response: Response): Readonly<Record<string, string[]>> {
  const directives = (response.headers.get('Content-Security-Policy') ?? '').split('; ')
  return Object.fromEntries(directives.map(text => [text.split(' ')[0], text.split(' ').slice(1)]))
}
