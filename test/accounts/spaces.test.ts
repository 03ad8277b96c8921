// Spaces that users create and change: who may, under which slugs, and that a slug never changes.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { saveMember } from '../../src/accounts/members.store.ts'
import { createOwnedSpaces } from '../../src/accounts/spaces/owned-spaces.service.ts'
import { createUser } from '../../src/accounts/users.service.ts'
import { type Role, roles } from '../../src/base/caller.ts'
import { Problem } from '../../src/base/errors.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { query } from '../../src/database/database.ts'
import { schemaError } from '../kit/app/open-api.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { type SignedIn, sendAs, signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const path = '/api/dashboard/spaces'

let main: TestSpace
let shop: TestSpace
const people = {} as Record<Role, SignedIn>
/** A member of both spaces, and owner of the second only. */
let partner: SignedIn
beforeAll(async () => {
  main = await createTestSpace()
  shop = await createNeighbour(main, 'shop')
  for (const role of roles) people[role] = await signIn(main, { email: `${role}@example.com`, role })
  await addToShop('partner@example.com')
  partner = await signIn(main, { email: 'partner@example.com', role: 'member' })
})

async function addToShop(email: string): Promise<void> {
  const passwords = { hash: async (text: string) => text, verify: async () => false }
  const parts = { clock: () => main.time.now, random: systemRandom, passwords }
  const role = 'owner'
  await signIn(main, { email, role: 'member' })
  await createUser(shop.database, parts, { email, password: '', space: shop.space, role })
}

async function codeOf(response: Response): Promise<string> {
  const received = await readResponse(response)
  return received.status < 400 ? String(received.status) : `${received.status} ${readProblem(received).code}`
}

async function faultsOf(response: Response) {
  const received = await readResponse(response)
  expect(received.status).toBe(400)
  return Object.fromEntries((readProblem(received).errors ?? []).map(({ name, message }) => [name, message]))
}

interface Space {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly createdAt: string
}
const docOf = async (response: Response) => ((await response.json()) as { doc: Space }).doc
const spacesOf = async (as: SignedIn) =>
  ((await (await as.send('GET', '/api/auth/session')).json()) as { spaces: object[] }).spaces

describe('a new space', () => {
  test('belongs to the user who created it, and is one that they can work in at once', async () => {
    const response = await people.owner.send('POST', path, { name: '  Harbour Bücher ', slug: 'harbour' })
    expect(response.status).toBe(201)
    const body = (await response.json()) as { doc: Space }
    expect(schemaError('SpaceDocument', body)).toBeNull()
    expect(body.doc).toMatchObject({ slug: 'harbour', name: 'Harbour Bücher' })
    expect(await spacesOf(people.owner)).toContainEqual({
      ...{ id: body.doc.id, slug: 'harbour', name: 'Harbour Bücher' },
      role: 'owner',
    })
    const model = { apiName: 'posts', name: 'Posts', fields: [] }
    const headers = { 'Frontlist-Space': 'harbour' }
    expect((await people.owner.send('POST', '/api/v1/collections', model, headers)).status).toBe(201)
    expect(await codeOf(await people.admin.send('GET', '/api/v1/collections', undefined, headers))).toBe(
      '404 space_not_found',
    )
  })

  const verdicts = { owner: '201', admin: 403, editor: 403, author: 403, member: 403 } as const
  test.each(roles)('is refused to a user who owns no space: the role %s', async role => {
    const before = await spacesOf(people[role])
    const response = await people[role].send('POST', path, { name: `Space of ${role}` })
    const verdict = verdicts[role]
    expect(await codeOf(response)).toBe(verdict === 403 ? '403 role_required' : verdict)
    if (verdict === 403) expect(await spacesOf(people[role])).toEqual(before)
  })

  test('is created by the owner of any space, whichever is the current one', async () => {
    expect(await codeOf(await partner.send('POST', path, { name: 'Of the partner' }))).toBe('201')
    const headers = { 'Frontlist-Space': 'main' }
    expect(await codeOf(await partner.send('POST', path, { name: 'Another' }, headers))).toBe('201')
  })

  test('needs a session, and a page of this server', async () => {
    expect(await codeOf(await sendAs(main, null)('POST', path, { name: 'x' }))).toBe('401 session_required')
    const origin = { Origin: 'https://evil.example' }
    expect(await codeOf(await people.owner.send('POST', path, { name: 'x' }, origin))).toBe(
      '403 origin_refused',
    )
  })

  test('gets a slug from its name, with a number behind it where that is taken', async () => {
    const create = async (name: string) => (await docOf(await people.owner.send('POST', path, { name }))).slug
    expect(await create('Ebb & Flöde')).toBe('ebb-flode')
    expect(await create('Ebb Flode')).toBe('ebb-flode-2')
    expect(await create('ebb flode!')).toBe('ebb-flode-3')
    const long = 'a'.repeat(100)
    expect([await create(long), await create(long)]).toEqual(['a'.repeat(64), `${'a'.repeat(60)}-2`])
  })

  test('is refused at a slug that is taken, also by a space of others', async () => {
    for (const slug of ['main', 'shop']) {
      const response = await readResponse(await people.owner.send('POST', path, { name: 'x', slug }))
      expect([response.status, readProblem(response).code]).toEqual([409, 'space_exists'])
    }
  })

  test('has every error of its fields named', async () => {
    const send = (body: object) => people.owner.send('POST', path, body)
    expect(await faultsOf(await send({}))).toEqual({ name: 'is required' })
    expect(await faultsOf(await send({ name: ' ', slug: 'A b', owner: 'me' }))).toEqual({
      name: 'must not be empty',
      slug: 'must have 1 to 64 lowercase letters, digits and hyphens, with no hyphen at either end',
      owner: expect.any(String) as unknown as string,
    })
    expect(Object.keys(await faultsOf(await send({ name: '日本語' })))).toEqual(['slug'])
    for (const name of ['é'.repeat(101), 'a\u0000b', 'a\ud800', 7]) {
      expect(Object.keys(await faultsOf(await send({ name, slug: 'fine' })))).toEqual(['name'])
    }
    for (const slug of ['', '-a', 'a-', 'a_b', 'a'.repeat(65), null]) {
      expect(Object.keys(await faultsOf(await send({ name: 'x', slug })))).toEqual(['slug'])
    }
  })

  test('is one too many for the owner of a hundred', async () => {
    const rich = await signIn(main, { email: 'rich@example.com', role: 'owner' })
    for (let at = 1; at < 100; at++) {
      expect((await rich.send('POST', path, { name: `Estate ${at}`, slug: `estate-${at}` })).status).toBe(201)
    }
    expect(await faultsOf(await rich.send('POST', path, { name: 'Estate' }))).toEqual({
      name: 'is one too many',
    })
  })
})

describe('another name', () => {
  const rename = (as: SignedIn, slug: string, name: unknown = 'Renamed') =>
    as.send('PATCH', `${path}/${slug}`, { name })

  test.each(roles)('is given by owners and admins alone: %s', async role => {
    const isAllowed = role === 'owner' || role === 'admin'
    const response = await rename(people[role], 'main', `Main of ${role}`)
    if (isAllowed) expect(schemaError('SpaceDocument', await response.clone().json())).toBeNull()
    expect(await codeOf(response)).toBe(isAllowed ? '200' : '403 role_required')
    expect(await spacesOf(people.member)).toMatchObject([
      { slug: 'main', name: isAllowed ? `Main of ${role}` : 'Main of admin' },
    ])
  })

  test('is for the space in the path, whichever is the current one', async () => {
    expect(await codeOf(await rename(partner, 'shop', 'Quay'))).toBe('200')
    expect(await codeOf(await rename(partner, 'main', 'Quay'))).toBe('403 role_required')
  })

  test('of a space of others is refused like that of one that does not exist, byte for byte', async () => {
    const texts = await Promise.all(
      ['shop', 'nowhere', 'No%20slug'].map(async slug => {
        const response = await rename(people.owner, slug)
        const { requestId, ...problem } = (await response.json()) as Record<string, unknown>
        expect(requestId).toBeString()
        return JSON.stringify(problem)
      }),
    )
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('"code":"space_not_found"')
  })

  test('is all that can change: a slug never does', async () => {
    const send = (body: object) => people.owner.send('PATCH', `${path}/main`, body)
    expect(Object.keys(await faultsOf(await send({ name: 'x', slug: 'other' })))).toEqual(['slug'])
    expect(Object.keys(await faultsOf(await send({})))).toEqual(['name'])
    expect(Object.keys(await faultsOf(await send({ name: '' })))).toEqual(['name'])
  })

  test('needs a session, and a page of this server', async () => {
    expect(await codeOf(await sendAs(main, null)('PATCH', `${path}/main`, { name: 'x' }))).toBe(
      '401 session_required',
    )
    const origin = { Origin: 'https://evil.example' }
    expect(await codeOf(await people.owner.send('PATCH', `${path}/main`, { name: 'x' }, origin))).toBe(
      '403 origin_refused',
    )
  })
})

describe('preview sites', () => {
  const change = (as: SignedIn, previewSites: unknown, slug = 'main') =>
    as.send('PATCH', `${path}/${slug}`, { previewSites })
  const read = (as: SignedIn, slug = 'main') => as.send('GET', `${path}/${slug}`)
  const sitesOf = async (response: Response) =>
    ((await response.json()) as { doc: { previewSites: object[] } }).doc.previewSites
  const staging = { name: 'Staging', url: 'https://staging.example.org' }
  const local = { name: 'My computer', url: 'http://localhost:4321' }

  test('are none at first, and are set and emptied without a change of the name', async () => {
    expect(await sitesOf(await read(people.member))).toEqual([])
    const response = await change(people.owner, [{ ...staging, url: 'https://STAGING.example.org/' }, local])
    expect(schemaError('SpaceDocument', await response.clone().json())).toBeNull()
    expect(await sitesOf(response)).toEqual([staging, local])
    const before = await docOf(await read(people.member))
    expect(before).toMatchObject({ slug: 'main', previewSites: [staging, local] })
    expect((await people.owner.send('PATCH', `${path}/main`, { name: 'Named' })).status).toBe(200)
    expect(await docOf(await read(people.member))).toEqual({ ...before, name: 'Named' })
    expect(await sitesOf(await change(people.owner, []))).toEqual([])
    expect(await docOf(await read(people.member))).toMatchObject({ name: 'Named', previewSites: [] })
  })

  test.each(roles)('are set by owners and admins alone: %s', async role => {
    const isAllowed = role === 'owner' || role === 'admin'
    expect(await codeOf(await change(people[role], []))).toBe(isAllowed ? '200' : '403 role_required')
  })

  test('of a space of others are neither shown nor set', async () => {
    for (const slug of ['shop', 'nowhere']) {
      expect(await codeOf(await read(people.owner, slug))).toBe('404 space_not_found')
      expect(await codeOf(await change(people.owner, [staging], slug))).toBe('404 space_not_found')
    }
    expect(await codeOf(await sendAs(main, null)('GET', `${path}/main`))).toBe('401 session_required')
  })

  test.each<[string, unknown, ...string[]]>([
    ['no list', staging, 'previewSites'],
    ['six sites', Array.from('abcdef', name => ({ name, url: `https://${name}.example` })), 'previewSites'],
    ['no name and no URL', [{}], '/previewSites/0/name', '/previewSites/0/url'],
    [
      'an address of another scheme',
      [staging, { name: 'x', url: 'javascript:alert(1)' }],
      '/previewSites/1/url',
    ],
    ['http on another host', [{ name: 'x', url: 'http://example.org' }], '/previewSites/0/url'],
    ['a path', [{ name: 'x', url: 'https://example.org/blog' }], '/previewSites/0/url'],
    ['a wildcard', [{ name: 'x', url: 'https://*.example.org' }], '/previewSites/0/url'],
    ["the dashboard's own origin", [staging, { name: 'x', url: 'http://localhost' }], '/previewSites/1/url'],
    ['the same name twice', [staging, { ...local, name: staging.name }], 'previewSites'],
    ['the same URL twice', [staging, { ...staging, name: 'x' }], 'previewSites'],
    ['an unknown key', [{ ...staging, secret: 'x' }], '/previewSites/0/secret'],
  ])('with %s are refused at their place', async (_, sites, ...names) => {
    expect(Object.keys(await faultsOf(await change(people.owner, sites)))).toEqual(names)
  })

  test('are named in the activity', async () => {
    await change(people.owner, [staging])
    const response = await people.owner.send('GET', '/api/v1/activity')
    const { list } = (await response.json()) as { list: object[] }
    expect(list[0]).toMatchObject({ action: 'space.update', detail: { previewSites: [staging.url] } })
  })
})

test('the right counts when the write happens: a user who has lost it, or the session, is refused', async () => {
  const email = 'former@example.com'
  const former = await signIn(main, { email, role: 'owner' })
  const { everything, database, time } = main
  const session = await everything.first(
    query.selectFrom('session').select('id').where('user', '=', former.userId),
  )
  // As the guard has let them in.
  const user = { id: former.userId, email, sessionId: session!.id, space: main.space, namedSpace: null }
  const spaces = createOwnedSpaces({ database, clock: () => time.now, random: systemRandom })
  const writes = [
    () => spaces.create(user, { name: 'Late' }),
    () => spaces.change(user, 'main', { name: 'Late' }, 'https://cms.example'),
  ] as const
  const codes = () =>
    Promise.all(writes.map(write => write().catch(error => (error instanceof Problem ? error.code : error))))
  await database.transaction(writes =>
    saveMember(writes, { space: main.space, user: user.id, role: 'member', now: time.now }),
  )
  expect(await codes()).toEqual(['role_required', 'role_required'])
  await former.send('POST', '/api/auth/sign-out')
  expect(await codes()).toEqual(['session_required', 'session_required'])
})
