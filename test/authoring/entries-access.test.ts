// Who may do what with entries: every route by every caller, and what a caller of another space can tell.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { testOrigin } from '../kit/app/signed-in.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, type Tables } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, type CallerName, openAuthoring, verdict } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

let api: AuthoringFixture
beforeAll(async () => {
  api = await openAuthoring()
  await api.create({ collection: 'posts', id: 'p', data: { title: 'Tide' } })
  await api.neighbourOwner.send('POST', '/api/v1/entries', { collection: 'posts', id: 'theirs' })
})

type Need = 'read' | 'write' | 'publish' | 'both'
const seen = { draftVersion: 99 }
/** Bodies that change nothing, so that the order of callers does not matter. */
const routes: readonly (readonly [method: string, path: string, body: object | undefined, need: Need])[] = [
  ['GET', '/entries', undefined, 'read'],
  ['GET', '/entries/p', undefined, 'read'],
  ['GET', '/entries/p/links', undefined, 'read'],
  ['GET', '/entries/p/changes?since=1', undefined, 'read'],
  ['POST', '/entries', { collection: 'posts', id: 'p', data: { title: 'Tide' } }, 'write'],
  ['PATCH', '/entries/p', seen, 'write'],
  ['PUT', '/entries/p', { ...seen, data: { title: 'Tide' } }, 'write'],
  ['DELETE', '/entries/p?draftVersion=99', undefined, 'both'],
  ['POST', '/entries/p/publish', seen, 'publish'],
  ['POST', '/entries/p/unpublish', {}, 'publish'],
  ['POST', '/entries/p/discard', seen, 'write'],
  ['POST', '/entries/p/archive', seen, 'write'],
  ['POST', '/entries/p/unarchive', seen, 'write'],
  ['POST', '/operations', { operations: [{ op: 'unpublish', id: 'p' }] }, 'publish'],
  ['POST', '/operations', { operations: [{ op: 'archive', id: 'p', ...seen }] }, 'write'],
]
const rights: Readonly<Record<CallerName, readonly Need[]>> = {
  anonymous: [],
  R: [],
  member: ['read'],
  D: ['read'],
  M: ['read'],
  author: ['read', 'write'],
  W: ['read', 'write'],
  P: ['read', 'publish'],
  WP: ['read', 'write', 'publish', 'both'],
  editor: ['read', 'write', 'publish', 'both'],
  owner: ['read', 'write', 'publish', 'both'],
}
const scopesOf: Readonly<Record<Need, string>> = {
  read: 'draft.read',
  write: 'content.write',
  publish: 'content.publish',
  both: 'content.write content.publish',
}

/** `last_used_at` and sessions aside. */
const contentOf = ({ entry, publication, entry_version, activity, space }: Tables) =>
  JSON.stringify({ entry, publication, entry_version, activity, space })

describe('every route', () => {
  for (const caller of Object.keys(rights) as CallerName[]) {
    test(`lets ${caller} do what ${caller} may, and nothing else`, async () => {
      const before = contentOf(await dumpTables(api.space))
      for (const [method, path, body, need] of routes) {
        const response = await api.ask(caller, method, path, body)
        const place = `${method} ${path}`
        const may = rights[caller].includes(need)
        if (may)
          expect([place, [401, 403].includes(response.status), response.status < 500]).toEqual([
            place,
            false,
            true,
          ])
        else if (caller === 'anonymous') {
          expect([place, verdict(response)]).toEqual([place, '401 session_required'])
          expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
        } else if (caller === 'author' || caller === 'member') {
          expect([place, verdict(response)]).toEqual([place, '403 role_required'])
        } else {
          expect([place, verdict(response)]).toEqual([place, '403 insufficient_scope'])
          expect(response.headers.get('WWW-Authenticate')).toStartWith('Bearer error="insufficient_scope"')
          if (caller === 'R')
            expect(response.headers.get('WWW-Authenticate')).toContain(
              `"${scopesOf[path === '/operations' ? 'read' : need]}"`,
            )
        }
        expect(response.headers.get('Cache-Control')).toBe('no-store')
        expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
      }
      expect(contentOf(await dumpTables(api.space))).toBe(before)
    })
  }

  test('asks a session for its origin, and a key for none', async () => {
    for (const [method, path, body] of routes.filter(([name]) => name !== 'GET')) {
      const foreign = { Origin: 'https://evil.example' }
      const place = `${method} ${path}`
      expect([place, verdict(await api.ask('owner', method, path, body, foreign))]).toEqual([
        place,
        '403 origin_refused',
      ])
      expect([place, (await api.ask('WP', method, path, body, foreign)).status !== 403]).toEqual([
        place,
        true,
      ])
    }
  })

  test('answers no preflight', async () => {
    for (const path of ['/entries', '/entries/p', '/entries/p/publish', '/operations']) {
      const response = await api.ask('anonymous', 'OPTIONS', path, undefined, {
        Origin: 'https://evil.example',
      })
      expect([path, response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([
        path,
        405,
        null,
      ])
    }
  })

  test('cannot distinguish the entry of another space from a missing one', async () => {
    const withoutId = ({ text }: { text: string }) => text.replace(/"requestId":"[^"]*"/, '')
    for (const [method, path, body] of routes.filter(([name, at]) => at.includes('/p') && name !== 'PUT')) {
      const [theirs, missing] = await Promise.all(
        ['theirs', 'missing'].map(id => api.ask('WP', method, path.replace('/p', `/${id}`), body)),
      )
      expect([path, theirs!.status, withoutId(theirs!)]).toEqual([path, 404, withoutId(missing!)])
    }
  })
})

test('a key is checked alone, whatever session comes with it', async () => {
  const cookie = { Cookie: api.sessions.owner.cookie, Origin: testOrigin }
  const response = await api.ask('D', 'POST', '/entries', { collection: 'posts' }, cookie)
  expect(verdict(response)).toBe('403 insufficient_scope')
})

test('a key that writes reads nothing that is served', async () => {
  for (const as of ['W', 'P', 'D', 'M'] as const) {
    const response = await api.ask(as, 'GET', '/public/content/posts')
    expect([as, response.status, response.body.code]).toEqual([as, 403, 'insufficient_scope'])
  }
})

test('an author archives a draft, and not what is live', async () => {
  await api.create({ collection: 'posts', id: 'live', data: { title: 'Live' } })
  await api.publish('live')
  await api.create({ collection: 'posts', id: 'draft', data: { title: 'Draft' } })
  const archive = (id: string) => api.ask('author', 'POST', `/entries/${id}/archive`, { draftVersion: 1 })
  expect(verdict(await archive('live'))).toBe('403 role_required')
  expect((await archive('draft')).status).toBe(200)
  const byKey = await api.ask('W', 'POST', '/entries/live/archive', { draftVersion: 1 })
  expect(verdict(byKey)).toBe('403 insufficient_scope')
})

test('a session writes into the space that its request names, and no other', async () => {
  const both = await api.neighbourOwner.send('POST', '/api/v1/entries', { collection: 'posts', id: 'p' })
  expect([200, 201]).toContain(both.status)
  const mine = await api.get('/entries/p')
  const patched = await api.neighbourOwner.send(
    'PATCH',
    '/api/v1/entries/p',
    { draftVersion: 1, data: { score: 7 } },
    { 'Frontlist-Space': 'rival' },
  )
  expect(patched.status).toBe(200)
  expect(await api.get('/entries/p')).toEqual(mine)
  for (const slug of ['main', 'nowhere', '']) {
    const refused = await api.neighbourOwner.send(
      'PATCH',
      '/api/v1/entries/p',
      { draftVersion: 1 },
      { 'Frontlist-Space': slug },
    )
    expect([slug, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      slug,
      404,
      'space_not_found',
    ])
  }
})
