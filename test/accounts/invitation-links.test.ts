// The link of an invitation: it lets one person in, once, in the time that it has.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { type SignedIn, sendAs, testPassword } from '../kit/app/signed-in.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import {
  endOf,
  type InvitationFixture,
  invitationsPath,
  openInvitationFixture,
} from './invitation-fixture.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const weekMs = 7 * 24 * 60 * 60_000

let fixture: InvitationFixture
let space: TestSpace
let shop: TestSpace
let owner: SignedIn
let admin: SignedIn
let shopOwner: SignedIn
beforeAll(async () => {
  fixture = await openInvitationFixture()
  ;({ space, shop, owner, admin, shopOwner } = fixture)
})

const newEmail = () => fixture.newEmail()
const invite: InvitationFixture['invite'] = (...wanted) => fixture.invite(...wanted)
const open: InvitationFixture['open'] = token => fixture.open(token)
const accept: InvitationFixture['accept'] = (...sent) => fixture.accept(...sent)
const addUser: InvitationFixture['addUser'] = (...wanted) => fixture.addUser(...wanted)
const rolesOf: InvitationFixture['rolesOf'] = email => fixture.rolesOf(email)
const signInWith: InvitationFixture['signIn'] = (...sent) => fixture.signIn(...sent)

describe('a link', () => {
  test('tells what it is for, as often as it is asked, and changes nothing by that', async () => {
    const [outsider, known] = [newEmail(), newEmail()]
    await addUser(known, 'member', shop)
    for (const email of [outsider, known]) {
      const { token } = await invite(email, 'admin')
      for (let time = 0; time < 2; time++) {
        const response = await open(token)
        expect([response.status, await response.json()]).toEqual([
          200,
          { space: 'main', email, role: 'admin' },
        ])
        expect(response.headers.getSetCookie()).toEqual([])
      }
      expect((await rolesOf(email)).map(([to]) => to)).not.toContain('main')
    }
  })

  test('does not tell who made it if its e-mail has an account', async () => {
    const [outsider, known] = [newEmail(), newEmail()]
    await addUser(known, 'member', shop)
    const seen = await Promise.all(
      [outsider, known].map(async email => {
        const { token } = await invite(email, 'member', admin)
        const responses = [await open(token), await accept(token, 'short'), await accept(token, '')]
        const texts = await Promise.all(
          responses.map(async response => `${response.status} ${await response.text()}`),
        )
        return texts.map(text => text.replace(/"requestId":"[^"]*"/, '').replaceAll(email, 'E-MAIL'))
      }),
    )
    expect(seen[0]).toEqual(seen[1]!)
  })

  test('makes an account with a new password, signs it in, and works no more', async () => {
    const { token, doc } = await invite(undefined, 'admin')
    const response = await accept(token)
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      user: { email: doc.email },
      space: { slug: 'main', role: 'admin' },
    })
    const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
    expect((await sendAs(space, cookie)('GET', invitationsPath)).status).toBe(200)
    for (const again of [await accept(token), await open(token)])
      expect(await endOf(again)).toBe('invitation_not_found')
    expect(await rolesOf(doc.email)).toEqual([['main', 'admin']])
  })

  test.each([
    ['7 characters', 'x'.repeat(7)],
    ['none', ''],
    ['257', 'x'.repeat(257)],
    ['null', null],
    ['a list', [testPassword]],
  ])('does not take %s for a new password, and works afterwards', async (_, password) => {
    const { token, doc } = await invite()
    const response = await readResponse(await accept(token, password))
    expect([response.status, readProblem(response).errors?.map(({ name }) => name)]).toEqual([
      400,
      ['password'],
    ])
    expect(await rolesOf(doc.email)).toEqual([])
    expect((await open(token)).status).toBe(200)
  })

  test('to an account takes its password, and a wrong one counts as a failed sign-in', async () => {
    const email = newEmail()
    await addUser(email, 'owner', shop)
    const { token } = await invite(email, 'member')
    for (let time = 0; time < 8; time++)
      expect(await endOf(await accept(token, 'a wrong password'))).toBe('credentials_invalid')
    const waiting = await accept(token)
    expect([waiting.status, waiting.headers.get('Retry-After')]).toEqual([429, '900'])
    expect(await endOf(await signInWith(email, testPassword))).toBe('too_many_requests')
    expect(await rolesOf(email)).toEqual([['shop', 'owner']])
    space.time.now += 15 * 60_000
    const response = await accept(token)
    expect(response.status).toBe(201)
    // The session begins where the link led, though another space is the first one.
    const begun = { space: { slug: 'main', role: 'member' } }
    expect(await response.json()).toMatchObject(begun)
    const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
    expect(await (await sendAs(space, cookie)('GET', '/api/auth/session')).json()).toMatchObject(begun)
    expect(await rolesOf(email)).toEqual([
      ['main', 'member'],
      ['shop', 'owner'],
    ])
    expect(await endOf(await accept(token))).toBe('invitation_not_found')
  })

  test('lets a new person in even where their e-mail was guessed at so often that signing in waits', async () => {
    const { token, doc } = await invite()
    const guesses = Array.from({ length: 8 }, () => signInWith(doc.email, 'guess'))
    for (const guess of await Promise.all(guesses)) expect(guess.status).toBe(401)
    const response = await accept(token)
    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })

  test('leaves a member who came by another way the role that they have', async () => {
    const email = newEmail()
    const { token } = await invite(email, 'owner')
    await addUser(email, 'member')
    expect((await accept(token)).status).toBe(201)
    expect(await rolesOf(email)).toEqual([['main', 'member']])
    expect(await endOf(await accept(token))).toBe('invitation_not_found')
  })

  test('of two who accept at once, with an account or without, lets one in', async () => {
    const [outsider, known] = [newEmail(), newEmail()]
    await addUser(known, 'member', shop)
    for (const email of [outsider, known]) {
      const { token } = await invite(email)
      const ends = await Promise.all((await Promise.all([accept(token), accept(token)])).map(endOf))
      expect(ends.toSorted()).toEqual([201, 'invitation_not_found'])
      expect((await rolesOf(email)).filter(([to]) => to === 'main')).toEqual([['main', 'member']])
    }
  })

  test('works for 7 days, and is not in the list afterwards', async () => {
    const { token, doc } = await invite()
    const has = async () =>
      (
        (await (await owner.send('GET', `${invitationsPath}?perPage=100`)).json()) as {
          list: { id: string }[]
        }
      ).list.some(({ id }) => id === doc.id)
    space.time.now += weekMs - 1
    expect([(await open(token)).status, await has()]).toEqual([200, true])
    space.time.now += 1
    for (const late of [
      await open(token),
      await accept(token),
      await owner.send('DELETE', `${invitationsPath}/${doc.id}`),
    ]) {
      expect(await endOf(late)).toBe('invitation_not_found')
    }
    expect(await has()).toBe(false)
    expect(await rolesOf(doc.email)).toEqual([])
  })

  test('is replaced by a newer one for the same e-mail, and ended by withdrawing', async () => {
    const first = await invite()
    const second = await invite(first.doc.email.toUpperCase(), 'admin')
    expect(await endOf(await open(first.token))).toBe('invitation_not_found')
    expect(await (await open(second.token)).json()).toMatchObject({ role: 'admin' })
    const elsewhere = await invite(first.doc.email, 'member', shopOwner)
    const withdrawn = await admin.send('DELETE', `${invitationsPath}/${second.doc.id}`)
    expect([withdrawn.status, await withdrawn.json()]).toEqual([200, { doc: second.doc }])
    expect(await endOf(await accept(second.token))).toBe('invitation_not_found')
    expect((await open(elsewhere.token)).status).toBe(200)
  })
})

test('a foreign invitation, a missing one, an impossible id and a made-up token get the same response', async () => {
  const { doc, token } = await invite(undefined, 'member', shopOwner)
  const ids = [doc.id, 'x'.repeat(20), '%00', "'or'1'='1"]
  const byId = await Promise.all(ids.map(id => owner.send('DELETE', `${invitationsPath}/${id}`)))
  const tokens = ['x'.repeat(40), token.slice(1), token.toLowerCase(), `${token} `, '%', doc.id]
  const byToken = await Promise.all(tokens.flatMap(text => [open(text), accept(text)]))
  for (const responses of [byId, byToken]) {
    const texts = await Promise.all(
      responses.map(async response => [
        response.status,
        (await response.text()).replace(/"requestId":"[^"]*"/, ''),
      ]),
    )
    expect(new Set(texts.map(text => JSON.stringify(text))).size).toBe(1)
    expect(texts[0]![0]).toBe(404)
  }
  expect((await open(token)).status).toBe(200)
})
