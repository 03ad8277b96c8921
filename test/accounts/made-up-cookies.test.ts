// Cookies that no sign-in of this server gave out, and whatever else could be taken for a session: they open nothing.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { openSession, type SignedIn, sendAs, signIn } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { closedStatuses, cookieName, hashOfToken, openStatuses, requestAll } from './session-routes.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

let space: TestSpace
let owner: SignedIn
let other: SignedIn
beforeAll(async () => {
  space = await createTestSpace()
  owner = await signIn(space)
  other = await signIn(space, { email: 'other@example.com', role: 'admin' })
})

const sessionsOf = (user: string) =>
  space.database.reads.all(query.selectFrom('session').select('id').where('user', '=', user))

describe('a cookie that was made up opens nothing', () => {
  const value = () => owner.cookie.slice(cookieName.length + 1)
  const [token, signature] = [() => value().split('.')[0]!, () => value().slice(value().indexOf('.') + 1)]
  test.each<[string, () => string | Promise<string>]>([
    ['none', () => 'theme=dark'],
    ['empty', () => `${cookieName}=`],
    ['a token without a signature', () => `${cookieName}=${token()}`],
    ['a token with an empty signature', () => `${cookieName}=${token()}.`],
    ['a signature without a token', () => `${cookieName}=.${signature()}`],
    ['one letter of the token changed', () => `${cookieName}=${flip(token(), 5)}.${signature()}`],
    ['one letter of the signature changed', () => `${cookieName}=${token()}.${flip(signature(), 5)}`],
    ["another session's signature", () => `${cookieName}=${token()}.${other.cookie.split('.').at(-1)}`],
    ['the hash that is in the database', () => `${cookieName}=${hashOfToken(owner.cookie)}.${signature()}`],
    [
      'the id of the session',
      async () => `${cookieName}=${(await sessionsOf(owner.userId))[0]!.id}.${signature()}`,
    ],
    ['encoded twice', () => `${cookieName}=${encodeURIComponent(value())}`],
    ['in another case', () => `${cookieName}=${value().toUpperCase()}`],
    ['under another name', () => `better-auth.session_token=${value()}`],
    ['under the name that it has over https', () => `__Host-${owner.cookie}`],
    ['under the name with a space in it', () => `frontlist .session=${value()}`],
    ['bad percent-encoding', () => `${cookieName}=%E0%A4%A`],
    ['a very long one', () => `${cookieName}=${'x'.repeat(8000)}.${signature()}`],
    ['a thousand of them', () => `${cookieName}=x.y; `.repeat(500)],
    ['names that objects have', () => `__proto__=1; constructor=2; ${cookieName}=x`],
  ])('%s', async (_, make) => {
    expect(await requestAll(space, await make())).toEqual(closedStatuses)
  })

  test('signed with another secret', async () => {
    const elsewhere = serveWith(space, { secret: 'another secret of tests, long enough' })
    const cookie = await openSession(elsewhere, owner)
    expect((await sendAs(elsewhere, cookie)('GET', '/api/auth/session')).status).toBe(200)
    expect(await requestAll(space, cookie)).toEqual(closedStatuses)
    expect((await sendAs(elsewhere, owner.cookie)('GET', '/api/auth/session')).status).toBe(401)
  })

  test('of two of its name none is taken', async () => {
    const pairs = [
      [owner.cookie, other.cookie],
      [owner.cookie, owner.cookie],
      [owner.cookie, `${cookieName}=x`],
      [`${cookieName}=x`, owner.cookie],
    ]
    for (const pair of pairs) expect(await requestAll(space, pair.join('; '))).toEqual(closedStatuses)
  })

  test('beside ours, one of another name does no harm, were it set by a neighbour to do some', async () => {
    for (const name of [
      'theme',
      `x${cookieName}`,
      `${cookieName}2`,
      `__Host-${cookieName}`,
      `__Secure-${cookieName}`,
    ]) {
      const made = `${name}=${other.cookie.slice(cookieName.length + 1)}`
      for (const pair of [`${made}; ${owner.cookie}`, `${owner.cookie}; ${made}`]) {
        expect([name, ...(await requestAll(space, pair))]).toEqual([name, ...openStatuses])
      }
    }
    // A host of the same site can set the plain name for this one, and cannot set __Host-.
    const over = serveWith(space, { publicUrl: 'https://content.example.com' })
    const own = `__Host-${await openSession(space, owner)}`
    for (const cookie of [`${own}; ${other.cookie}`, `${other.cookie}; ${own}`]) {
      const response = await sendAs(over, cookie)('GET', '/api/auth/session')
      expect([response.status, await response.json()]).toMatchObject([200, { user: { email: owner.email } }])
    }
  })

  test('an API key, a password and a token in other headers are no session', async () => {
    for (const header of [
      `Bearer ${space.key}`,
      `Bearer ${decodeURIComponent(value())}`,
      `Basic ${btoa(`${owner.email}:${owner.password}`)}`,
    ]) {
      const headers = { Authorization: header, 'X-Session-Token': value(), 'X-API-Key': space.key }
      expect(await requestAll(space, null, headers)).toEqual(closedStatuses)
    }
  })
})

function flip(text: string, place: number): string {
  return text.slice(0, place) + (text[place] === 'a' ? 'b' : 'a') + text.slice(place + 1)
}
