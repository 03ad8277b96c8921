// The setup of the fuzz test: a server with resources of every kind, and callers with every role.
import { addUser } from '../../src/accounts/users.service.ts'
import { scopesByKind } from '../../src/base/scopes.ts'
import type { Database } from '../../src/database/database.ts'
import { foreignRecords, libraryRecords } from '../kit/app/library-space.ts'
import { openSession, type SignedIn, signIn } from '../kit/app/signed-in.ts'
import { createSpaceIn, type TestSpace } from '../kit/app/test-space.ts'
import type { ServerProcess } from '../kit/command/process.ts'
import type { Fuzzed } from './fuzz.ts'

/** The secret {@link createSpaceIn} signs cookies with: the server must use the same. */
const secret = 'a secret of tests, long enough to be one'

export interface Place {
  readonly database: Database
  /** The database's URL. */
  readonly url: string
  serve(args: readonly string[], environment: Record<string, string>): Promise<ServerProcess>
}

const soon = new Date(Date.now() + 300 * 86_400_000).toISOString()
const current = [{ draftVersion: 1 }, { draftVersion: 1 }, { draftVersion: 2 }]

const bodies = {
  'POST /api/v1/entries': [{ collection: 'authors', data: { name: 'New' } }, { collection: 'notes' }],
  'PATCH /api/v1/entries/{id}': [
    { draftVersion: 1, data: {} },
    { draftVersion: 1, slug: null },
    { draftVersion: 1, data: { name: null }, variants: { vip: null } },
  ],
  'PUT /api/v1/entries/{id}': [
    { draftVersion: 0, collection: 'authors', data: { name: 'New' } },
    { draftVersion: 1, data: {} },
  ],
  'POST /api/v1/entries/{id}/publish': current,
  'POST /api/v1/entries/{id}/discard': current,
  'POST /api/v1/entries/{id}/archive': current,
  'POST /api/v1/entries/{id}/unarchive': current,
  'POST /api/v1/entries/{id}/restore': [
    { draftVersion: 1, from: 'd1' },
    { draftVersion: 1, from: 'p1' },
  ],
  'PUT /api/v1/entries/{id}/schedule': [
    { draftVersion: 1, publishAt: soon },
    { draftVersion: 1, unpublishAt: soon },
  ],
  'PATCH /api/v1/assets/{id}': [{ alt: 'A' }, { title: null, focalPoint: { x: 0.5, y: 1 } }],
  'POST /api/v1/collections': [
    { apiName: 'new', name: 'New', fields: [] },
    {
      kind: 'component',
      apiName: 'part',
      name: 'Part',
      fields: [{ apiName: 'parts', type: 'component', of: ['part'] }],
    },
  ],
  'PATCH /api/dashboard/spaces/{slug}': [{ name: 'Renamed' }, { previewSites: [] }],
  'POST /api/v1/collections/{collection}/changes': [
    { modelVersion: 1, operations: [{ op: 'set', properties: { name: 'Renamed' } }] },
    {
      modelVersion: 1,
      operations: [{ op: 'addField', field: { apiName: 'added', type: 'text' } }],
      dryRun: true,
    },
  ],
  'POST /api/v1/preview/links': [{ entries: ['b-tide'], label: 'New' }, { all: true }, { own: true }],
  'POST /api/v1/views': [{ collection: 'books', name: 'New' }],
  'PATCH /api/v1/views/{id}': [{ name: 'Renamed' }, { shared: true }],
  'POST /api/v1/variants': [{ id: 'new', name: 'New', kind: 'audience' }],
  'PATCH /api/v1/variants/{id}': [{ name: 'Renamed' }],
  'POST /api/v1/operations': [
    { operations: [{ op: 'create', collection: 'authors', data: { name: 'New' } }] },
    { operations: [{ op: 'patch', id: 'a-wren', draftVersion: 1, data: {} }], dryRun: true },
  ],
}

export async function openFuzzFixture({
  database,
  url,
  serve,
}: Place): Promise<Fuzzed & { server: ServerProcess }> {
  await database.migrate()
  const parts = { database, url, statements: [] }
  const space = await createSpaceIn(parts, 'main', { records: libraryRecords })
  await createSpaceIn(parts, 'neighbour', { records: foreignRecords })
  // The server uses the system clock, which determines when sessions and keys expire.
  space.time.now = Date.now()
  const forever = { expiresAt: null }
  const key = await space.makeKey(forever)
  const schemaKey = await space.makeKey({ ...forever, scopes: ['schema.read'] })
  const managementKey = await space.makeKey({ ...forever, scopes: scopesByKind.management })
  // Enough for each to be revoked, changed and rotated.
  const keys = await Promise.all(Array.from({ length: 20 }, () => space.makeKey(forever)))
  const owner = await signIn(space, { email: 'owner@example.com' })
  const member = await signIn(space, { email: 'member@example.com', role: 'member' })
  const spare = await signIn(space, { email: 'spare@example.com' })
  const members = [member.userId, ...(await Promise.all([1, 2, 3, 4].map(at => addMember(space, at))))]
  const invitations = await Promise.all([1, 2, 3].map(at => invite(owner, at)))
  // Each can be deleted once.
  const archived = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(at => archive(owner, `archived-${at}`)))
  const emptied = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map(at => createCollection(owner, `empty-${at}`)),
  )
  const unused = await Promise.all([1, 2, 3, 4].map(at => createVariant(owner, `unused-${at}`)))
  const links = await Promise.all([1, 2, 3, 4].map(at => createLink(owner, `Link ${at}`)))
  const views = await Promise.all([1, 2, 3, 4].map(at => createView(owner, `View ${at}`)))
  // Each can be signed out once.
  const sessions = await Promise.all(Array.from({ length: 3 }, () => openSession(space, spare)))
  const server = await serve([], { FRONTLIST_SECRET: secret, TRUSTED_PROXIES: '127.0.0.1' })
  const assets = await Promise.all([1, 2, 3, 4].map(at => upload(server, owner, `asset-${at}`)))
  const bearer = (text: string) => ({ Authorization: `Bearer ${text}` })
  return {
    server,
    url: server.url.replace('localhost', '127.0.0.1'),
    pid: server.process.pid,
    callers: {
      nobody: {},
      key: bearer(key.key),
      schemaKey: bearer(schemaKey.key),
      managementKey: bearer(managementKey.key),
      ownerWithKey: { ...bearer(managementKey.key), Cookie: owner.cookie },
      noKey: bearer(`${key.key}0`),
      owner: { Cookie: owner.cookie },
      member: { Cookie: member.cookie },
      noSession: { Cookie: `${owner.cookie}0` },
      ...Object.fromEntries(sessions.map((cookie, at) => [`spare ${at}`, { Cookie: cookie }])),
    },
    values: {
      // Books more often: only entries of one collection match a slug.
      collection: ['books', 'books', 'books', 'authors', 'notes', 'drafts', 'nowhere', ...emptied],
      slug: ['tide-tables', 'tide-tables', 'kelp/for supper', 'wren', '100% 🌊?#&=+;', 'secret', 'nothing'],
      'api-keys': keys.map(({ id }) => id),
      entries: ['b-tide', 'a-wren', 'a-wren', 'a-draft', 'new-1', 'new-2', 'new-3', ...archived],
      assets,
      views,
      links,
      filename: ['cover.png', 'notes.txt', '%2e%2e%2fx', ''],
      w: ['96', '97'],
      ar: ['1:1', '5:4'],
      fm: ['webp', 'auto', 'gif'],
      sort: ['-createdAt', 'filename', 'title', 'x'],
      draftVersion: ['1', '1', '2', '0'],
      modelVersion: ['1', '1', '1', '1', '2'],
      members,
      version: ['d1', 'p1', 'd99', 'p0', 'x'],
      invitations,
      page: ['1', '2', '0', '2147483648'],
      perPage: ['1', '20', '1000', '1001'],
      depth: ['0', '1', '10', '11'],
      variants: ['vip', 'vip,trade', 'nobody', ',', ...unused],
      search: ['tide', '%25', '_'],
      createdBy: ['me', 'owner@example.com', 'nobody'],
      email: ['owner@example.com', 'new@example.com', 'nobody@example.com'],
      password: ['a wrong password'],
      currentPassword: ['a wrong password'],
      space: ['main', 'main', 'main', 'neighbour', 'nowhere'],
      expiresAt: ['2099-12-31T00:00:00.000Z', '2000-01-01T00:00:00.000Z'],
      token: ['no-such-token'],
      // Mostly of one kind: both are refused.
      scopes: ['content.read', 'content.read', 'schema.read', 'schema.read', 'draft.read'],
    },
    bodies,
  }
}

/** Without a password: they cannot sign in. */
async function addMember({ database, space, time, random }: TestSpace, at: number): Promise<string> {
  const parts = { clock: () => time.now, random }
  const wanted = { email: `member-${at}@example.com`, passwordHash: '', space, role: 'member' } as const
  return (await database.transaction(writes => addUser(writes, parts, wanted))).id
}

async function createCollection(owner: SignedIn, apiName: string): Promise<string> {
  await owner.send('POST', '/api/v1/collections', { apiName, name: apiName, fields: [] })
  return apiName
}

/** By the server itself, which has a store of its own. */
async function upload({ url }: ServerProcess, { cookie }: SignedIn, id: string): Promise<string> {
  const headers = { Cookie: cookie, Origin: new URL(url).origin }
  const body = `The file of ${id}`
  await fetch(`${url}/api/v1/assets?filename=${id}&id=${id}`, { method: 'POST', headers, body })
  return id
}

async function createVariant(owner: SignedIn, id: string): Promise<string> {
  await owner.send('POST', '/api/v1/variants', { id, name: id, kind: 'audience' })
  return id
}

async function createLink(owner: SignedIn, label: string): Promise<string> {
  const response = await owner.send('POST', '/api/v1/preview/links', { entries: ['b-tide'], label })
  return ((await response.json()) as { doc: { id: string } }).doc.id
}

async function createView(owner: SignedIn, name: string): Promise<string> {
  const sent = { collection: 'books', name, shared: true }
  const response = await owner.send('POST', '/api/v1/views', sent)
  return ((await response.json()) as { doc: { id: string } }).doc.id
}

async function archive(owner: SignedIn, id: string): Promise<string> {
  await owner.send('POST', '/api/v1/entries', { collection: 'authors', id })
  await owner.send('POST', `/api/v1/entries/${id}/archive`, { draftVersion: 1 })
  return id
}

async function invite(owner: SignedIn, at: number): Promise<string> {
  const wanted = { email: `invited-${at}@example.com`, role: 'member' }
  const response = await owner.send('POST', '/api/dashboard/invitations', wanted)
  return ((await response.json()) as { doc: { id: string } }).doc.id
}
