// Contract 3: the header Frontlist-Space names the space that one request is about, and gives no rights of another.
import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Role } from '../../src/base/caller.ts'
import { openApi } from '../kit/app/open-api.ts'
import { readResponse } from '../kit/app/responses.ts'
import { type SignedIn, signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const keysPath = '/api/v1/tokens/api-keys'
const named = (space: string) => ({ 'Frontlist-Space': space })

let shop: TestSpace
let press: TestSpace
let people = 0
let person: SignedIn

/** `press` is the first one, and so the one of the session. */
beforeAll(async () => {
  press = await createTestSpace()
  shop = await createNeighbour(press, 'shop')
  await createNeighbour(press, 'foreign')
})

async function enter(inPress: Role, inShop: Role): Promise<SignedIn> {
  const email = `person${++people}@example.com`
  await signIn(press, { email, role: inPress })
  press.time.now += 1000
  shop.time.now += 1000
  return signIn(shop, { email, role: inShop })
}

beforeEach(async () => {
  person = await enter('owner', 'owner')
})

const listNames = async (space?: string) => {
  const response = await person.send('GET', keysPath, undefined, space === undefined ? {} : named(space))
  return ((await response.json()) as { list: { name: string }[] }).list.map(({ name }) => name)
}

describe('a request that names a space', () => {
  test('reads and writes that space, and the next one without a name the one of the session', async () => {
    const name = `Of the shop ${people}`
    const made = await person.send('POST', keysPath, { name }, named('shop'))
    expect(made.status).toBe(201)
    expect(await listNames('shop')).toContain(name)
    expect(await listNames()).not.toContain(name)
    expect(await listNames('main')).not.toContain(name)
  })

  test('gets it from the session, whose own space stays the same', async () => {
    const read = async (headers: Record<string, string>) =>
      (await (await person.send('GET', '/api/auth/session', undefined, headers)).json()) as {
        space: { slug: string }
        spaces: { slug: string }[]
      }
    expect((await read(named('shop'))).space.slug).toBe('shop')
    expect((await read({})).space.slug).toBe('main')
    expect((await read(named('shop'))).spaces.map(({ slug }) => slug)).toEqual(['main', 'shop'])
  })

  test('does not change the space of a session that begins with it', async () => {
    const body = { currentPassword: person.password, newPassword: 'another horse battery' }
    const response = await person.send('POST', '/api/auth/change-password', body, named('shop'))
    expect(await response.json()).toMatchObject({ space: { slug: 'main' } })
  })

  test('has the role of that space, and no other', async () => {
    person = await enter('owner', 'member')
    const refused = await readResponse(await person.send('GET', keysPath, undefined, named('shop')))
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, 'role_required'])
    expect((await person.send('GET', '/api/v1/entries', undefined, named('shop'))).status).toBe(200)
    expect((await person.send('GET', keysPath)).status).toBe(200)
    person = await enter('member', 'owner')
    expect((await person.send('GET', keysPath, undefined, named('shop'))).status).toBe(200)
    expect((await person.send('GET', keysPath)).status).toBe(403)
  })

  test('cannot distinguish a space of other people from one that does not exist', async () => {
    const responses = new Set<string>()
    for (const space of ['foreign', 'nowhere', '', 'SHOP', 'main, shop', "main' or '1'='1", shop.space]) {
      for (const [method, path, body] of [
        ['GET', keysPath, undefined],
        ['POST', keysPath, { name: 'k' }],
        ['GET', '/api/v1/entries', undefined],
        ['GET', '/api/auth/session', undefined],
      ] as const) {
        const response = await readResponse(await person.send(method, path, body, named(space)))
        expect([space, response.status]).toEqual([space, 404])
        responses.add(response.text.replace(/"requestId":"[^"]*"/, ''))
      }
    }
    expect([...responses]).toHaveLength(1)
    expect([...responses][0]).toContain('"code":"space_not_found"')
  })

  test('is refused for want of a session before the space is looked at', async () => {
    for (const space of ['main', 'nowhere']) {
      const response = await press.request(keysPath, { headers: named(space) })
      expect(response.status).toBe(401)
    }
  })

  test('with an API key reads the space of the key, whatever it names', async () => {
    const headers = { Authorization: `Bearer ${press.key}` }
    const paths = ['/api/v1/public/schema', '/api/v1/public/content/books']
    for (const path of paths) {
      const plain = await press.request(path, { headers })
      for (const space of ['shop', 'foreign', 'nowhere']) {
        const response = await press.request(path, { headers: { ...headers, ...named(space) } })
        expect([response.status, response.headers.get('ETag')]).toEqual([
          plain.status,
          plain.headers.get('ETag'),
        ])
      }
    }
  })
})

test('the OpenAPI document has the header at every endpoint with a session, and at no other', () => {
  for (const [path, operations] of Object.entries(openApi.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const { parameters = [], security } = operation as {
        parameters?: readonly { in: string; name: string; required?: boolean }[]
        security?: readonly object[]
      }
      const header = parameters.find(({ name }) => name === 'Frontlist-Space')
      const hasSession = security?.some(one => 'session' in one) ?? false
      expect({ method, path, has: header !== undefined }).toEqual({ method, path, has: hasSession })
      if (header) expect([header.in, header.required ?? false]).toEqual(['header', false])
    }
  }
})
