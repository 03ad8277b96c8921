// Contract 2, C1: a write comes from a page of this server or is refused, whatever the route, the origin and the type.
import { beforeAll, describe, expect, test } from 'bun:test'
import { newSetupToken } from '../../src/accounts/onboarding.service.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { type SignedIn, sendAs, signIn, testOrigin, testPassword } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

const publicUrl = 'https://content.example.com'

let space: TestSpace
let overHttps: TestSpace
let owner: SignedIn
let member: SignedIn
let writes: readonly Write[]
beforeAll(async () => {
  space = await createTestSpace()
  overHttps = serveWith(space, { publicUrl })
  const token = await newSetupToken(space.database, { clock: () => space.time.now, random: systemRandom })
  owner = await signIn(space, { email: 'owner@example.com' })
  member = await signIn(space, { email: 'member@example.com', role: 'member' })
  writes = await findWrites(token!)
})

interface Write {
  readonly method: string
  readonly path: string
  /** What the route would act on, were it asked by its own page. */
  readonly body: object
}

/** Every route that is not a GET, from the app itself: a new one is in the grid without being added. */
async function findWrites(token: string): Promise<Write[]> {
  const { doc, link } = (await (
    await owner.send('POST', '/api/dashboard/invitations', { email: 'new@example.com', role: 'member' })
  ).json()) as { doc: { id: string }; link: string }
  const { id: key } = await space.makeKey()
  const invitation = link.split('=')[1]
  const bodies: Readonly<Record<string, object>> = {
    '/api/auth/sign-in/email': { email: owner.email, password: testPassword },
    '/api/auth/switch-space': { space: 'main' },
    '/api/auth/change-password': { currentPassword: testPassword, newPassword: 'another password' },
    '/api/auth/open-invitation': { token: invitation },
    '/api/auth/accept-invitation': { token: invitation, password: testPassword },
    '/api/setup': { token, email: 'eve@example.com', password: testPassword, space: 'main' },
    '/api/v1/tokens/api-keys': { name: 'made by another site' },
    '/api/v1/tokens/api-keys/:id': { name: 'renamed by another site' },
    '/api/dashboard/members/:id': { role: 'owner' },
    '/api/dashboard/spaces': { name: 'Of another site' },
    '/api/dashboard/spaces/:slug': { name: 'Of another site' },
    '/api/dashboard/invitations': { email: 'eve@example.com', role: 'owner' },
  }
  const idOf = (path: string) =>
    path.includes('api-keys') ? key : path.includes('members') ? member.userId : doc.id
  const found = space.app.routes.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
  return found.map(({ method, path }) => ({
    method,
    path:
      path.replace(':id', idOf(path)).replace(':collection', 'posts').replace(':slug', 'main') +
      (queries[`${method} ${path}`] ?? ''),
    body: method === 'DELETE' ? {} : (bodies[path] ?? {}),
  }))
}

/** Queries that are checked before the body. */
const queries: Readonly<Record<string, string>> = {
  'DELETE /api/v1/entries/:id': '?draftVersion=1',
  'DELETE /api/v1/collections/:collection': '?modelVersion=1',
}

const sites = [
  null,
  'same-origin',
  'same-site',
  'cross-site',
  'none',
  '',
  'same-origin, cross-site',
  'Same-Origin',
]
const origins = [
  null,
  testOrigin,
  publicUrl,
  'http://localhost:3001',
  'https://localhost',
  'http://sibling.localhost',
  'http://localhost.evil.example',
  'http://localhost/',
  'HTTP://LOCALHOST',
  'null',
  `${testOrigin}, ${testOrigin}`,
]
/** Behind the first, all that a page may send without asking. */
const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  null,
]

interface Grid {
  readonly sites: readonly (string | null)[]
  readonly origins: readonly (string | null)[]
  readonly types: readonly (string | null)[]
}

const sitesAndOrigins: Grid = { sites, origins, types: types.slice(0, 1) }
/** Of each kind of site and of origin one is enough to try the types with. */
const typesOfSome: Grid = {
  sites: [null, 'same-origin', 'cross-site'],
  origins: [null, testOrigin, 'http://localhost.evil.example'],
  types: types.slice(1),
}

/** Of a body that is good for nothing, in a request that the server looks at. */
function refusalOf(method: string, path: string, type: string | null): string {
  const isOfAsset = /\/assets\//.test(path)
  if (/\/assets(?:\/[^/]+\/file)?$/.test(path)) {
    // A file may have any type; a form is none.
    if (type?.startsWith('multipart/')) return 'unsupported_media_type'
    return isOfAsset ? 'asset_not_found' : 'invalid_parameters'
  }
  // Whether there is a body that needs a type shows after the asset was looked for: these requests name no length.
  if (isOfAsset && method === 'PATCH' && (type === null || type === types[0])) return 'asset_not_found'
  return type === types[0] ? 'invalid_body' : 'unsupported_media_type'
}

/** Every cell: refused, with nothing asked of the database but who it is; or looked at, down to a bad body. */
async function walkGrid(to: TestSpace, cookie: string, own: string, grid: Grid) {
  const seen = { passed: 0, refused: 0 }
  for (const { method, path, body } of writes) {
    for (const site of grid.sites) {
      for (const origin of grid.origins) {
        for (const type of grid.types) {
          const passes = site === null ? origin === own : site === 'same-origin'
          // What passes is told apart by its body, which is good for nothing; what does not could have done harm.
          const sent = passes ? { nothing: 1 } : body
          const headers = { 'Sec-Fetch-Site': site, Origin: origin, 'Content-Type': type, Cookie: cookie }
          to.statements.length = 0
          const response = await sendAs(to, null)(method, path, sent, headers)
          const received = await readResponse(response)
          const wanted = passes ? refusalOf(method, path, type) : 'origin_refused'
          const cell = [method, path, site, origin, type]
          expect([...cell, readProblem(received).code]).toEqual([...cell, wanted])
          expect(to.statements.filter(sql => !sql.startsWith('select'))).toEqual([])
          expect(response.headers.getSetCookie()).toEqual([])
          seen[passes ? 'passed' : 'refused'] += 1
        }
      }
    }
  }
  return seen
}

describe('of every write, site, origin and type', () => {
  test('what comes from the address asked passes, all else is refused and changes nothing', async () => {
    const seen = await walkGrid(space, owner.cookie, testOrigin, sitesAndOrigins)
    expect(seen.passed).toBe(writes.length * (origins.length + 1))
    expect(seen.refused).toBe(writes.length * (sites.length * origins.length - origins.length - 1))
    const some = await walkGrid(space, owner.cookie, testOrigin, typesOfSome)
    expect(some).toEqual({ passed: writes.length * 4 * 4, refused: writes.length * 4 * 5 })
    expect((await owner.send('GET', '/api/auth/session')).status).toBe(200)
  })

  test('behind PUBLIC_URL, what comes from there passes; the address asked is another origin', async () => {
    const cookie = `__Host-${owner.cookie}`
    const seen = await walkGrid(overHttps, cookie, publicUrl, sitesAndOrigins)
    expect(seen.passed).toBe(writes.length * (origins.length + 1))
  })

  test('a server that lets everybody in is caught, at the first cell', async () => {
    const everybody = { 'Sec-Fetch-Site': 'same-origin' }
    const open: TestSpace = {
      ...space,
      request: (path, init) =>
        space.request(path, {
          ...init,
          headers: [...new Headers(init?.headers), ...Object.entries(everybody)],
        }),
    }
    await expect(walkGrid(open, owner.cookie, testOrigin, sitesAndOrigins)).rejects.toThrow('origin_refused')
  })

  test('the writes are those that the server has', () => {
    expect(writes.length).toBeGreaterThanOrEqual(14)
    const without = writes.filter(
      ({ path }) =>
        !/^\/api\/(?:auth|setup|v1\/(?:tokens|entries|operations|collections|variants|views|assets|preview)|dashboard)\b/.test(
          path,
        ),
    )
    expect(without).toEqual([])
  })
})

test('a page that PUBLIC_URL, or its absence, shuts out is told which setting to change', async () => {
  const detailOf = async (to: TestSpace, path: string, origin: string | null) => {
    const send = sendAs(to, owner.cookie)
    const response = await readResponse(await send('POST', path, {}, { Origin: origin }))
    expect(readProblem(response).code).toBe('origin_refused')
    return readProblem(response).detail
  }
  const path = '/api/auth/sign-out'
  expect(await detailOf(overHttps, path, testOrigin)).toBe(
    'Writes must come from a page of this server: send Origin: https://content.example.com. PUBLIC_URL is https://content.example.com, and the page is at http://localhost: open the former, or set PUBLIC_URL to the latter.',
  )
  expect(await detailOf(space, path, 'https://cms.example')).toBe(
    'Writes must come from a page of this server: send Origin: http://localhost. If https://cms.example is how browsers reach this server through a proxy, set PUBLIC_URL to it.',
  )
  // Another site is not told to be let in.
  expect(await detailOf(overHttps, path, 'https://evil.example')).not.toContain('PUBLIC_URL')
  expect(await detailOf(overHttps, path, null)).not.toContain('PUBLIC_URL')
})

test('who it is comes first, then the role, then the origin, then the type, then the body', async () => {
  const guarded = writes.filter(({ path }) => /\/(?:tokens|members|invitations)\b/.test(path))
  expect(guarded.length).toBeGreaterThanOrEqual(7)
  const foreign = { Origin: 'http://evil.example' }
  for (const { method, path } of guarded) {
    const codes: string[] = []
    const steps: readonly (readonly [string | null, Record<string, string>, string | object])[] = [
      [null, { ...foreign, 'Content-Type': 'text/plain' }, 'x'],
      [member.cookie, { ...foreign, 'Content-Type': 'text/plain' }, 'x'],
      [owner.cookie, { ...foreign, 'Content-Type': 'text/plain' }, 'x'],
      [owner.cookie, { 'Content-Type': 'text/plain' }, 'x'],
      [owner.cookie, {}, 'x'],
    ]
    for (const [cookie, headers, body] of steps) {
      codes.push(
        readProblem(await readResponse(await sendAs(space, cookie)(method, path, body, headers))).code,
      )
    }
    expect([path, ...codes]).toEqual([
      path,
      'session_required',
      'role_required',
      'origin_refused',
      'unsupported_media_type',
      'invalid_body',
    ])
  }
})

test('GET and HEAD write nothing, on any path, whatever method they say they mean', async () => {
  const paths = new Set(space.app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  expect(paths.size).toBeGreaterThan(20)
  for (const pattern of paths) {
    const path = pattern.replace(/\/\*$/, '/x').replaceAll(/:\w+/g, 'x')
    for (const method of ['GET', 'HEAD']) {
      for (const headers of [
        {},
        { 'X-HTTP-Method-Override': 'DELETE', 'X-HTTP-Method': 'DELETE', 'X-Method-Override': 'DELETE' },
      ]) {
        space.statements.length = 0
        const response = await owner.send(method, `${path}?_method=DELETE`, undefined, headers)
        expect([path, response.status]).not.toEqual([path, 500])
        expect(space.statements.filter(sql => !/^(?:select|with)\b/.test(sql))).toEqual([])
      }
    }
  }
})
