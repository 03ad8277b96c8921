// Members of a space as its owners and admins manage them: who may change whom, and that an owner always stays.
import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createUser } from '../../src/accounts/users.service.ts'
import type { Role } from '../../src/base/caller.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { query } from '../../src/database/database.ts'
import { schemaError } from '../kit/app/open-api.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { type SignedIn, signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const path = '/api/dashboard/members'

let space: TestSpace
let shop: TestSpace
let owner: SignedIn
let admin: SignedIn
let foreign: string
let people = 0
beforeAll(async () => {
  space = await createTestSpace()
  shop = await createNeighbour(space, 'shop')
  owner = await signIn(space, { email: 'owner@example.com' })
  space.time.now += 1000
  admin = await signIn(space, { email: 'admin@example.com', role: 'admin' })
  foreign = await add('foreign@example.com', 'owner', shop)
})
/** Whatever a row did to them. */
beforeEach(async () => {
  await add(owner.email, 'owner')
  await add(admin.email, 'admin')
})

/** A user who never signs in, in no time. */
async function add(email: string, role: Role, to = space): Promise<string> {
  const passwords = { hash: async () => 'x', verify: async () => false }
  const parts = { clock: () => space.time.now, random: systemRandom, passwords }
  return (await createUser(to.database, parts, { email, password: '', space: to.space, role })).user.id
}
const addPerson = (role: Role, to = space) => add(`person${++people}@example.com`, role, to)

async function roleOf(user: string, of = space): Promise<Role | null> {
  const rows = query
    .selectFrom('member')
    .select('role')
    .where('space', '=', of.space)
    .where('user', '=', user)
  return ((await space.database.reads.first(rows))?.role as Role) ?? null
}
const change = (as: SignedIn, id: string, role: unknown) => as.send('PATCH', `${path}/${id}`, { role })
const remove = (as: SignedIn, id: string) => as.send('DELETE', `${path}/${id}`)

async function codeOf(response: Response): Promise<string | number> {
  const received = await readResponse(response)
  return received.status < 400 ? received.status : readProblem(received).code
}

describe('the list', () => {
  test('has the members of the space and no others, longest membership first, a page at a time', async () => {
    const response = await admin.send('GET', path)
    const body = (await response.json()) as { list: { id: string }[]; count: number; pagesCount: number }
    expect(schemaError('MemberList', body)).toBeNull()
    expect(body).toEqual({
      list: [
        { id: owner.userId, email: owner.email, role: 'owner', joinedAt: '2026-06-01T00:00:00.000Z' },
        { id: admin.userId, email: admin.email, role: 'admin', joinedAt: '2026-06-01T00:00:01.000Z' },
      ],
      count: 2,
      pagesCount: 1,
    } as object as typeof body)
    const second = (await (await admin.send('GET', `${path}?perPage=1&page=2`)).json()) as typeof body
    expect(second).toMatchObject({ list: [{ id: admin.userId }], count: 2, pagesCount: 2 })
    expect(await (await admin.send('GET', `${path}?page=3`)).json()).toEqual({
      list: [],
      count: 2,
      pagesCount: 1,
    })
  })

  test('takes the parameters of every list, and tells all errors', async () => {
    const response = await readResponse(await owner.send('GET', `${path}?page=0&perPage=1001`))
    expect([response.status, readProblem(response).errors?.map(({ name }) => name)]).toEqual([
      400,
      ['page', 'perPage'],
    ])
  })
})

describe('a role', () => {
  // Who changes, the role there was, the wanted one, and what comes of it.
  const rows: readonly (readonly ['owner' | 'admin', Role, Role, 200 | 'role_required'])[] = [
    ['owner', 'member', 'admin', 200],
    ['owner', 'member', 'owner', 200],
    ['owner', 'admin', 'member', 200],
    ['owner', 'owner', 'member', 200],
    ['owner', 'owner', 'admin', 200],
    ['owner', 'member', 'member', 200],
    ['owner', 'member', 'editor', 200],
    ['owner', 'editor', 'author', 200],
    ['admin', 'author', 'editor', 200],
    ['admin', 'editor', 'owner', 'role_required'],
    ['admin', 'member', 'admin', 200],
    ['admin', 'admin', 'member', 200],
    ['admin', 'admin', 'admin', 200],
    ['admin', 'member', 'owner', 'role_required'],
    ['admin', 'admin', 'owner', 'role_required'],
    ['admin', 'owner', 'member', 'role_required'],
    ['admin', 'owner', 'admin', 'role_required'],
    ['admin', 'owner', 'owner', 'role_required'],
  ]
  test.each(rows)(
    '%s makes of a member with the role %s one with the role %s: %s',
    async (who, from, to, end) => {
      const id = await addPerson(from)
      const response = await change(who === 'owner' ? owner : admin, id, to)
      if (end === 200) {
        const body = (await response.clone().json()) as object
        expect(schemaError('MemberDocument', body)).toBeNull()
        expect(body).toMatchObject({ doc: { id, role: to } })
      }
      expect(await codeOf(response)).toBe(end)
      expect(await roleOf(id)).toBe(end === 200 ? to : from)
      await space.database.transaction(
        async writes => void (await writes.deleteFrom('member').where('user', '=', id).execute()),
      )
    },
  )

  test.each([['viewer'], ['Owner'], [''], [null], [['owner']], [undefined]])(
    '%p is refused as a role',
    async role => {
      const id = await addPerson('member')
      const response = await readResponse(await change(owner, id, role))
      expect([response.status, readProblem(response).errors?.map(({ name }) => name)]).toEqual([
        400,
        ['role'],
      ])
      expect(await roleOf(id)).toBe('member')
    },
  )

  test('of their own, admins and owners may give up; the next request is refused', async () => {
    expect(await codeOf(await change(admin, admin.userId, 'owner'))).toBe('role_required')
    expect(await codeOf(await change(admin, admin.userId, 'member'))).toBe(200)
    expect(await codeOf(await change(admin, admin.userId, 'admin'))).toBe('role_required')
    const second = await addPerson('owner')
    expect(await codeOf(await change(owner, owner.userId, 'admin'))).toBe(200)
    expect(await codeOf(await change(owner, second, 'member'))).toBe('role_required')
  })
})

describe('removing', () => {
  test('takes a member out at once; a user of no other space is gone, one of another stays', async () => {
    const [lonely, shared] = [await addPerson('member'), await addPerson('admin')]
    const { email } = (await space.database.reads.first(
      query.selectFrom('user').select('email').where('id', '=', shared),
    ))!
    await add(email, 'member', shop)
    for (const id of [lonely, shared]) {
      const response = await remove(admin, id)
      expect([response.status, await response.json()]).toMatchObject([200, { doc: { id } }])
      expect(await codeOf(await remove(admin, id))).toBe('member_not_found')
      expect(await roleOf(id)).toBeNull()
    }
    expect(await roleOf(shared, shop)).toBe('member')
    const users = await space.database.reads.all(query.selectFrom('user').select('id'))
    expect(users.map(({ id }) => id)).toContain(shared)
    expect(users.map(({ id }) => id)).not.toContain(lonely)
  })

  test('an owner is for owners, oneself included', async () => {
    const second = await addPerson('owner')
    expect(await codeOf(await remove(admin, second))).toBe('role_required')
    expect(await roleOf(second)).toBe('owner')
    expect(await codeOf(await remove(owner, second))).toBe(200)
    const gone = await signIn(space, { email: 'gone@example.com', role: 'admin' })
    expect(await codeOf(await remove(gone, gone.userId))).toBe(200)
    expect(await codeOf(await gone.send('GET', path))).toBe('session_required')
  })
})

test('a member of another space, a missing one and an impossible id get the same response', async () => {
  const before = await roleOf(foreign, shop)
  for (const send of [(id: string) => change(owner, id, 'member'), (id: string) => remove(owner, id)]) {
    const responses: string[] = []
    for (const id of [foreign, 'x'.repeat(20), '%00', '%zz', '..%2f', "'or'1'='1", 'a'.repeat(3000)]) {
      const response = await readResponse(await send(id))
      expect([id, response.status, readProblem(response).code]).toEqual([id, 404, 'member_not_found'])
      responses.push(response.text.replace(/"requestId":"[^"]*"/, ''))
    }
    expect(new Set(responses).size).toBe(1)
  }
  expect(await roleOf(foreign, shop)).toBe(before)
})

describe('the last owner', () => {
  beforeEach(async () => {
    const others = query.selectFrom('member').select('user').where('space', '=', space.space)
    for (const { user } of await space.database.reads.all(others.where('role', '=', 'owner'))) {
      if (user !== owner.userId) await change(owner, user, 'member')
    }
  })

  test('can be neither demoted nor removed, by nobody', async () => {
    for (const role of ['admin', 'member']) {
      expect(await codeOf(await change(owner, owner.userId, role))).toBe('last_owner')
    }
    expect(await codeOf(await change(owner, owner.userId, 'owner'))).toBe(200)
    expect(await codeOf(await remove(owner, owner.userId))).toBe('last_owner')
    expect(await codeOf(await remove(admin, owner.userId))).toBe('role_required')
    expect(await roleOf(owner.userId)).toBe('owner')
  })

  test('stays where two owners take the role from each other, or go, at once', async () => {
    const second = await signIn(space, { email: 'second@example.com' })
    const give = () => Promise.all([add(owner.email, 'owner'), add(second.email, 'owner')])
    const owners = async () =>
      (await Promise.all([owner, second].map(({ userId }) => roleOf(userId)))).filter(
        role => role === 'owner',
      )
    const races: readonly (() => Promise<Response>)[][] = [
      [() => change(owner, second.userId, 'member'), () => change(second, owner.userId, 'member')],
      [() => change(owner, owner.userId, 'member'), () => change(second, second.userId, 'member')],
      [
        () => change(owner, owner.userId, 'admin'),
        () => change(second, owner.userId, 'admin'),
        () => change(second, second.userId, 'admin'),
      ],
    ]
    for (const race of races) {
      for (let round = 0; round < 5; round++) {
        await give()
        const ends = await Promise.all((await Promise.all(race.map(begin => begin()))).map(codeOf))
        expect(await owners()).toHaveLength(1)
        expect(ends).toContain(200)
      }
    }
    await give()
    await Promise.all([remove(owner, owner.userId), remove(second, second.userId)])
    expect(await owners()).toHaveLength(1)
  })
})
