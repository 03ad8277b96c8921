// Who may look at content and who may publish it, through the real sign-in, and what such a response looks like.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryRecord } from '../../src/import-export/records.ts'
import { sendAs, signIn } from '../kit/signed-in.ts'
import { dumpTables } from '../kit/tables.ts'
import { createNeighbour, createTestSpace } from '../kit/test-space.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(300_000)

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [{ apiName: 'title', type: 'text' }],
} as const
const entry: EntryRecord = { type: 'entry', collection: 'posts', id: 'a', data: { title: 'A' } }

const looking = ['/content', '/collections', '/collections/posts/entries', '/entries/a']
const publishing = ['/entries/a/publish', '/entries/a/unpublish']
const base = '/api/dashboard'

const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code ?? null,
]

test('every member reads drafts; owners, admins and editors publish, and nobody else', async () => {
  const space = await createTestSpace({ records: [posts, entry] })
  const before = await dumpTables(space)
  for (const path of looking) {
    expect(await codeOf(await sendAs(space, null)('GET', base + path))).toEqual([401, 'session_required'])
    expect(
      (await space.request(base + path, { headers: { Authorization: `Bearer ${space.key}` } })).status,
    ).toBe(403)
  }
  for (const path of publishing) {
    expect(await codeOf(await sendAs(space, null)('POST', base + path))).toEqual([401, 'session_required'])
  }
  for (const role of ['member', 'author'] as const) {
    const reader = await signIn(space, { email: `${role}@example.com`, role })
    for (const path of looking) expect((await reader.send('GET', base + path)).status).toBe(200)
    for (const path of publishing) {
      expect(await codeOf(await reader.send('POST', base + path))).toEqual([403, 'role_required'])
    }
  }
  expect((await dumpTables(space)).publication).toEqual(before.publication)
  for (const role of ['editor', 'admin', 'owner'] as const) {
    const { send } = await signIn(space, { email: `${role}@example.com`, role })
    for (const path of publishing) {
      const foreign = await send('POST', base + path, undefined, { Origin: 'http://elsewhere.example' })
      expect(await codeOf(foreign)).toEqual([403, 'origin_refused'])
    }
    for (const [path, state] of [
      [publishing[0], 'live'],
      [publishing[1], 'draft'],
    ] as const) {
      const response = await send('POST', `${base}${path}`)
      expect([response.status, ((await response.json()) as { doc: { state: string } }).doc.state]).toEqual([
        200,
        state,
      ])
    }
  }
})

test('a member of another space finds none of it, and answers are kept by nobody', async () => {
  const space = await createTestSpace({ records: [posts, entry] })
  const neighbour = await createNeighbour(space, 'other')
  const { send } = await signIn(neighbour)
  expect(await codeOf(await send('GET', `${base}/entries/a`))).toEqual([404, 'entry_not_found'])
  expect(await codeOf(await send('POST', `${base}/entries/a/publish`))).toEqual([404, 'entry_not_found'])
  expect(await codeOf(await send('GET', `${base}/collections/posts/entries`))).toEqual([
    404,
    'collection_not_found',
  ])
  const response = await send('GET', `${base}/content`)
  expect(await response.json()).toEqual({ collections: 0, entries: 0, live: 0, lastPublishedAt: null })
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})
