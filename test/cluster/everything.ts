// A run through all that the server and its commands ask of the database, once or twice each.
import { expect } from 'bun:test'
import { getSpaceBySlug } from '../../src/accounts/spaces/spaces.service.ts'
import { listSpaces } from '../../src/accounts/spaces/spaces.store.ts'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import { exportContent } from '../../src/import-export/export/export.service.ts'
import { listKeys, revokeKey } from '../../src/keys/keys.store.ts'
import { openSession, type SignedIn, sendAs, signIn } from '../kit/app/signed-in.ts'
import type { TestSpace } from '../kit/app/test-space.ts'

export async function requestEverything(space: TestSpace): Promise<void> {
  await readContent(space)
  const owner = await signIn(space)
  await changeKeys(space, owner)
  await lookAround(owner)
  await manageMembers(space, owner)
  await runCommands(space)
  await readContent(space)
  await space.usage.flush()
}

async function readContent(space: TestSpace): Promise<void> {
  const paths = [
    '/content/notes?perPage=50',
    '/content/notes?page=40&perPage=50&depth=2',
    '/content/notes?depth=1&variants=a,b',
    '/content/notes?filter[text]=Note%207',
    '/content/notes?filter[text][prefix]=note&filter[publishedAt][lt]=2026&sort=-text',
    '/content/notes?filter[next.text]=Note%207&queryVariant=a&fields=text,next.text',
    '/content/notes?filter[next][exists]=true&sort=text&page=3&queryVariant=a',
    '/content/notes?filter[next][in]=note-1,note-2&sort=firstPublishedAt&perPage=1',
    '/content/notes?any[id][in]=note-1,note-2,note-3&any[next]=note-9&sort=-text',
    '/content/notes?q=note+7&not[next]=note-8',
    '/content/notes/note-7?depth=3',
    '/content/notes/note-7?depth=1&variants=b',
    '/schema',
  ]
  for (const path of paths) expect([path, (await space.get(path)).status]).toEqual([path, 200])
  expect((await space.get('/content/nothing')).status).toBe(404)
}

async function expectAll(
  owner: SignedIn,
  rows: readonly (readonly [string, string, object?])[],
): Promise<void> {
  for (const [method, path, body] of rows) {
    const { status } = await owner.send(method, path, body)
    expect([method, path, status < 300]).toEqual([method, path, true])
  }
}

async function changeKeys(space: TestSpace, owner: SignedIn): Promise<void> {
  const base = '/api/v1/tokens/api-keys'
  const made = await owner.send('POST', base, { name: 'one', scopes: ['content.read'] })
  const { doc } = (await made.json()) as { doc: { id: string } }
  await expectAll(owner, [
    ['GET', `${base}?perPage=5`],
    ['PATCH', `${base}/${doc.id}`, { name: 'other' }],
    ['PATCH', `${base}/${doc.id}`, {}],
    ['POST', `${base}/${doc.id}/rotate`, { overlapSeconds: 60 }],
    ['DELETE', `${base}/${doc.id}`],
  ])
  // As the commands do: by the id alone, and of all spaces.
  const { id } = await space.makeKey()
  await space.database.transaction(writes => revokeKey(writes, null, id, space.time.now))
  await listKeys(space.database.reads, null)
}

async function lookAround(owner: SignedIn): Promise<void> {
  const entries = '/api/v1/entries'
  await expectAll(owner, [
    ['GET', '/api/v1/collections'],
    ['GET', `${entries}?collection=notes&sort=slug&page=3`],
    ['GET', `${entries}?search=note-49&state=live,failed&updatedBy=me`],
    ['GET', `${entries}?collection=notes&slug=note-49`],
    ['GET', `${entries}/note-3`],
    ['GET', `${entries}/note-3/links`],
    ['GET', '/api/v1/schedule?state=pending&createdBy=me'],
    ['POST', `${entries}/note-3/unpublish`],
    ['POST', `${entries}/note-3/publish`, { draftVersion: 1 }],
    ['GET', '/api/auth/session'],
    ['POST', '/api/auth/switch-space', { space: 'main' }],
  ])
}

async function manageMembers(space: TestSpace, owner: SignedIn): Promise<void> {
  const invited = 'invited@example.com'
  const made = await owner.send('POST', '/api/dashboard/invitations', { email: invited, role: 'member' })
  const text = await made.text()
  expect([made.status, text]).toEqual([201, text])
  const { link } = JSON.parse(text) as { link: string }
  const token = new URL(link, 'http://localhost').hash.replace('#token=', '')
  await expectAll(owner, [
    ['GET', '/api/dashboard/invitations'],
    ['POST', '/api/auth/open-invitation', { token }],
  ])
  // With the owner's cookie it would end the owner's session.
  const accepted = { token, password: owner.password }
  expect((await sendAs(space, null)('POST', '/api/auth/accept-invitation', accepted)).status).toBe(201)
  await expectAll(owner, [['GET', '/api/dashboard/members']])
  await expectAll(owner, [
    ['POST', '/api/dashboard/spaces', { name: 'Second' }],
    ['PATCH', '/api/dashboard/spaces/second', { name: 'Another' }],
    ['GET', '/api/dashboard/spaces/second'],
  ])
  const second = await signIn(space, { email: 'second@example.com', role: 'admin' })
  await expectAll(owner, [
    ['PATCH', `/api/dashboard/members/${second.userId}`, { role: 'member' }],
    ['DELETE', `/api/dashboard/members/${second.userId}`],
  ])
  const wrong = openSession(space, { email: invited, password: 'not this password' })
  expect(await wrong.catch(error => String(error))).toContain('401')
  await expectAll(second, [['POST', '/api/auth/sign-out']])
}

async function runCommands(space: TestSpace): Promise<void> {
  const { database, time } = space
  time.now += 1000
  await space.import([
    {
      type: 'entry',
      collection: 'notes',
      id: 'note-8',
      liveData: { text: 'Changed', next: { collection: 'notes', slug: 'note-10' } },
      variants: { a: { text: 'For a' }, b: { next: { id: 'note-11' } } },
    },
    { type: 'entry', collection: 'notes', id: 'new', slug: 'new', data: { text: 'Draft' } },
  ])
  await publish(database, space.space, ['notes/new', 'notes/note-8'], () => time.now)
  await unpublish(database, space.space, ['notes/new'], () => 0)
  await listSpaces(database.reads)
  await getSpaceBySlug(database.reads, 'main')
  let bytes = 0
  await exportContent(database, space.space, async text => {
    bytes += text.length
  })
  expect(bytes).toBeGreaterThan(1000)
}
