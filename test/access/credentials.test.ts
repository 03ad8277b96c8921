// Endpoints for a session or an API key: whichever credential comes is judged alone, and both get the same responses.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ManagementScope } from '../../src/base/scopes.ts'
import { type ReceivedResponse, readProblem, readResponse } from '../kit/app/responses.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { type SignedIn, sendAs, signIn, testOrigin } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

setDefaultTimeout(longTestMs)

const dashboard = '/api/dashboard'
const entries = '/api/v1/entries'
const reading = ['/api/v1/collections', '/api/v1/collections/posts', entries, `${entries}/a`]
const publish = `${entries}/a/publish`
const unpublish = `${entries}/a/unpublish`
/** Of a publish; to unpublish takes none. */
const bodyOf = (path: string) => (path.endsWith('/publish') ? { draftVersion: 1 } : undefined)
const scopes: readonly ManagementScope[] = ['draft.read', 'content.write', 'content.publish', 'model.write']

const records = [
  { type: 'collection', apiName: 'posts', name: 'Posts', fields: [] },
  { type: 'entry', collection: 'posts', id: 'a', data: {} },
] as const

let space: TestSpace
let rival: TestSpace
let owner: SignedIn
let keys: Readonly<Record<ManagementScope | 'delivery', string>>
beforeAll(async () => {
  space = await createTestSpace({ records })
  rival = await createNeighbour(space, 'rival', { records: [records[0]] })
  owner = await signIn(space)
  const made = await Promise.all(
    scopes.map(async scope => [scope, (await space.makeKey({ scopes: [scope] })).key]),
  )
  keys = { ...Object.fromEntries(made), delivery: space.key }
})

type HeadersSent = Readonly<Record<string, string>>
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const send = async (method: string, path: string, headers: HeadersSent = {}, to = space) => {
  const body = method === 'POST' ? bodyOf(path) : undefined
  const json = body && { body: JSON.stringify(body) }
  const type = body && { 'Content-Type': 'application/json' }
  return readResponse(await to.request(path, { method, headers: { ...type, ...headers }, ...json }))
}
const verdictOf = (response: ReceivedResponse) =>
  response.status < 400 ? String(response.status) : `${response.status} ${readProblem(response).code}`

describe('without a credential', () => {
  for (const [method, path] of [...reading.map(path => ['GET', path] as const), ['POST', publish] as const]) {
    test(`${method} ${path} asks for a session, and names the other way in`, async () => {
      for (const headers of [{}, { Cookie: 'frontlist.session=x' }, { 'Frontlist-Space': 'main' }]) {
        const response = await send(method, path, headers)
        expect(verdictOf(response)).toBe('401 session_required')
        expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
      }
    })
  }

  test('an endpoint that takes no key offers none', async () => {
    for (const path of ['/api/v1/tokens/api-keys', `${dashboard}/members`, `${dashboard}/activity`]) {
      const response = await send('GET', path)
      expect([path, verdictOf(response), response.headers.get('WWW-Authenticate')]).toEqual([
        path,
        '401 session_required',
        null,
      ])
    }
  })
})

describe('a key', () => {
  for (const scope of scopes) {
    test(`with ${scope} reads drafts of its space, as a session does`, async () => {
      for (const path of reading) {
        const byKey = await send('GET', path, bearer(keys[scope]))
        const bySession = await readResponse(await owner.send('GET', path))
        expect([path, byKey.status, byKey.text]).toEqual([path, 200, bySession.text])
        expect(byKey.headers.get('Cache-Control')).toBe('no-store')
        expect((await send('HEAD', path, bearer(keys[scope]))).status).toBe(200)
      }
    })

    const may = scope === 'content.publish'
    test(`with ${scope} ${may ? 'publishes' : 'publishes nothing'}, without an origin`, async () => {
      for (const path of [publish, unpublish]) {
        const response = await send('POST', path, bearer(keys[scope]))
        expect(verdictOf(response)).toBe(may ? '200' : '403 insufficient_scope')
        expect(response.headers.get('WWW-Authenticate')).toBe(
          may ? null : 'Bearer error="insufficient_scope", scope="content.publish"',
        )
      }
    })
  }

  test('for delivery reads no draft and publishes nothing; the scope that it lacks is named', async () => {
    for (const [method, path, scope] of [
      ...reading.map(path => ['GET', path, 'draft.read'] as const),
      ['POST', publish, 'content.publish'] as const,
    ]) {
      const response = await send(method, path, bearer(keys.delivery))
      expect([path, verdictOf(response), response.headers.get('WWW-Authenticate')]).toEqual([
        path,
        '403 insufficient_scope',
        `Bearer error="insufficient_scope", scope="${scope}"`,
      ])
    }
  })

  test('writes from any page and from none: no origin rule is for it, and no page can read the response', async () => {
    for (const headers of [
      {},
      { Origin: 'http://evil.example' },
      { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: testOrigin, 'Sec-Fetch-Site': 'same-origin' },
    ] as const) {
      const response = await send('POST', publish, { ...bearer(keys['content.publish']), ...headers })
      expect(verdictOf(response)).toBe('200')
      expect([...(response.headers as Headers).keys()].filter(name => /^access-control/.test(name))).toEqual(
        [],
      )
    }
  })

  test('is checked alone: an owner’s cookie beside it is not looked at', async () => {
    for (const [value, verdict] of [
      [`Bearer ${keys['draft.read']}`, '403 insufficient_scope'],
      [`Bearer ${keys.delivery}`, '403 insufficient_scope'],
      ['Bearer not-a-key', '401 api_key_invalid'],
      ['Bearer', '401 api_key_invalid'],
      ['', '401 api_key_missing'],
      [' ', '401 api_key_missing'],
      ['Basic b3duZXI6cGFzc3dvcmQ=', '401 api_key_missing'],
      ['session', '401 api_key_missing'],
      [`Bearer ${keys['content.publish']}, Bearer ${keys['content.publish']}`, '401 api_key_missing'],
    ] as const) {
      const cookie = { Cookie: owner.cookie, Origin: testOrigin }
      space.statements.length = 0
      const response = await send('POST', publish, { ...cookie, Authorization: value })
      expect([value, verdictOf(response)]).toEqual([value, verdict])
      expect(response.headers.get('WWW-Authenticate')).toStartWith('Bearer')
      expect(space.statements.filter(sql => /"session"|"member"/.test(sql))).toEqual([])
    }
    const allowed = await send('POST', publish, {
      ...bearer(keys['content.publish']),
      Cookie: owner.cookie,
      Origin: 'http://evil.example',
    })
    expect(verdictOf(allowed)).toBe('200')
  })

  test('means its own space, whatever space the request names', async () => {
    const plain = await send('GET', reading[2]!, bearer(keys['draft.read']))
    for (const name of ['rival', 'nowhere', 'main', '']) {
      const named = await send('GET', reading[2]!, { ...bearer(keys['draft.read']), 'Frontlist-Space': name })
      expect([named.status, named.text]).toEqual([200, plain.text])
    }
  })

  test('of another space cannot distinguish an entry from a missing one', async () => {
    const { key } = await rival.makeKey({ scopes: [...scopes] })
    const textOf = async (method: string, path: string) => {
      const { status, text } = await send(method, path, bearer(key))
      return [status, text.replace(/"requestId":"[^"]*"/, '')]
    }
    for (const [method, end] of [
      ['GET', ''],
      ['POST', '/publish'],
      ['POST', '/unpublish'],
    ] as const) {
      const theirs = await textOf(method, `${entries}/a${end}`)
      expect(theirs).toEqual(await textOf(method, `${entries}/missing${end}`))
      expect(theirs[0]).toBe(404)
    }
  })

  test('counts under the rate limit, as delivery does', async () => {
    const limited = serveWith(space, { rateLimit: 2 })
    const verdicts: string[] = []
    for (const path of [reading[0]!, reading[1]!, reading[0]!]) {
      const response = await send('GET', path, bearer(keys['draft.read']), limited)
      expect(response.headers.get('RateLimit-Policy')).toBe('"key";q=2;w=1')
      verdicts.push(verdictOf(response))
    }
    expect(verdicts).toEqual(['200', '200', '429 too_many_requests'])
    expect((await readResponse(await sendAs(limited, owner.cookie)('GET', reading[0]!))).status).toBe(200)
  })

  test('has a last use, a write without the scope aside', async () => {
    const { id, key } = await space.makeKey({ scopes: ['draft.read'] })
    const lastUse = async () => {
      const response = await owner.send('GET', '/api/v1/tokens/api-keys?perPage=100')
      const { list } = (await response.json()) as { list: { id: string; lastUsedAt: string | null }[] }
      return list.find(one => one.id === id)?.lastUsedAt
    }
    await send('POST', publish, bearer(key))
    expect(await lastUse()).toBeNull()
    await send('GET', reading[0]!, bearer(key))
    expect(await lastUse()).toBe(new Date(space.time.now).toISOString())
  })
})

describe('a session', () => {
  test('writes from a page of this server only', async () => {
    for (const headers of [{ Origin: 'http://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const response = await readResponse(await owner.send('POST', publish, bodyOf(publish), headers))
      expect(verdictOf(response)).toBe('403 origin_refused')
    }
    expect((await owner.send('POST', publish, bodyOf(publish))).status).toBe(200)
  })

  test('of each role may what the table of rights says', async () => {
    for (const [role, may] of [
      ['owner', true],
      ['admin', true],
      ['editor', true],
      ['author', false],
      ['member', false],
    ] as const) {
      const person = await signIn(space, { email: `${role}-role@example.com`, role })
      for (const path of reading) expect((await person.send('GET', path)).status).toBe(200)
      for (const path of [publish, unpublish]) {
        const response = await readResponse(await person.send('POST', path, bodyOf(path)))
        expect([role, verdictOf(response)]).toEqual([role, may ? '200' : '403 role_required'])
        if (!may) expect(readProblem(response).detail).toContain('owner or admin or editor')
      }
    }
  })
})

test('no preflight is granted: OPTIONS is a 405 without a header of CORS', async () => {
  for (const path of [...reading, publish]) {
    const response = await send('OPTIONS', path, {
      Origin: 'http://evil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    })
    expect([path, response.status]).toEqual([path, 405])
    expect([...(response.headers as Headers).keys()].filter(name => /^access-control/.test(name))).toEqual([])
  }
})
