// When a token ends: at its time, by revocation or sign-out, and with the right of its maker, on every node at once.
import { expect, test } from 'bun:test'
import { saveMember } from '../../../src/accounts/members.store.ts'
import { removeUser } from '../../../src/accounts/users.service.ts'
import { deleteOldLinks } from '../../../src/preview/links/links.store.ts'
import { serveWith } from '../../kit/app/serve-with.ts'
import { openSession, sendAs, signIn } from '../../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../../kit/app/test-space.ts'
import { links, openLinks, readerOf, share } from './link-setup.ts'

const expired = '401 preview_link_expired'
const revoked = '401 preview_link_revoked'

/** What a token gets here and on another node of the same database. */
async function everywhere(space: TestSpace, token: string): Promise<string> {
  const nodes = [space, serveWith(space, {})]
  const verdicts = await Promise.all(nodes.map(node => readerOf(node, token).verdict('/content/pages/p1')))
  expect(verdicts[1]).toBe(verdicts[0]!)
  return verdicts[0]!
}

const setRole = ({ database, space, time }: TestSpace, user: string, role: 'member' | 'editor' | 'admin') =>
  database.transaction(writes => saveMember(writes, { space, user, role, now: time.now }))

test('a token ends at its time, and its error says so for 30 days', async () => {
  const { space, owner } = await openLinks()
  const { token } = await share(owner.send, { entries: ['p1'], expiresInSeconds: 300 })
  space.time.now += 299_999
  expect(await everywhere(space, token)).toBe('200')
  space.time.now += 1
  expect(await everywhere(space, token)).toBe(expired)
  expect(await readerOf(space, token).verdict('/session')).toBe(expired)
  const clean = () => space.database.transaction(writes => deleteOldLinks(writes, space.time.now))
  space.time.now += 30 * 24 * 60 * 60 * 1000 - 1
  await clean()
  expect(await everywhere(space, token)).toBe(expired)
  space.time.now += 1
  await clean()
  expect(await everywhere(space, token)).toBe('401 api_key_invalid')
})

test('a revoked token is refused by the next request on every node', async () => {
  const { space, owner } = await openLinks()
  const { doc, token } = await share(owner.send, { entries: ['p1'] })
  expect(await everywhere(space, token)).toBe('200')
  await owner.send('DELETE', `${links}/${doc.id}`)
  expect(await everywhere(space, token)).toBe(revoked)
})

test('a token of a window ends when its session is signed out, and with no other session', async () => {
  const { space, owner } = await openLinks()
  const other = sendAs(space, await openSession(space, owner))
  const [mine, others] = [await share(owner.send, { own: true }), await share(other, { own: true })]
  const link = await share(owner.send, { entries: ['p1'] })
  await owner.send('POST', '/api/auth/sign-out')
  expect(await everywhere(space, mine.token)).toBe(revoked)
  expect(await everywhere(space, others.token)).toBe('200')
  expect(await everywhere(space, link.token)).toBe('200')
})

test('a token ends when its maker loses the right that it needs', async () => {
  const { space, owner } = await openLinks()
  const admin = await signIn(space, { email: 'admin@example.com', role: 'admin' })
  const ofAll = await share(admin.send, { all: true })
  const ofOne = await share(admin.send, { entries: ['p1'] })
  const own = await share(admin.send, { own: true })
  const verdicts = () => Promise.all([ofAll, ofOne, own].map(({ token }) => everywhere(space, token)))
  expect(await verdicts()).toEqual(['200', '200', '200'])
  await setRole(space, admin.userId, 'editor')
  expect(await verdicts()).toEqual([revoked, '200', '200'])
  await setRole(space, admin.userId, 'member')
  expect(await verdicts()).toEqual([revoked, revoked, '200'])
  await owner.send('DELETE', `/api/dashboard/members/${admin.userId}`)
  expect(await verdicts()).toEqual([revoked, revoked, revoked])
})

test('a member who was removed and comes back does not bring their tokens back', async () => {
  const { space } = await openLinks()
  const elsewhere = await createTestSpace()
  expect(elsewhere).toBeDefined()
  const editor = await signIn(space, { email: 'editor@example.com', role: 'editor' })
  const { token } = await share(editor.send, { entries: ['p1'] })
  space.time.now += 1000
  const { database } = space
  await removeUser(database, { clock: () => space.time.now }, { email: editor.email, space: space.space })
  expect(await everywhere(space, token)).toBe(revoked)
  await signIn(space, { email: editor.email, role: 'admin' })
  expect(await everywhere(space, token)).toBe(revoked)
})

test('each token has 50 requests a second, also once it has ended, and takes none from others', async () => {
  const { space, owner } = await openLinks()
  const [busy, quiet] = [await share(owner.send, { entries: ['p1'] }), await share(owner.send, { all: true })]
  const reader = readerOf(space, busy.token)
  const send = (times: number) =>
    Promise.all(Array.from({ length: times }, () => reader.verdict('/content/pages/p1')))
  expect(new Set(await send(50))).toEqual(new Set(['200']))
  const refused = await reader.get('/content/pages/p1')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
  expect(refused.headers.get('Access-Control-Expose-Headers')).toContain('RateLimit')
  expect(await readerOf(space, quiet.token).verdict('/content/pages/p1')).toBe('200')
  await owner.send('DELETE', `${links}/${busy.doc.id}`)
  space.time.now += 1000
  const ended = await send(51)
  expect(ended.filter(verdict => verdict === revoked)).toHaveLength(50)
  expect(ended.filter(verdict => verdict === '429 too_many_requests')).toHaveLength(1)
})
