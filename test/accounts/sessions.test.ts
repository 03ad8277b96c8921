// Contract 3: what a session is on the server, what its cookie is worth, and how it ends.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { runJobs } from '../kit/app/run-jobs.ts'
import { openSession, type SignedIn, sendAs, signIn } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { breakTable } from '../kit/database/broken-table.ts'
import { longTestMs } from '../kit/fuzz.ts'
import {
  closedStatuses,
  cookieName,
  hashOfToken,
  openStatuses,
  requestAll,
  sessionRoutes,
} from './session-routes.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const dayMs = 24 * 60 * 60_000

let space: TestSpace
let owner: SignedIn
let other: SignedIn
beforeAll(async () => {
  space = await createTestSpace()
  owner = await signIn(space)
  other = await signIn(space, { email: 'other@example.com', role: 'admin' })
})

const sessionsOf = (user: string) =>
  space.database.reads.all(
    query.selectFrom('session').selectAll().where('user', '=', user).orderBy('created_at'),
  )

const write = (work: Parameters<TestSpace['database']['transaction']>[0]) => space.database.transaction(work)

/** While `work` runs, the database does not take this kind of statement on sessions. */
async function refuse(kind: 'update' | 'delete', work: () => Promise<void>): Promise<void> {
  const mend = await breakTable(space.database, { table: 'session', event: kind, message: 'refused' })
  try {
    await work()
  } finally {
    await mend()
  }
}

describe('signing out', () => {
  test('ends the session on the server: the old cookie opens nothing; other sessions go on', async () => {
    const cookie = await openSession(space, owner)
    expect(await requestAll(space, cookie)).toEqual(openStatuses)
    const before = (await sessionsOf(owner.userId)).length
    const response = await sendAs(space, cookie)('POST', '/api/auth/sign-out')
    expect([response.status, await response.json()]).toEqual([200, {}])
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(response.headers.getSetCookie()[0]).toMatch(new RegExp(`^${cookieName}=; Max-Age=0;`))
    expect(await requestAll(space, cookie)).toEqual(closedStatuses)
    expect((await sessionsOf(owner.userId)).length).toBe(before - 1)
    expect((await owner.send('GET', '/api/auth/session')).status).toBe(200)
  })

  test('succeeds twice, without a cookie, or with an invalid one, and ends no session', async () => {
    const cookie = await openSession(space, owner)
    await sendAs(space, cookie)('POST', '/api/auth/sign-out')
    const before = (await sessionsOf(owner.userId)).length
    for (const again of [cookie, null, `${cookieName}=x`, `${cookieName}=`, 'other=1']) {
      const response = await sendAs(space, again)('POST', '/api/auth/sign-out', {})
      expect([response.status, await response.json()]).toEqual([200, {}])
    }
    expect((await sessionsOf(owner.userId)).length).toBe(before)
  })

  test('does not succeed if the database did not end the session', async () => {
    const cookie = await openSession(space, owner)
    await refuse('delete', async () => {
      const response = await sendAs(space, cookie)('POST', '/api/auth/sign-out')
      expect(response.status).toBeGreaterThanOrEqual(500)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await requestAll(space, cookie)).toEqual(openStatuses)
    })
    expect((await sendAs(space, cookie)('POST', '/api/auth/sign-out')).status).toBe(200)
    expect(await requestAll(space, cookie)).toEqual(closedStatuses)
  })
})

describe('signing in with a session', () => {
  const credentials = () => ({ email: owner.email, password: owner.password })
  const signInWith = (cookie: string, body: object) =>
    sendAs(space, cookie)('POST', '/api/auth/sign-in/email', body)

  test('ends it, no matter whose it was: the old cookie opens nothing, the new one does, and others go on', async () => {
    for (const before of [owner, other]) {
      const cookie = await openSession(space, before)
      const response = await signInWith(cookie, credentials())
      const next = response.headers.getSetCookie()[0]!.split(';')[0]!
      expect([response.status, next === cookie]).toEqual([200, false])
      expect(await requestAll(space, cookie)).toEqual(closedStatuses)
      expect(await requestAll(space, next)).toEqual(openStatuses)
    }
    for (const { send } of [owner, other]) expect((await send('GET', '/api/auth/session')).status).toBe(200)
  })

  test('leaves it if the password is wrong or the body is invalid', async () => {
    const cookie = await openSession(space, owner)
    expect((await signInWith(cookie, { ...credentials(), password: 'not this one' })).status).toBe(401)
    expect((await signInWith(cookie, {})).status).toBe(400)
    expect(await requestAll(space, cookie)).toEqual(openStatuses)
  })

  test('ends nothing for an invalid cookie: not signed, signed otherwise, or expired', async () => {
    const cookie = await openSession(space, owner)
    const count = async () => (await sessionsOf(owner.userId)).length
    const before = await count()
    const [token] = decodeURIComponent(cookie.slice(cookieName.length + 1)).split('.')
    const forged = [
      `${cookieName}=${token}`,
      `${cookieName}=${token}.x`,
      `${cookieName}=x`,
      `${cookie}; ${cookie}`,
    ]
    for (const given of forged) expect((await signInWith(given, credentials())).status).toBe(200)
    expect(await requestAll(space, cookie)).toEqual(openStatuses)
    expect(await count()).toBe(before + forged.length)
  })

  test('by an invitation ends it too', async () => {
    const invited = await owner.send('POST', '/api/dashboard/invitations', {
      email: 'guest@example.com',
      role: 'member',
    })
    const { link } = (await invited.json()) as { link: string }
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token')
    const cookie = await openSession(space, owner)
    const response = await sendAs(space, cookie)('POST', '/api/auth/accept-invitation', {
      token,
      password: 'a new horse battery',
    })
    expect(response.status).toBe(201)
    expect(await requestAll(space, cookie)).toEqual(closedStatuses)
  })
})

describe('a session', () => {
  const setExpiry = (cookie: string, expiry: number) =>
    write(async writes => {
      const update = writes
        .updateTable('session')
        .set({ expires_at: expiry })
        .where('token', '=', hashOfToken(cookie))
      expect((await update.executeTakeFirstOrThrow()).numUpdatedRows).toBe(1n)
    })
  const expiryOf = async (cookie: string) =>
    (await sessionsOf(owner.userId)).find(({ token }) => token === hashOfToken(cookie))?.expires_at

  test('lasts a week, and is over when it expires', async () => {
    const cookie = await openSession(space, owner)
    expect((await expiryOf(cookie))! - Date.now()).toBeWithin(7 * dayMs - 60_000, 7 * dayMs + 1)
    await setExpiry(cookie, Date.now() + 60_000)
    expect(await requestAll(space, cookie)).toEqual(openStatuses)
    await setExpiry(cookie, Date.now() - 1)
    expect(await requestAll(space, cookie)).toEqual(closedStatuses)
    expect(await expiryOf(cookie)).toBeUndefined()
  })

  test('that nobody used before it expired is deleted by the jobs of the server', async () => {
    const cookie = await openSession(space, other)
    await setExpiry(cookie, space.time.now)
    await runJobs(space)
    expect((await sessionsOf(other.userId)).map(({ token }) => token)).toEqual([hashOfToken(other.cookie)])
  })

  test('that is used after a day is prolonged by a week, cookie and all, and stays the same session', async () => {
    const cookie = await openSession(space, owner)
    await setExpiry(cookie, Date.now() + 6 * dayMs - 1)
    // Only the page's question for the session prolongs it: a response of another kind sets no cookie.
    for (const [method, path, body] of sessionRoutes.slice(1, 5)) {
      expect((await sendAs(space, cookie)(method, path, body)).headers.getSetCookie()).toEqual([])
    }
    const response = await sendAs(space, cookie)('GET', '/api/auth/session')
    const [set, ...others] = response.headers.getSetCookie()
    expect([response.status, others]).toEqual([200, []])
    expect(set!.split('; ').sort()).toEqual(
      [cookie, 'HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'].sort(),
    )
    expect((await expiryOf(cookie))! - Date.now()).toBeWithin(7 * dayMs - 60_000, 7 * dayMs + 1)
  })

  test('is over 30 days after it began, however much it was used', async () => {
    const start = space.time.now
    const cookie = await openSession(space, owner)
    await setExpiry(cookie, Date.now() + 400 * dayMs)
    space.time.now = start + 30 * dayMs - 1
    expect(await requestAll(space, cookie)).toEqual(openStatuses)
    const prolonged = await sendAs(space, cookie)('GET', '/api/auth/session')
    expect(prolonged.status).toBe(200)
    space.time.now = start + 30 * dayMs
    expect(await requestAll(space, cookie)).toEqual(closedStatuses)
    expect(await expiryOf(cookie)).toBeDefined()
    await runJobs(space)
    expect(await expiryOf(cookie)).toBeUndefined()
    const next = await openSession(space, owner)
    expect(await requestAll(space, next)).toEqual(openStatuses)
    space.time.now = start
  })

  test('that cannot be prolonged, for the disk is full, goes on as it is', async () => {
    const cookie = await openSession(space, owner)
    await setExpiry(cookie, Date.now() + dayMs)
    await refuse('update', async () => {
      const response = await sendAs(space, cookie)('GET', '/api/auth/session')
      expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
    })
  })

  test('that was prolonged within the day is left as it is: a question writes nothing', async () => {
    const cookie = await openSession(space, owner)
    await setExpiry(cookie, Date.now() + 6 * dayMs + 60_000)
    space.statements.length = 0
    const response = await sendAs(space, cookie)('GET', '/api/auth/session')
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
    expect(space.statements.filter(sql => !sql.startsWith('select'))).toEqual([])
  })

  test('is known to the database by the hash of its token alone; its id is in no response', async () => {
    const cookie = await openSession(space, owner)
    const value = decodeURIComponent(cookie.split('=')[1]!)
    const [token, signature] = value.split('.')
    const rows = await sessionsOf(owner.userId)
    expect(rows.map(row => row.token)).toContain(hashOfToken(cookie))
    const stored = JSON.stringify(rows)
    for (const text of [token!, signature!, cookie]) expect(stored).not.toContain(text)
    for (const row of rows) expect(row.token).toMatch(/^[0-9a-f]{64}$/)
    for (const [method, path, body] of sessionRoutes) {
      const text = await (await sendAs(space, cookie)(method, path, body)).text()
      for (const row of rows)
        for (const secret of [row.id, row.token, token!]) expect(text).not.toContain(secret)
    }
  })
})
