// A new password for oneself: it ends every session but the one that it begins, and a wrong one counts.
import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { openSession, type SignedIn, sendAs, signIn, testPassword } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const path = '/api/auth/change-password'
const newPassword = 'staple correct horse'

let space: TestSpace
let bystander: SignedIn
let people = 0
let person: SignedIn
beforeAll(async () => {
  space = await createTestSpace()
  bystander = await signIn(space, { email: 'bystander@example.com' })
})
beforeEach(async () => {
  person = await signIn(space, { email: `person${++people}@example.com`, role: 'member' })
})

const statusOf = async (cookie: string) => (await sendAs(space, cookie)('GET', '/api/auth/session')).status
const signInWith = (password: string) =>
  sendAs(space, null)('POST', '/api/auth/sign-in/email', { email: person.email, password })
const passwordsStored = () =>
  space.database.reads.all(query.selectFrom('credential').selectAll().orderBy('user'))

test('the right password: all sessions end, one begins, and the new password is the one that counts', async () => {
  const second = await openSession(space, person)
  const response = await person.send('POST', path, { currentPassword: testPassword, newPassword })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    user: { id: person.userId, email: person.email },
    space: { slug: 'main', role: 'member' },
  })
  const [cookie, ...others] = response.headers.getSetCookie()
  expect(others).toEqual([])
  const begun = cookie!.split(';')[0]!
  expect(begun).not.toBe(person.cookie)
  expect(await Promise.all([person.cookie, second, begun, bystander.cookie].map(statusOf))).toEqual([
    401, 401, 200, 200,
  ])
  expect((await signInWith(testPassword)).status).toBe(401)
  expect((await signInWith(newPassword)).status).toBe(200)
})

test('a wrong current password is a 401, changes nothing and ends nothing', async () => {
  const before = await passwordsStored()
  const response = await readResponse(
    await person.send('POST', path, { currentPassword: 'wrong horse', newPassword }),
  )
  expect([response.status, readProblem(response).code]).toEqual([401, 'credentials_invalid'])
  expect(await passwordsStored()).toEqual(before)
  expect(await statusOf(person.cookie)).toBe(200)
})

test('wrong current passwords count with failed sign-ins: 8 of both, then 429 for both', async () => {
  for (let time = 0; time < 4; time++) {
    const changed = await person.send('POST', path, { currentPassword: 'wrong', newPassword })
    expect([changed.status, (await signInWith('wrong')).status]).toEqual([401, 401])
  }
  const changed = await person.send('POST', path, { currentPassword: testPassword, newPassword })
  expect([changed.status, changed.headers.get('Retry-After')]).toEqual([429, '900'])
  expect((await signInWith(testPassword)).status).toBe(429)
  expect(await statusOf(person.cookie)).toBe(200)
  space.time.now += 15 * 60_000
  expect((await signInWith(testPassword)).status).toBe(200)
})

describe('nothing changes', () => {
  test.each<[string, object, string[]]>([
    ['with nothing', {}, ['currentPassword', 'newPassword']],
    ['with 7 characters', { newPassword: 'x'.repeat(7) }, ['newPassword']],
    ['with 257 characters', { newPassword: 'x'.repeat(257) }, ['newPassword']],
    ['with null', { newPassword: null }, ['newPassword']],
    ['without the current one', { currentPassword: undefined, newPassword }, ['currentPassword']],
    ['with an empty current one', { currentPassword: '', newPassword }, ['currentPassword']],
    ["with somebody's id", { newPassword, userId: 'x' }, ['userId']],
    ["with somebody's e-mail", { newPassword, email: 'bystander@example.com' }, ['email']],
  ])('%s', async (_, sent, errors) => {
    const before = await passwordsStored()
    const isEmpty = Object.keys(sent).length === 0
    const body = isEmpty ? sent : { currentPassword: testPassword, ...sent }
    const response = await readResponse(await person.send('POST', path, body))
    expect(response.status).toBe(400)
    expect(readProblem(response).errors?.map(({ name }) => name)).toEqual(errors)
    expect(await passwordsStored()).toEqual(before)
  })

  test('without a session, whatever is sent', async () => {
    const before = await passwordsStored()
    for (const body of [{ currentPassword: testPassword, newPassword }, {}, 'no JSON']) {
      for (const cookie of [null, 'frontlist.session=x', `${person.cookie}x`]) {
        const response = await readResponse(await sendAs(space, cookie)('POST', path, body))
        expect([response.status, readProblem(response).code]).toEqual([401, 'session_required'])
      }
    }
    expect(await passwordsStored()).toEqual(before)
  })
})

test('a password of 8 and one of 256 characters are taken', async () => {
  let { send } = person
  let currentPassword = testPassword
  for (const wanted of ['x'.repeat(8), 'é'.repeat(256)]) {
    const response = await send('POST', path, { currentPassword, newPassword: wanted })
    expect(response.status).toBe(200)
    send = sendAs(space, response.headers.getSetCookie()[0]!.split(';')[0]!)
    currentPassword = wanted
  }
})
