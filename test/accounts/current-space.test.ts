// Contract 3: the current space is the session's, the role is read on every request, and neither is taken from a request.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createUser, removeUser, setRole } from '../../src/accounts/users.service.ts'
import type { Role } from '../../src/base/caller.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { type Database, query } from '../../src/database/database.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { openSession, type SignedIn, sendAs, signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { openUrl } from '../kit/database/test-databases.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const switchPath = '/api/auth/switch-space'

interface View {
  readonly space: { readonly slug: string; readonly role: Role } | null
  readonly spaces: readonly { readonly slug: string; readonly role: Role }[]
}

/** Each space has one key, made with it. */
type KeyedSpace = TestSpace & { readonly keyId: string }

let main: KeyedSpace
let shop: KeyedSpace
let third: KeyedSpace
/** Another connection to the same database: as another process, or the command line, has it. */
let elsewhere: Database
let people = 0
let person: SignedIn
beforeAll(async () => {
  main = await withKey(await createTestSpace())
  shop = await withKey(await createNeighbour(main, 'shop'))
  third = await withKey(await createNeighbour(main, 'third'))
  for (const space of [main, shop, third])
    await signIn(space, { email: `owner-of-${space.keyId.toLowerCase()}@example.com` })
  elsewhere = openUrl(main.url)
})
afterAll(() => elsewhere.close())

async function withKey(space: TestSpace): Promise<KeyedSpace> {
  const [key] = await space.database.reads.all(
    query.selectFrom('api_key').select('id').where('space', '=', space.space),
  )
  return { ...space, keyId: key!.id }
}

const parts = { clock: () => main.time.now, random: systemRandom }
const view = async (cookie: string) =>
  (await (await sendAs(main, cookie)('GET', '/api/auth/session')).json()) as View
const keysOf = async (cookie: string) => {
  const response = await readResponse(await sendAs(main, cookie)('GET', '/api/v1/tokens/api-keys'))
  return response.status === 200
    ? (JSON.parse(response.text) as { list: { id: string }[] }).list.map(({ id }) => id)
    : readProblem(response).code
}
const give = (space: TestSpace, role: Role) =>
  setRole(elsewhere, parts, { email: person.email, space: space.space, role })
const takeOut = (space: TestSpace) =>
  removeUser(elsewhere, { clock: Date.now }, { email: person.email, space: space.space })

/** An admin of the shop first, then owner of main: the shop is the first space, though main comes first by name. */
beforeEach(async () => {
  const email = `person${++people}@example.com`
  await signIn(shop, { email, role: 'admin' })
  main.time.now += 1000
  shop.time.now += 1000
  person = await signIn(main, { email, role: 'owner' })
})

describe('the current space', () => {
  test('is, after sign-in, the one of the longest membership; all spaces are listed, oldest first', async () => {
    expect((await view(person.cookie)).space).toMatchObject({ slug: 'shop', role: 'admin' })
    expect((await view(person.cookie)).spaces.map(({ slug, role }) => [slug, role])).toEqual([
      ['shop', 'admin'],
      ['main', 'owner'],
    ])
    expect(await keysOf(person.cookie)).toEqual([shop.keyId])
  })

  test('is another one after switching, for this session alone, and still after the next question', async () => {
    const second = await openSession(main, person)
    const response = await person.send('POST', switchPath, { space: 'main' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(await view(person.cookie))
    expect((await view(person.cookie)).space).toMatchObject({ slug: 'main', role: 'owner' })
    expect(await keysOf(person.cookie)).toEqual([main.keyId])
    expect((await view(second)).space).toMatchObject({ slug: 'shop' })
    expect(await keysOf(second)).toEqual([shop.keyId])
    for (const cookie of response.headers.getSetCookie()) expect(cookie.split(';')[0]).toBe(person.cookie)
  })

  test('is never one of other people: missing and foreign spaces get the same response, and nothing is switched', async () => {
    const responses: string[] = []
    for (const space of ['third', 'nowhere', third.space, '', 'SHOP', "main' or '1'='1"]) {
      const response = await readResponse(await person.send('POST', switchPath, { space }))
      expect([response.status, readProblem(response).code]).toEqual([404, 'space_not_found'])
      responses.push(response.text.replace(/"requestId":"[^"]*"/, ''))
    }
    expect(new Set(responses).size).toBe(1)
    expect((await view(person.cookie)).space).toMatchObject({ slug: 'shop' })
  })

  test('stays the same with a new password, which begins a new session', async () => {
    await person.send('POST', switchPath, { space: 'main' })
    const body = { currentPassword: person.password, newPassword: 'another password' }
    const response = await person.send('POST', '/api/auth/change-password', body)
    expect(await response.json()).toMatchObject({ space: { slug: 'main' } })
    expect(await keysOf(response.headers.getSetCookie()[0]!.split(';')[0]!)).toEqual([main.keyId])
  })

  test('is not taken from the headers of a sign-in', async () => {
    for (const space of [main.space, third.space]) {
      const headers = { 'Frontlist-Space': space }
      const { email, password } = person
      const response = await sendAs(main, null)(
        'POST',
        '/api/auth/sign-in/email',
        { email, password },
        headers,
      )
      expect(await response.json()).toMatchObject({ space: { slug: 'shop' } })
      expect(await keysOf(response.headers.getSetCookie()[0]!.split(';')[0]!)).toEqual([shop.keyId])
    }
  })

  test('is not taken from a body, a query or a header', async () => {
    const response = await person.send(
      'GET',
      `/api/v1/tokens/api-keys?space=third&organizationId=${third.space}`,
      undefined,
      {
        'X-Space': 'third',
        'X-Organization-Id': third.space,
      },
    )
    expect(((await response.json()) as { list: { id: string }[] }).list.map(({ id }) => id)).toEqual([
      shop.keyId,
    ])
    for (const body of [
      { space: 'main', user: 'x' },
      { organizationId: third.space },
      { space: { slug: 'main' } },
      {},
    ]) {
      expect((await person.send('POST', switchPath, body)).status).toBe(400)
    }
    const made = await person.send('POST', '/api/v1/tokens/api-keys', { name: 'k', space: third.space })
    expect(made.status).toBe(400)
  })
})

describe('at the very next request', () => {
  test('a role that another process gives or takes counts', async () => {
    expect(await keysOf(person.cookie)).toEqual([shop.keyId])
    for (const [role, seen] of [
      ['member', 'role_required'],
      ['owner', [shop.keyId]],
      ['member', 'role_required'],
      ['admin', [shop.keyId]],
    ] as const) {
      await give(shop, role)
      expect(await keysOf(person.cookie)).toEqual(seen as string)
      expect((await view(person.cookie)).space).toMatchObject({ slug: 'shop', role })
    }
  })

  test('a member who was taken out of the current space is let into no other one instead', async () => {
    await takeOut(shop)
    expect(await keysOf(person.cookie)).toBe('role_required')
    for (const path of ['/api/dashboard/activity', '/api/dashboard/members', '/api/dashboard/invitations']) {
      expect((await person.send('GET', path)).status).toBe(403)
    }
    expect(await view(person.cookie)).toMatchObject({ space: null, spaces: [{ slug: 'main' }] })
    expect((await person.send('POST', switchPath, { space: 'shop' })).status).toBe(404)
    expect((await person.send('POST', switchPath, { space: 'main' })).status).toBe(200)
    expect(await keysOf(person.cookie)).toEqual([main.keyId])
  })

  test('who is back in the space is let in again, in the role of then', async () => {
    await takeOut(shop)
    const passwords = { hash: async () => '', verify: async () => false }
    await createUser(
      elsewhere,
      { ...parts, passwords },
      { email: person.email, password: '', space: shop.space, role: 'member' },
    )
    expect((await view(person.cookie)).space).toMatchObject({ slug: 'shop', role: 'member' })
    expect(await keysOf(person.cookie)).toBe('role_required')
  })

  test('a user who was removed is nobody: no session, no sign-in', async () => {
    await removeUser(elsewhere, { clock: Date.now }, { email: person.email, space: null })
    expect((await person.send('GET', '/api/auth/session')).status).toBe(401)
    expect(await keysOf(person.cookie)).toBe('session_required')
    expect((await person.send('POST', switchPath, { space: 'main' })).status).toBe(401)
    await expect(openSession(main, person)).rejects.toThrow('401')
  })

  test('one who is in no space any more, but has an account, sees that and nothing else', async () => {
    // No command leaves such a user behind; a restored or older database may.
    await elsewhere.transaction(async writes => {
      await writes.deleteFrom('member').where('user', '=', person.userId).execute()
    })
    expect(await view(person.cookie)).toMatchObject({ space: null, spaces: [] })
    expect(await keysOf(person.cookie)).toBe('role_required')
    const cookie = await openSession(main, person)
    expect(await view(cookie)).toMatchObject({ space: null, spaces: [] })
    expect(await keysOf(cookie)).toBe('role_required')
  })
})
