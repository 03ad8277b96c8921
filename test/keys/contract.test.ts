// Endpoints 3 and 4 and what stands beside them, held against the published document: parameters, bodies, and every
// documented status provoked. That each response fits its schema is checked with every response of key-fixture.ts.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openApi, promisedSchema, requestError, schemaError } from '../kit/app/open-api.ts'
import { type ReceivedResponse, readResponse } from '../kit/app/responses.ts'
import { type Send, sendAs, signIn } from '../kit/app/signed-in.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { checkKeyResponse, type KeyFixture, keysPath, openKeyFixture } from './key-fixture.ts'

setDefaultTimeout(longTestMs)

const one = `${keysPath}/{id}`
const page = [
  {
    name: 'page',
    in: 'query',
    required: false,
    type: 'integer',
    default: 1,
    minimum: 1,
    maximum: 2147483647,
  },
  { name: 'perPage', in: 'query', required: false, type: 'integer', default: 20, minimum: 1, maximum: 1000 },
]
const id = [{ name: 'id', in: 'path', required: true, type: 'string' }]
/** Names the space that a request with a session is about. */
const spaceHeader = {
  name: 'Frontlist-Space',
  in: 'header',
  required: false,
  type: 'string',
  example: 'press',
}
const always = [400, 401, 403, 404, 405, 'default']
/** 503 is shown by 503-storage-full.test.ts. */
const ofWrites = [...always, 413, 415, 503]

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly object[]
  readonly statuses: readonly (number | string)[]
  readonly response: string
  /** A good one, and one that is refused; undefined where there is no body. */
  readonly bodies?: readonly [good: object, bad: object, required: boolean]
}

const operations: readonly Operation[] = [
  { method: 'get', path: keysPath, parameters: page, statuses: [200, ...always], response: 'ApiKeyList' },
  {
    method: 'post',
    path: keysPath,
    parameters: [],
    statuses: [201, ...ofWrites],
    response: 'NewApiKey',
    bodies: [{ name: 'x', scopes: ['schema.read'], expiresAt: null }, { scopes: ['content.read'] }, true],
  },
  {
    method: 'patch',
    path: one,
    parameters: id,
    statuses: [200, ...ofWrites, 409],
    response: 'ApiKeyDocument',
    bodies: [{ name: 'x', expiresAt: '2030-01-01T00:00:00Z' }, { name: 'x', nope: 1 }, false],
  },
  {
    method: 'delete',
    path: one,
    parameters: id,
    statuses: [200, ...ofWrites],
    response: 'ApiKeyDocument',
  },
  {
    method: 'post',
    path: `${one}/rotate`,
    parameters: id,
    statuses: [201, ...ofWrites, 409],
    response: 'NewApiKey',
    bodies: [{ overlapSeconds: 604_800 }, { overlapSeconds: 604_801 }, false],
  },
]

let fixture: KeyFixture
let member: Send
let revoked: string
beforeAll(async () => {
  fixture = await openKeyFixture()
  member = (await signIn(fixture.space, { email: 'member@example.com', role: 'member' })).send
  revoked = (await fixture.create()).doc.id
  await fixture.revoke(revoked)
})

describe('openapi.json', () => {
  test('declares the session as a cookie', () => {
    const scheme = { type: 'apiKey', in: 'cookie', name: 'frontlist.session' }
    expect(openApi.components.securitySchemes.session).toMatchObject(scheme)
  })

  for (const { method, path, parameters, statuses, response, bodies } of operations) {
    const operation = () => openApi.paths[path]![method]!
    const title = `${method.toUpperCase()} ${path}`

    test(`has the parameters, the guard and the body of ${title}, neither more nor fewer`, () => {
      const documented: object[] = (operation().parameters ?? []).map(
        ({ name, in: place, required = false, schema }) => {
          const { description: _, ...shape } = schema as { description?: string }
          return { name, in: place, required, ...shape }
        },
      )
      expect(documented).toEqual([...parameters, spaceHeader])
      expect(operation().security).toEqual([{ session: [] }])
      expect(operation().requestBody?.required).toBe(bodies?.[2])
      if (!bodies) return
      expect(requestError(path, method, bodies[0])).toBeNull()
      expect(requestError(path, method, bodies[1])).not.toBeNull()
      expect(requestError(path, method, {}) === null).toBe(!bodies[2])
    })

    test(`has the statuses of ${title}, each with its schema`, () => {
      expect(Object.keys(operation().responses).sort()).toEqual(statuses.map(String).sort())
      for (const status of statuses.filter((each): each is number => typeof each === 'number')) {
        const [type, schema] = status < 300 ? ['json', response] : ['problem+json', 'Problem']
        expect(promisedSchema(path, status, `application/${type}`, method)).toBe(schema)
      }
    })
  }

  test('has no other operation on keys', () => {
    const documented = Object.entries(openApi.paths)
      .filter(([path]) => path.startsWith('/api/v1/tokens'))
      .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method} ${path}`))
    expect(documented.sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test('would find out a response that is no key', async () => {
    const { doc, key } = await fixture.create()
    expect(schemaError('NewApiKey', { doc, key })).toBeNull()
    for (const wrong of [
      { status: 'gone' },
      { scopes: ['x'] },
      { expiresAt: 5 },
      { name: null },
      { prefix: undefined },
    ]) {
      expect({ wrong, error: schemaError('ApiKey', { ...doc, ...wrong }) }).not.toMatchObject({ error: null })
    }
  })
})

describe('a live response', () => {
  for (const { method, path, statuses, bodies } of operations) {
    test(`of ${method.toUpperCase()} ${path} has each documented status, in the documented shape`, async () => {
      const { doc } = await fixture.create()
      const place = (of: string) => path.replace('{id}', of)
      const write = method === 'get' ? undefined : (bodies?.[0] ?? {})
      const request = async (
        send: Send,
        of = doc.id,
        body: Parameters<Send>[2] = write,
        headers = {},
        query = '',
      ) => {
        const response = await readResponse(
          await send(method.toUpperCase(), place(of) + query, body, headers),
        )
        checkKeyResponse(method.toUpperCase(), place(of), response)
        return response
      }
      const { send } = fixture.owner
      const responses: ReceivedResponse[] = [
        await request(send),
        await request(send, doc.id, write, { Prefer: 'handling=strict' }, '?nope=1'),
        await request(sendAs(fixture.space, null)),
        await request(member),
        await request(send, doc.id, write, { 'Frontlist-Space': 'nowhere' }),
        await fixture.ask('PUT', place(doc.id).slice(keysPath.length), {}),
      ]
      if (method !== 'get') {
        responses.push(await request(send, doc.id, bodies?.[1] ?? { nope: 1 }))
        responses.push(await request(send, doc.id, write, { Origin: 'http://evil.example' }))
        responses.push(await request(send, doc.id, ' '.repeat(70_000)))
        responses.push(await request(send, doc.id, '<x/>', { 'Content-Type': 'text/xml' }))
      }
      if (path !== keysPath) {
        responses.push(await request(send, 'nobody'))
        responses.push(await request(send, revoked))
      }
      const seen = new Set(responses.map(({ status }) => status))
      const documented = statuses.filter(status => status !== 'default' && status !== 503)
      expect([...seen].sort()).toEqual(documented.sort() as number[])
    })
  }
})
