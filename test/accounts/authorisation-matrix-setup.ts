// The stage of the authorisation matrix: two spaces that look alike, everybody who can come with a request, and things
// of each space to ask for. Whatever is a space's has its canary in it.
import { saveMember } from '../../src/accounts/members.store.ts'
import { addUser, removeUser } from '../../src/accounts/users.service.ts'
import type { AppParts } from '../../src/app.ts'
import type { Role } from '../../src/base/caller.ts'
import { newId, systemRandom } from '../../src/base/ids.ts'
import { type Scope, scopesByKind } from '../../src/base/scopes.ts'
import { revokeKey } from '../../src/keys/keys.store.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { unknownApiKey } from '../keys/crc32.ts'
import { dataVersionOf } from '../kit/app/data-version.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { type Send, type SignedIn, sendAs, signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { canaries, recordsOf, type Side } from './authorisation-matrix-content.ts'

export interface Caller {
  /** Whose they are, if anybody's: the other side's canary is in no response to them. */
  readonly side: Side | null
  /** By the key, where that is another side than the session's. */
  readonly keySide?: Side
  /** A member of the other side's space too, which the session itself may tell. */
  readonly isInBoth?: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly query?: string
}

/** Things of one space; what a request may change is rebuilt, so that every caller finds it as it was. */
export interface Things {
  readonly slug: string
  readonly collection: string
  readonly entry: string
  key(): Promise<string>
  member(): Promise<string>
  invitation(): Promise<string>
  variant(): Promise<string>
  view(): Promise<string>
  link(): Promise<string>
  asset(): Promise<string>
}

export interface MatrixFixture {
  readonly app: TestSpace
  readonly callers: Readonly<Record<string, Caller>>
  readonly things: Readonly<Record<Side, Things>>
  /** Another number once anything was written. */
  dataVersion(): Promise<string | number>
}

type Spaces = Readonly<Record<Side, TestSpace>>

export async function openMatrixFixture(): Promise<MatrixFixture> {
  const attic = await createTestSpace()
  const app = serveWith(attic, everything)
  const spaceOf = async (side: Side) => {
    const { space, key, makeKey } = await createNeighbour(attic, canaries[side], { records: recordsOf(side) })
    return { ...app, space, key, makeKey }
  }
  const spaces = { press: await spaceOf('press'), rival: await spaceOf('rival') }
  const owners = {
    press: await signIn(spaces.press, { email: 'owner@example.com' }),
    rival: await signIn(spaces.rival, { email: 'rival@example.com' }),
  }
  const thingsOf = (side: Side) => makeThings(spaces[side], owners[side].send, side)
  const things = { press: thingsOf('press'), rival: thingsOf('rival') }
  for (const { key, member, invitation } of Object.values(things)) {
    await Promise.all([key(), member(), invitation()])
  }
  const link = await owners.press.send('POST', '/api/v1/preview/links', { all: true })
  const { token } = (await link.json()) as { token: string }
  const previewToken: Caller = { side: 'press', headers: bearer(token) }
  const callers = {
    previewToken,
    ...(await holdersOfKeys(spaces)),
    ...(await holdersOfSessions(spaces, owners, attic)),
  }
  const dataVersion = () => dataVersionOf(app)
  return { app, callers, things, dataVersion }
}

/** All that the server can serve is served. */
const everything: Partial<AppParts> = {
  metrics: createMetrics(),
  dashboard: {
    sources: '',
    html: '<!doctype html><title>Frontlist</title>',
    apiDocsHtml: '<!doctype html><title>API reference</title>',
    assets: [{ path: '/assets/main.js', type: 'text/javascript', plain: '', br: '', gzip: '' }],
  },
}

function makeThings({ database, space, time }: TestSpace, send: Send, side: Side): Things {
  const parts = { clock: () => time.now, random: systemRandom }
  const name = canaries[side]
  const newEmail = () => `${name}-${newId(systemRandom)}@example.com`
  const create = async (path: string, body: object) => {
    const response = await send('POST', path, body)
    return ((await response.json()) as { doc: { id: string } }).doc.id
  }
  return {
    slug: name,
    collection: `books-${side}`,
    entry: `book-${side}`,
    key: () => create('/api/v1/tokens/api-keys', { name }),
    // Not by signing in: hashing a password for each of them would take longer than everything else.
    member: async () => {
      const wanted = { email: newEmail(), passwordHash: '', space, role: 'member' } as const
      return (await database.transaction(writes => addUser(writes, parts, wanted))).id
    },
    invitation: () => create('/api/dashboard/invitations', { email: newEmail(), role: 'member' }),
    asset: () => create('/api/v1/assets?filename=a.json', { id: newId(systemRandom) }),
    variant: () => create('/api/v1/variants', { id: newId(systemRandom), name, kind: 'audience' }),
    link: () => create('/api/v1/preview/links', { all: true, label: name }),
    view: () => create('/api/v1/views', { collection: `books-${side}`, name, shared: true }),
  }
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })

/** A page of another site. */
const elsewhereOrigin = { Origin: 'http://elsewhere.example' }

const keyWith = async ({ makeKey }: TestSpace, ...scopes: readonly Scope[]) => (await makeKey({ scopes })).key

async function holdersOfKeys({ press, rival }: Spaces): Promise<Record<string, Caller>> {
  const { database, space, time, key, makeKey } = press
  const expired = await makeKey({ expiresAt: new Date(time.now + 1).toISOString() })
  time.now += 1
  const revoked = await makeKey()
  await database.transaction(writes => revokeKey(writes, space, revoked.id, time.now))
  const noScope = await makeKey()
  await database.transaction(writes =>
    writes.updateTable('api_key').set({ scopes: '[]' }).where('id', '=', noScope.id).execute(),
  )
  const anonymous = (headers: Record<string, string>, query?: string): Caller => ({
    side: null,
    headers,
    ...(query && { query }),
  })
  const holder = (side: Side, ofKey: string): Caller => ({ side, headers: bearer(ofKey) })
  const badChecksum = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
  return {
    nobody: anonymous({}),
    malformedKey: anonymous(bearer('not-a-key')),
    badChecksum: anonymous(bearer(badChecksum)),
    unknownKey: anonymous(bearer(unknownApiKey())),
    emptyKey: anonymous({ Authorization: 'Bearer' }),
    expiredKey: anonymous(bearer(expired.key)),
    revokedKey: anonymous(bearer(revoked.key)),
    noScopeKey: anonymous(bearer(noScope.key)),
    schemaKey: holder('press', (await makeKey({ scopes: ['schema.read'] })).key),
    contentKey: holder('press', (await makeKey({ scopes: ['content.read'] })).key),
    key: holder('press', key),
    rivalKey: holder('rival', rival.key),
    draftKey: holder('press', await keyWith(press, 'draft.read')),
    writeKey: holder('press', await keyWith(press, 'content.write')),
    publishKey: holder('press', await keyWith(press, 'content.publish')),
    modelKey: holder('press', await keyWith(press, 'model.write')),
    previewKey: holder('press', await keyWith(press, 'content.preview')),
    rivalManagementKey: holder('rival', await keyWith(rival, ...scopesByKind.management)),
    publishKeyFromElsewhere: {
      side: 'press',
      headers: { ...bearer(await keyWith(press, 'content.publish')), ...elsewhereOrigin },
    },
    keyInQuery: anonymous({}, `api_key=${key}&key=${key}&access_token=${key}&authorization=Bearer%20${key}`),
    keyInCookie: anonymous({ Cookie: `Authorization=${key}; api_key=${key}; frontlist.session=${key}` }),
    twoKeys: anonymous({ Authorization: `Bearer ${key}, Bearer ${key}` }),
  }
}

async function holdersOfSessions(
  { press, rival }: Spaces,
  { press: owner, rival: rivalOwner }: Readonly<Record<Side, SignedIn>>,
  attic: TestSpace,
): Promise<Record<string, Caller>> {
  const enter = (email: string, role: Role) => signIn(press, { email: `${email}@example.com`, role })
  const [signedOut, removed, deleted] = await Promise.all(
    ['left', 'removed', 'deleted'].map(email => enter(email, 'admin')),
  )
  await sendAs(press, signedOut!.cookie)('POST', '/api/auth/sign-out')
  const { database, time } = press
  const elsewhere = { space: attic.space, user: removed!.userId, role: 'owner', now: time.now + 1 } as const
  await database.transaction(writes => saveMember(writes, elsewhere))
  await removeUser(database, { clock: Date.now }, { email: removed!.email, space: press.space })
  await removeUser(database, { clock: Date.now }, { email: deleted!.email, space: null })
  const naming = (side: Side) => ({ 'Frontlist-Space': canaries[side] })
  const holder = (
    cookie: string,
    side: Side | null = 'press',
    more: Record<string, string> = {},
  ): Caller => ({
    side,
    headers: { Cookie: cookie, ...more },
  })
  // The press is the space of the session.
  const enterBoth = async (email: string, inPress: Role, inRival: Role): Promise<Caller> => {
    const { userId, cookie } = await enter(email, inPress)
    const there = { space: rival.space, user: userId, role: inRival, now: time.now + 1 }
    await database.transaction(writes => saveMember(writes, there))
    return { ...holder(cookie, 'rival', naming('rival')), isInBoth: true }
  }
  const member = await enter('member', 'member')
  const token = owner.cookie.slice(owner.cookie.indexOf('=') + 1)
  return {
    signedOut: holder(signedOut!.cookie, null),
    tampered: holder(
      owner.cookie.replace(/=./, found => (found === '=a' ? '=b' : '=a')),
      null,
    ),
    forged: holder(`${owner.cookie.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}%3D`, null),
    sessionAsKey: { side: null, headers: bearer(decodeURIComponent(token)) },
    member: holder(member.cookie),
    author: holder((await enter('author', 'author')).cookie),
    editor: holder((await enter('editor', 'editor')).cookie),
    admin: holder((await enter('admin', 'admin')).cookie),
    owner: holder(owner.cookie),
    ownerWithKey: holder(owner.cookie, 'press', bearer(press.key)),
    ownerWithRivalKey: { ...holder(owner.cookie, 'press', bearer(rival.key)), keySide: 'rival' },
    ownerWithDraftKey: holder(owner.cookie, 'press', bearer(await keyWith(press, 'draft.read'))),
    ownerWithRivalManagementKey: {
      ...holder(owner.cookie, 'press', bearer(await keyWith(rival, ...scopesByKind.management))),
      keySide: 'rival',
    },
    memberWithPublishKey: holder(member.cookie, 'press', bearer(await keyWith(press, 'content.publish'))),
    ownerFromElsewhere: holder(owner.cookie, 'press', elsewhereOrigin),
    rivalOwner: holder(rivalOwner.cookie, 'rival'),
    ownerNamingPress: holder(owner.cookie, 'press', naming('press')),
    ownerNamingRival: holder(owner.cookie, null, naming('rival')),
    ownerNamingNone: holder(owner.cookie, null, { 'Frontlist-Space': 'nowhere' }),
    keyNamingRival: { side: 'press', headers: { ...bearer(press.key), ...naming('rival') } },
    memberInRival: await enterBoth('both-owner', 'owner', 'member'),
    ownerInRival: await enterBoth('both-member', 'member', 'owner'),
    removed: holder(removed!.cookie, null),
    deleted: holder(deleted!.cookie, null),
  }
}
