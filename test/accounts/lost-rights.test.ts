// A right that is lost is lost at once: also in the middle of a request, of a sign-in, and for what was handed out.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { listInvitations } from '../../src/accounts/invitations.store.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { openSession, type SignedIn, sendAs, signIn, testPassword } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const members = '/api/dashboard/members'
const invitations = '/api/dashboard/invitations'
const keys = '/api/v1/tokens/api-keys'

async function open() {
  const space = await createTestSpace()
  const owner = await signIn(space, { email: 'owner@example.com', role: 'owner' })
  const second = await signIn(space, { email: 'second@example.com', role: 'owner' })
  const admin = await signIn(space, { email: 'admin@example.com', role: 'admin' })
  return { space, owner, second, admin }
}

/** A body that nobody has before it is read, which is after the sender was let in; its rest comes after `meanwhile`. */
function slowBody(body: object, meanwhile: () => Promise<unknown>): ReadableStream {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  let isBegun = false
  return new ReadableStream(
    {
      pull: async controller => {
        if (!isBegun) {
          isBegun = true
          controller.enqueue(bytes.slice(0, 5))
          return
        }
        await meanwhile()
        controller.enqueue(bytes.slice(5))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${readProblem(await readResponse(response)).code}`
}

const demote = (by: SignedIn, who: SignedIn) =>
  by.send('PATCH', `${members}/${who.userId}`, { role: 'member' })
const remove = (by: SignedIn, who: SignedIn) => by.send('DELETE', `${members}/${who.userId}`)

describe('while the body of a write is on its way', () => {
  test('who is removed makes no key and no invitation', async () => {
    const { owner, admin } = await open()
    const body = slowBody({ name: 'late' }, () => remove(owner, admin))
    expect(await codeOf(await admin.send('POST', keys, body))).toBe('401 session_required')
    const { count } = (await (await owner.send('GET', keys)).json()) as { count: number }
    expect(count).toBe(1)
  })

  test('who is demoted does not make themselves an owner again', async () => {
    const { owner, second } = await open()
    const body = slowBody({ role: 'owner' }, () => demote(owner, second))
    const response = await second.send('PATCH', `${members}/${second.userId}`, body)
    expect(await codeOf(response)).toBe('403 role_required')
  })

  test('who signs out does nothing more', async () => {
    const { admin } = await open()
    const body = slowBody({ name: 'late' }, () => admin.send('POST', '/api/auth/sign-out'))
    expect(await codeOf(await admin.send('POST', keys, body))).toBe('401 session_required')
  })

  test('who signs out neither switches the space nor changes the password', async () => {
    const { space, admin } = await open()
    const signOut = () => admin.send('POST', '/api/auth/sign-out')
    const passwords = { currentPassword: testPassword, newPassword: 'another horse' }
    const change = await admin.send('POST', '/api/auth/change-password', slowBody(passwords, signOut))
    expect(await codeOf(change)).toBe('401 session_required')
    const again = sendAs(space, await openSession(space, admin))
    const body = slowBody({ space: 'main' }, () => again('POST', '/api/auth/sign-out'))
    expect(await codeOf(await again('POST', '/api/auth/switch-space', body))).toBe('401 session_required')
  })
})

test('no session that the old password begins outlives a change of the password, however they meet', async () => {
  const { space, admin } = await open()
  const old = { email: admin.email, password: testPassword }
  const attempts = Array.from({ length: 6 }, () => openSession(space, old).catch(() => null))
  const changed = await admin.send('POST', '/api/auth/change-password', {
    currentPassword: testPassword,
    newPassword: 'another horse',
  })
  expect(changed.status).toBe(200)
  const cookies = (await Promise.all(attempts)).filter(cookie => cookie !== null)
  for (const cookie of cookies) {
    expect((await sendAs(space, cookie)('GET', '/api/auth/session')).status).toBe(401)
  }
  expect(await codeOf(await sendAs(space, null)('POST', '/api/auth/sign-in/email', old))).toBe(
    '401 credentials_invalid',
  )
})

test('a sign-in that meets the removal of its user is one of an unknown e-mail', async () => {
  const { space, owner, admin } = await open()
  const body = { email: admin.email, password: testPassword }
  const attempts = Array.from({ length: 4 }, () =>
    sendAs(space, null)('POST', '/api/auth/sign-in/email', body),
  )
  await remove(owner, admin)
  for (const { status } of await Promise.all(attempts)) expect([200, 401]).toContain(status)
})

describe('an invitation', () => {
  const invite = async (by: SignedIn, role: string, email = 'new@example.com') => {
    const response = await by.send('POST', invitations, { email, role })
    const { doc, link } = (await response.json()) as { doc: { id: string }; link: string }
    return { id: doc.id, token: link.split('token=')[1]! }
  }
  const accept = (space: TestSpace, token: string) =>
    sendAs(space, null)('POST', '/api/auth/accept-invitation', { token, password: testPassword })

  test('of who was removed, or may not give its role any more, works no more and is in no list', async () => {
    const { space, owner, second, admin } = await open()
    const asAdmin = await invite(admin, 'admin', 'one@example.com')
    const asOwner = await invite(second, 'owner', 'two@example.com')
    const asMember = await invite(second, 'member', 'three@example.com')
    await remove(owner, admin)
    await owner.send('PATCH', `${members}/${second.userId}`, { role: 'admin' })
    expect(await codeOf(await accept(space, asAdmin.token))).toBe('404 invitation_not_found')
    expect(await codeOf(await accept(space, asOwner.token))).toBe('404 invitation_not_found')
    const { database, time } = space
    const range = { limit: 10, offset: 0, now: time.now }
    const left = await listInvitations(database.reads, space.space, range)
    expect(left.map(({ id }) => id)).toEqual([asMember.id])
    expect((await accept(space, asMember.token)).status).toBe(201)
  })

  test('that makes an owner is neither replaced nor withdrawn by an admin', async () => {
    const { space, owner, admin } = await open()
    const { id, token } = await invite(owner, 'owner')
    const again = await admin.send('POST', invitations, { email: 'new@example.com', role: 'member' })
    expect(await codeOf(again)).toBe('403 role_required')
    expect(await codeOf(await admin.send('DELETE', `${invitations}/${id}`))).toBe('403 role_required')
    expect((await accept(space, token)).status).toBe(201)
  })
})

describe('a session', () => {
  test('that has expired is refused without a write', async () => {
    const { space, admin } = await open()
    await space.database.transaction(writes =>
      writes.updateTable('session').set({ expires_at: space.time.now }).execute(),
    )
    space.statements.length = 0
    expect(await codeOf(await admin.send('GET', keys))).toBe('401 session_required')
    expect(await codeOf(await admin.send('GET', '/api/auth/session'))).toBe('401 session_required')
    expect(space.statements.filter(sql => !/^select/.test(sql))).toEqual([])
  })

  test('is not chosen among two cookies of its name', async () => {
    const { space, owner, admin } = await open()
    for (const cookie of [`${owner.cookie}; ${admin.cookie}`, `${admin.cookie}; ${owner.cookie}`]) {
      expect(await codeOf(await sendAs(space, cookie)('GET', keys))).toBe('401 session_required')
    }
  })
})

test('guesses that others make elsewhere go on counting when the right person signs in', async () => {
  const { space, admin } = await open()
  const from = (address: string, password: string) =>
    sendAs(space, null)(
      'POST',
      '/api/auth/sign-in/email',
      { email: admin.email, password },
      { 'X-Test-Address': address },
    )
  for (let guess = 0; guess < 7; guess++) await from('192.0.2.66', 'wrong')
  expect((await from('192.0.2.1', testPassword)).status).toBe(200)
  expect((await from('192.0.2.66', 'wrong')).status).toBe(401)
  expect((await from('192.0.2.66', 'wrong')).status).toBe(429)
})
