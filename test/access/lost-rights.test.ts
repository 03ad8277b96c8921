// A right counts when the write happens, not when its request came: a write that waits for its turn is refused where the
// right for it is lost meanwhile.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { requireRight } from '../../src/access/require-right.store.ts'
import type { Role } from '../../src/base/caller.ts'
import { query, type Writes } from '../../src/database/database.ts'
import { enterSpace } from '../../src/database/enter-space.ts'
import { makePrincipal } from '../kit/app/principal.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { type SignedIn, signIn } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables } from '../kit/oracle/tables.ts'
import { until } from '../kit/until.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const keys = '/api/v1/tokens/api-keys'
const dashboard = '/api/dashboard'

const records = [
  { type: 'collection', apiName: 'posts', name: 'Posts', fields: [] },
  { type: 'entry', collection: 'posts', id: 'draft', data: {} },
  { type: 'entry', collection: 'posts', id: 'live', data: {}, liveData: {} },
] as const

interface Fixture {
  readonly space: TestSpace
  readonly writer: SignedIn
  readonly key: string
  readonly other: SignedIn
  readonly invitation: string
}

async function open(role: Role): Promise<Fixture> {
  const space = await createTestSpace({ records })
  const owner = await signIn(space, { email: 'first@example.com', role: 'owner' })
  const other = await signIn(space, { email: 'other@example.com', role: 'member' })
  const writer = await signIn(space, { email: 'writer@example.com', role })
  const body = { email: 'invited@example.com', role: 'member' }
  const invited = await owner.send('POST', `${dashboard}/invitations`, body)
  const { doc } = (await invited.json()) as { doc: { id: string } }
  return { space, writer, other, key: (await space.makeKey()).id, invitation: doc.id }
}

/**
 * The response to a write that was let in while another transaction holds all locks, and waits until that one has
 * committed `meanwhile`.
 */
async function sendWhileLocked(
  { space, writer }: Fixture,
  [method, path, body]: readonly [method: string, path: string, body?: object],
  meanwhile: (writes: Writes) => Promise<unknown>,
): Promise<string> {
  const locked = Promise.withResolvers<void>()
  const isLetIn = Promise.withResolvers<void>()
  const holder = space.database.transaction(async writes => {
    await enterSpace(writes, space.space)
    locked.resolve()
    await isLetIn.promise
    await meanwhile(writes)
  })
  await locked.promise
  space.statements.length = 0
  const received = writer.send(method, path, body)
  await until(() => space.statements.some(sql => /^select "role" from "member"/.test(sql)))
  // The guard has asked; what is too slow for this is refused by the guard instead, which is right as well.
  await Bun.sleep(100)
  isLetIn.resolve()
  await holder
  const response = await received
  return `${response.status} ${readProblem(await readResponse(response)).code}`
}

async function stored({ space }: Fixture) {
  const { everything } = space
  const read = (table: 'member' | 'invitation' | 'api_key_secret') =>
    everything.all(query.selectFrom(table).selectAll().orderBy('space'))
  const [members, invitations, secrets] = await Promise.all([
    read('member'),
    read('invitation'),
    read('api_key_secret'),
  ])
  return { tables: await dumpTables(space), members: members.length, invitations, secrets }
}

const setRole =
  ({ space, writer }: Fixture, role: Role) =>
  (writes: Writes) =>
    writes
      .updateTable('member')
      .set({ role })
      .where('space', '=', space.space)
      .where('user', '=', writer.userId)
      .execute()

const writesOf: Readonly<
  Record<string, (fixture: Fixture) => readonly [method: string, path: string, body?: object]>
> = {
  'creates no key': () => ['POST', keys, { name: 'late' }],
  'changes no key': ({ key }) => ['PATCH', `${keys}/${key}`, { name: 'late' }],
  'rotates no key': ({ key }) => ['POST', `${keys}/${key}/rotate`, {}],
  'revokes no key': ({ key }) => ['DELETE', `${keys}/${key}`],
  'changes no role': ({ other }) => ['PATCH', `${dashboard}/members/${other.userId}`, { role: 'admin' }],
  'removes no member': ({ other }) => ['DELETE', `${dashboard}/members/${other.userId}`],
  'invites nobody': () => ['POST', `${dashboard}/invitations`, { email: 'n@example.com', role: 'member' }],
  'withdraws no invitation': ({ invitation }) => ['DELETE', `${dashboard}/invitations/${invitation}`],
  'publishes nothing': () => ['POST', '/api/v1/entries/draft/publish', { draftVersion: 1 }],
  'unpublishes nothing': () => ['POST', '/api/v1/entries/live/unpublish'],
}

describe('an admin who is demoted while the write waits for its turn', () => {
  for (const [title, write] of Object.entries(writesOf)) {
    test(title, async () => {
      const fixture = await open('admin')
      const before = await stored(fixture)
      const response = await sendWhileLocked(fixture, write(fixture), setRole(fixture, 'member'))
      expect(response).toBe('403 role_required')
      expect(await stored(fixture)).toEqual(before)
    })
  }
})

test('who is removed from the space while the write waits makes no key', async () => {
  const fixture = await open('admin')
  const remove = (writes: Writes) =>
    writes.deleteFrom('member').where('user', '=', fixture.writer.userId).execute()
  expect(await sendWhileLocked(fixture, ['POST', keys, { name: 'late' }], remove)).toBe('403 role_required')
})

test('who has signed out while the write waits makes no key', async () => {
  const fixture = await open('admin')
  const signOut = (writes: Writes) =>
    writes.deleteFrom('session').where('user', '=', fixture.writer.userId).execute()
  expect(await sendWhileLocked(fixture, ['POST', keys, { name: 'late' }], signOut)).toBe(
    '401 session_required',
  )
})

test('an owner who is an admin by the time of the write makes no owner', async () => {
  const fixture = await open('owner')
  const body = { role: 'owner' }
  for (const write of [
    ['PATCH', `${dashboard}/members/${fixture.other.userId}`, body],
    ['POST', `${dashboard}/invitations`, { ...body, email: 'n@example.com' }],
  ] as const) {
    await fixture.space.database.transaction(setRole(fixture, 'owner'))
    expect(await sendWhileLocked(fixture, write, setRole(fixture, 'admin'))).toBe('403 role_required')
  }
})

test('a right that was decided holds until its transaction ends: who takes it away waits', async () => {
  const space = await createTestSpace()
  const principal = await makePrincipal(space, 'admin')
  const order: string[] = []
  const [decided, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const publish = space.database.transaction(async writes => {
    await requireRight(writes, principal, 'publish', () => space.time.now)
    decided.resolve()
    await gate.promise
    order.push('published')
  }, space.space)
  await decided.promise
  const demote = space.database.transaction(async writes => {
    await writes.updateTable('member').set({ role: 'member' }).execute()
    order.push('demoted')
  })
  await Bun.sleep(100)
  gate.resolve()
  await Promise.all([publish, demote])
  expect(order).toEqual(['published', 'demoted'])
})

test('a write looks its session up once by the cookie, and asks for the right once more in its transaction', async () => {
  const { space, writer } = await open('admin')
  space.statements.length = 0
  expect((await writer.send('POST', keys, { name: 'web' })).status).toBe(201)
  const sent = (pattern: RegExp) => space.statements.filter(sql => pattern.test(sql)).length
  expect(sent(/^select .*from "session".*"token" =/)).toBe(1)
  expect(sent(/^select "role" from "member"/)).toBe(2)
})
