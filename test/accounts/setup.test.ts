// Contract 3, first run: the set-up link makes the first owner, once, and nothing else lets anybody in.
import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { CompiledQuery } from 'kysely'
import { newSetupToken } from '../../src/accounts/onboarding.service.ts'
import { createUser, removeUser } from '../../src/accounts/users.service.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { query } from '../../src/database/database.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { sendAs, testPassword } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { breakTable } from '../kit/database/broken-table.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

let space: TestSpace
let token: string
const begin = async () => {
  space = await createTestSpace()
  token = (await newToken())!
}

const parts = () => ({ clock: () => space.time.now, random: systemRandom })
const newToken = () => newSetupToken(space.database, parts())
const wanted = () => ({ token, email: 'ada@example.com', password: testPassword, space: 'main' })
const setUp = (changed: object = {}) => sendAs(space, null)('POST', '/api/setup', { ...wanted(), ...changed })
const isOpen = async () => (await (await space.request('/api/setup')).json()) as { open: boolean }
const run = (sql: string) =>
  space.database.transaction(async writes => void (await writes.executeQuery(CompiledQuery.raw(sql))))

/** What there is of people and spaces. */
async function state() {
  const { reads } = space.database
  const users = await reads.all(query.selectFrom('user').select('email').orderBy('email'))
  const members = await reads.all(query.selectFrom('member').select(['space', 'role']))
  const spaces = await reads.all(query.selectFrom('space').select(['slug', 'name']).orderBy('slug'))
  const credentials = await reads.all(query.selectFrom('credential').select('user'))
  const sessions = await reads.all(query.selectFrom('session').select('id'))
  return { users, members, spaces, credentials: credentials.length, sessions: sessions.length }
}

const untouched = {
  users: [],
  members: [],
  spaces: [{ slug: 'main', name: 'main' }],
  credentials: 0,
  sessions: 0,
}

async function expectRefused(response: Response, status: number, code: string): Promise<void> {
  const received = await readResponse(response)
  expect([received.status, readProblem(received).code]).toEqual([status, code])
  expect(received.headers.get('Set-Cookie')).toBeNull()
}

describe('the token of the link', () => {
  beforeEach(begin)

  test('makes the first owner, who is signed in by the response; then set-up is over', async () => {
    expect(await isOpen()).toEqual({ open: true })
    const response = await setUp({ email: ' ADA@Example.com ' })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      user: { email: 'ada@example.com' },
      space: { slug: 'main', role: 'owner' },
    })
    const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
    expect((await sendAs(space, cookie)('GET', '/api/v1/tokens/api-keys')).status).toBe(200)
    expect(await isOpen()).toEqual({ open: false })
    await expectRefused(await setUp({ email: 'eve@example.com' }), 409, 'setup_closed')
    expect((await state()).users).toEqual([{ email: 'ada@example.com' }])
    expect(await newToken()).toBeNull()
  })

  test('of two who send it at once, lets one in: one owner, one space, one 201', async () => {
    const responses = await Promise.all(
      ['ada', 'eve', 'joe', 'kim'].map(name => setUp({ email: `${name}@example.com`, space: `${name}s` })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const after = await state()
    const [{ email }] = after.users as [{ email: string }]
    expect(after).toMatchObject({
      users: [{ email }],
      members: [{ role: 'owner' }],
      credentials: 1,
      sessions: 1,
    })
    expect(after.spaces.map(({ slug }) => slug).sort()).toEqual([`${email.split('@')[0]}s`, 'main'].sort())
  })

  test('of an earlier start works too; the one that worked ends all others', async () => {
    const later = await newToken()
    expect(later).not.toBe(token)
    expect((await setUp()).status).toBe(201)
    await expectRefused(await setUp({ token: later }), 409, 'setup_closed')
    await removeAll()
    for (const old of [token, later])
      await expectRefused(await setUp({ token: old }), 403, 'setup_token_invalid')
    expect((await setUp({ token: await newToken() })).status).toBe(201)
  })

  test('works for a week', async () => {
    space.time.now += 7 * 24 * 60 * 60_000
    await expectRefused(await setUp(), 403, 'setup_token_invalid')
    space.time.now -= 1
    expect((await setUp()).status).toBe(201)
  })

  test('is over once the command line made a user', async () => {
    const passwords = { hash: async () => 'x', verify: async () => false }
    const user = { email: 'cli@example.com', password: '', space: space.space, role: 'member' } as const
    await createUser(space.database, { ...parts(), passwords }, user)
    await expectRefused(await setUp(), 409, 'setup_closed')
    expect(await space.database.reads.all(query.selectFrom('setup_token').selectAll())).toEqual([])
    expect((await state()).users).toEqual([{ email: 'cli@example.com' }])
  })

  test('is known to the database by its hash alone', async () => {
    const rows = await space.database.reads.all(query.selectFrom('setup_token').selectAll())
    const hash = new Bun.CryptoHasher('sha256').update(token).digest('hex')
    expect(rows).toEqual([{ hash, created_at: space.time.now }])
    expect(token).toMatch(/^[0-9A-Za-z]{40}$/)
  })

  /** As no command does it: the last owner stays. */
  const removeAll = async () => {
    await run("update member set role = 'member'")
    await removeUser(space.database, { clock: Date.now }, { email: 'ada@example.com', space: null })
  }
})

describe('nothing is made', () => {
  beforeAll(begin)

  test.each<[string, () => object, number, string]>([
    ['with another token', () => ({ token: 'x'.repeat(40) }), 403, 'setup_token_invalid'],
    ['with the hash of the token', () => ({ token: hashOf(token) }), 403, 'setup_token_invalid'],
    ['with the token in other letters', () => ({ token: swapCase(token) }), 403, 'setup_token_invalid'],
    ['with a part of the token', () => ({ token: token.slice(0, 39) }), 403, 'setup_token_invalid'],
    ['with a space behind the token', () => ({ token: `${token} ` }), 403, 'setup_token_invalid'],
    ['with a wildcard', () => ({ token: '%' }), 403, 'setup_token_invalid'],
    ['without a token', () => ({ token: undefined }), 400, 'invalid_body'],
    ['with an empty token', () => ({ token: '' }), 400, 'invalid_body'],
    ['with null', () => ({ token: null }), 400, 'invalid_body'],
    ['with a list', () => ({ token: [token] }), 400, 'invalid_body'],
    ['with a short password', () => ({ password: 'x'.repeat(7) }), 400, 'invalid_body'],
    ['with a bad e-mail', () => ({ email: 'ada' }), 400, 'invalid_body'],
    ['with a role', () => ({ role: 'owner' }), 400, 'invalid_body'],
    ['without a space', () => ({ space: undefined }), 400, 'invalid_body'],
    ['with an empty space', () => ({ space: '  ' }), 400, 'invalid_body'],
    ['with a space of signs alone', () => ({ space: '— ☕ —' }), 400, 'invalid_body'],
    ['with a space in letters that no slug has', () => ({ space: '北京' }), 400, 'invalid_body'],
    ['with a control character in the space', () => ({ space: 'a\u0000b' }), 400, 'invalid_body'],
    ['with half of a surrogate pair in the space', () => ({ space: 'a\ud800' }), 400, 'invalid_body'],
    ['with a space of 101 characters', () => ({ space: 'x'.repeat(101) }), 400, 'invalid_body'],
  ])('%s', async (_, changed, status, code) => {
    await expectRefused(await setUp(changed()), status, code)
    expect(await state()).toEqual(untouched)
    expect(await isOpen()).toEqual({ open: true })
  })

  test.each(['user', 'credential', 'space', 'member'] as const)(
    'where the %s cannot be written',
    async table => {
      const mend = await breakTable(space.database, { table, event: 'insert', message: 'broken' })
      await expectRefused(await setUp({ space: 'Harbour' }), 500, 'internal_error')
      expect(await state()).toEqual(untouched)
      await mend()
    },
  )

  test('and after all of that the link still works', async () => {
    expect((await setUp()).status).toBe(201)
  })
})

describe('the space', () => {
  beforeEach(begin)

  test.each<[string, string, string]>([
    ['main', 'main', 'main'],
    ['Main', 'main', 'main'],
    ['  Harbour Books ', 'harbour-books', 'Harbour Books'],
    ['Café Ærø №5', 'cafe-r-no5', 'Café Ærø №5'],
    ['--a--', 'a', '--a--'],
    ['x'.repeat(100), 'x'.repeat(64), 'x'.repeat(100)],
    [`${'x'.repeat(63)} y`, 'x'.repeat(63), `${'x'.repeat(63)} y`],
  ])('%p is %p, named %p', async (text, slug, name) => {
    expect((await setUp({ space: text })).status).toBe(201)
    const { spaces } = await state()
    expect(spaces).toContainEqual({ slug, name })
    expect(spaces).toHaveLength(slug === 'main' ? 1 : 2)
  })
})

test('a fresh database lets nobody in: there is no user, and no usual name and password works', async () => {
  await begin()
  expect(await state()).toEqual(untouched)
  for (const email of ['admin@example.com', 'owner@example.com']) {
    for (const password of ['admin', 'password', 'changeme']) {
      const response = await sendAs(space, null)('POST', '/api/auth/sign-in/email', { email, password })
      await expectRefused(response, 401, 'credentials_invalid')
    }
  }
})

const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

function swapCase(text: string): string {
  return [...text].map(one => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('')
}
