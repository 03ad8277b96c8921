// Each right of content at an endpoint of its own, by each role and scope, as the management API will ask for them.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { requireRight } from '../../src/access/require-right.store.ts'
import type { ContentRight } from '../../src/access/rights.ts'
import { type Role, roles } from '../../src/base/caller.ts'
import { type Scope, scopes } from '../../src/base/scopes.ts'
import { type Endpoint, endpoint } from '../../src/http/endpoint.ts'
import { respondPrivate } from '../../src/http/json-response.ts'
import { revokeKey } from '../../src/keys/keys.store.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { serveEndpoints } from '../kit/app/serve-with.ts'
import { type SignedIn, sendAs, signIn, testOrigin } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

setDefaultTimeout(longTestMs)

/** By path: the rights that a POST to it asks for. */
const needed = {
  '/read': ['read'],
  '/write': ['write'],
  '/publish': ['publish'],
  '/model': ['model'],
  '/delete': ['write', 'publish'],
} as const satisfies Record<string, readonly ContentRight[]>
type Path = keyof typeof needed

const letIn: Readonly<Record<Path, { roles: readonly Role[]; scopes: readonly Scope[] }>> = {
  '/read': { roles, scopes: ['draft.read', 'content.write', 'content.publish', 'model.write'] },
  '/write': { roles: ['owner', 'admin', 'editor', 'author'], scopes: ['content.write'] },
  '/publish': { roles: ['owner', 'admin', 'editor'], scopes: ['content.publish'] },
  '/model': { roles: ['owner', 'admin'], scopes: ['model.write'] },
  '/delete': { roles: ['owner', 'admin', 'editor'], scopes: [] },
}
const scopeNamed: Readonly<Record<Path, string>> = {
  '/read': 'draft.read',
  '/write': 'content.write',
  '/publish': 'content.publish',
  '/model': 'model.write',
  '/delete': 'content.write content.publish',
}

/** Where people sign in. */
let space: TestSpace
/** The same space, with the endpoints of this file. */
let app: TestSpace
let shop: TestSpace
let people: Readonly<Record<Role, SignedIn>>
let keys: Readonly<Record<Scope | 'both', string>>
beforeAll(async () => {
  space = await createTestSpace()
  shop = await createNeighbour(space, 'shop')
  const signedIn = roles.map(async role => [
    role,
    await signIn(space, { email: `${role}@example.com`, role }),
  ])
  people = Object.fromEntries(await Promise.all(signedIn))
  const made = scopes.map(async scope => [scope, (await space.makeKey({ scopes: [scope] })).key])
  const { key: both } = await space.makeKey({ scopes: ['content.write', 'content.publish'] })
  keys = { ...Object.fromEntries(await Promise.all(made)), both }
  app = serveEndpoints(space, guards =>
    Object.entries(needed).map(
      ([path, rights]): Endpoint =>
        endpoint({
          method: 'post',
          path,
          operationId: path.slice(1),
          summary: '',
          description: '',
          tag: 'Test',
          guard: guards.caller(...rights),
          query: z.object({}),
          body: z.object({ n: z.number('must be a number') }),
          response: { schema: z.object({}), description: '' },
          errors: [],
          handle: async ({ caller }) => {
            const decided = await space.database.transaction(writes =>
              requireRight(writes, caller, rights, () => space.time.now),
            )
            const name = decided.kind === 'key' ? decided.name : decided.email
            return respondPrivate({ kind: decided.kind, space: decided.space, name })
          },
        }),
    ),
  )
})

type HeadersSent = Readonly<Record<string, string | null>>
const post = async (path: string, headers: HeadersSent, body: string | object = { n: 1 }) =>
  readResponse(await sendAs(app, null)('POST', path, body, headers))
const bearer = (key: string) => ({ Authorization: `Bearer ${key}`, Origin: null })

for (const path of Object.keys(needed) as Path[]) {
  describe(`what needs ${needed[path].join(' and ')}`, () => {
    test.each([...roles])('is for the role %s as the table says', async role => {
      const response = await post(path, { Cookie: people[role].cookie })
      if (letIn[path].roles.includes(role)) {
        expect(JSON.parse(response.text)).toEqual({
          kind: 'user',
          space: app.space,
          name: `${role}@example.com`,
        })
      } else {
        const { code, detail } = readProblem(response)
        expect([code, detail]).toEqual([
          'role_required',
          `This requires the role ${letIn[path].roles.join(' or ')} in the space.`,
        ])
      }
    })

    test.each([...scopes])('is for a key with %s alone as the table says', async scope => {
      // Twice: from the database, and as the node remembers it.
      for (let round = 0; round < 2; round++) {
        const response = await post(path, bearer(keys[scope]))
        if (letIn[path].scopes.includes(scope)) {
          expect(JSON.parse(response.text)).toEqual({ kind: 'key', space: app.space, name: 'test' })
          continue
        }
        expect([response.status, readProblem(response).code]).toEqual([403, 'insufficient_scope'])
        expect(response.headers.get('WWW-Authenticate')).toBe(
          `Bearer error="insufficient_scope", scope="${scopeNamed[path]}"`,
        )
      }
    })

    test('is for a key with all of the scopes, and not for an owner’s cookie beside a key without', async () => {
      const has = ['/read', '/write', '/publish', '/delete'].includes(path)
      const all = await post(path, bearer(keys.both))
      expect(all.status).toBe(has ? 200 : 403)
      const beside = await post(path, { ...bearer(keys['schema.read']), Cookie: people.owner.cookie })
      expect([beside.status, readProblem(beside).code]).toEqual([403, 'insufficient_scope'])
    })

    test('is checked in order: credential, space, right, origin, media type, body', async () => {
      const verdictOf = async (headers: HeadersSent, body?: string) => {
        const response = await post(path, headers, body)
        return response.status === 200 ? '200' : readProblem(response).code
      }
      const foreign = { Origin: 'http://evil.example' }
      const text = { 'Content-Type': 'text/plain' }
      const [cookie, key] = [{ Cookie: people.owner.cookie }, bearer(keys.both)]
      const nowhere = { 'Frontlist-Space': 'nowhere' }
      expect(await verdictOf({ ...foreign, ...text, ...nowhere }, 'x')).toBe('session_required')
      expect(await verdictOf({ Authorization: 'Bearer x', ...foreign, ...text }, 'x')).toBe('api_key_invalid')
      expect(await verdictOf({ ...cookie, ...foreign, ...text, ...nowhere }, 'x')).toBe('space_not_found')
      if (path !== '/read') {
        const member = { Cookie: people.member.cookie }
        expect(await verdictOf({ ...member, ...foreign, ...text }, 'x')).toBe('role_required')
      }
      expect(await verdictOf({ ...bearer(keys['schema.read']), ...text }, 'x')).toBe('insufficient_scope')
      expect(await verdictOf({ ...cookie, ...foreign, ...text }, 'x')).toBe('origin_refused')
      expect(await verdictOf({ ...cookie, ...text }, 'x')).toBe('unsupported_media_type')
      expect(await verdictOf(cookie, '{"n":"x"}')).toBe('invalid_body')
      expect(await verdictOf({ ...cookie, Origin: testOrigin })).toBe('200')
      if (path === '/model') return
      expect(await verdictOf({ ...key, ...foreign, ...text }, 'x')).toBe('unsupported_media_type')
      expect(await verdictOf({ ...key, ...foreign }, '{"n":"x"}')).toBe('invalid_body')
      expect(await verdictOf({ ...key, ...foreign })).toBe('200')
    })
  })
}

test('a session that names a space has the rights of that space, for this request alone', async () => {
  const email = 'both@example.com'
  await signIn(space, { email, role: 'author' })
  app.time.now += 1000
  shop.time.now = app.time.now
  const { cookie } = await signIn(shop, { email, role: 'editor' })
  const spaceOf = async (path: Path, headers: HeadersSent) => {
    const response = await post(path, { Cookie: cookie, ...headers })
    return response.status === 200
      ? (JSON.parse(response.text) as { space: string }).space
      : readProblem(response).code
  }
  const inShop = { 'Frontlist-Space': 'shop' }
  expect(await spaceOf('/publish', inShop)).toBe(shop.space)
  expect(await spaceOf('/write', inShop)).toBe(shop.space)
  expect(await spaceOf('/publish', {})).toBe('role_required')
  expect(await spaceOf('/write', {})).toBe(app.space)
})

test('a right is asked for again once the body is there, of a key and of a session', async () => {
  const { id, key } = await app.makeKey({ scopes: ['content.write'] })
  const author = await signIn(space, { email: 'slow@example.com', role: 'author' })
  const lose = {
    [`Bearer ${key}`]: () =>
      app.database.transaction(writes => revokeKey(writes, app.space, id, app.time.now)),
    [author.cookie]: () => signIn(space, { email: 'slow@example.com', role: 'member' }),
  }
  for (const [credential, loseRight] of Object.entries(lose)) {
    const isStarted = Promise.withResolvers<void>()
    const isLost = Promise.withResolvers<void>()
    const body = new ReadableStream(
      {
        pull: async controller => {
          isStarted.resolve()
          await isLost.promise
          controller.enqueue(new TextEncoder().encode('{"n":1}'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const header = credential.startsWith('Bearer') ? 'Authorization' : 'Cookie'
    const sent = sendAs(app, null)('POST', '/write', body, {
      [header]: credential,
      'Content-Type': 'application/json',
    })
    await isStarted.promise
    await loseRight()
    isLost.resolve()
    const { code } = readProblem(await readResponse(await sent))
    expect(code).toBe(header === 'Cookie' ? 'role_required' : 'api_key_revoked')
  }
})
