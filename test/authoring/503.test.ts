// What the management API answers where nothing can be written: the disk is full, or another writer holds the lock for too
// long. What is refused changes nothing, and reading goes on.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { openUrl } from '../kit/database/test-databases.ts'
import { describeOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { type AuthoringFixture, openAuthoring } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

const operations = [
  { op: 'patch', id: 'p', draftVersion: 1, data: { title: 'x' } },
  { op: 'create', collection: 'posts', id: 'n2', data: { title: 'x' } },
]
const long = 'A long text, for which the pages of the file have no room. '.repeat(2000)

/** Every kind of write: method, path and body. The entry `p` is a draft, and `q` is live. */
const writes = [
  ['POST', '/entries', { collection: 'posts', id: 'n1', data: { title: 'x', extra: long } }],
  ['PATCH', '/entries/p', { draftVersion: 1, data: { extra: `${long}!` } }],
  ['PUT', '/entries/p', { draftVersion: 1, data: { title: 'y', extra: long } }],
  ['POST', '/entries/p/publish', { draftVersion: 1 }],
  ['POST', '/entries/q/unpublish', {}],
  ['POST', '/entries/p/archive', { draftVersion: 1 }],
  ['PUT', '/entries/p/schedule', { draftVersion: 1, publishAt: '2027-06-01T00:00:00.000Z' }],
  ['POST', '/operations', { operations }],
  ['POST', '/collections', { apiName: 'more', name: 'More', fields: [] }],
  [
    'POST',
    '/collections/posts/changes',
    { modelVersion: 1, operations: [{ op: 'renameField', field: 'title', to: 'headline' }] },
  ],
  ['POST', '/variants', { id: 'new', name: 'New', kind: 'audience' }],
] as const

async function open(): Promise<AuthoringFixture> {
  const api = await openAuthoring()
  await api.create({ collection: 'posts', id: 'p', data: { title: 'p', extra: long } })
  await api.create({ collection: 'posts', id: 'q', data: { title: 'q' } })
  await api.publish('q')
  return api
}

const readAll = async (api: AuthoringFixture) => {
  const paths = ['/entries', '/entries/p', '/entries/q', '/collections', '/variants', '/activity']
  const responses = await Promise.all(paths.map(path => api.ask('owner', 'GET', path)))
  return responses.map(({ status, body }) => [status, body])
}

describeOnSqlite('on a full disk', () => {
  test('every write is refused as storage_full and changes nothing, and reading goes on', async () => {
    const api = await open()
    const before = await readAll(api)
    const run = (text: string) =>
      api.space.database.transaction(async within => (await sql.raw(text).execute(within)).rows[0])
    const { page_count: pages } = (await run('pragma page_count')) as { page_count: number }
    await run(`pragma max_page_count = ${pages}`)
    const { freelist_count: free } = (await run('pragma freelist_count')) as { freelist_count: number }
    expect(free).toBeLessThan(20)
    const refused: string[] = []
    for (const [method, path, body] of writes) {
      const stored = await readAll(api)
      const response = await api.ask('owner', method, path, body)
      // What is short may find room in the pages that are there.
      if (response.status < 300) continue
      refused.push(`${method} ${path}`)
      expect({ path, status: response.status, code: response.body.code }).toEqual({
        path,
        status: 503,
        code: 'storage_full',
      })
      expect(await readAll(api)).toEqual(stored)
    }
    expect(refused).toContain('POST /entries')
    expect(refused).toContain('PATCH /entries/p')
    expect((await readAll(api)).map(([status]) => status)).toEqual(before.map(() => 200))
    expect((await api.space.get('/content/authors')).status).toBe(200)
  })
})

test('a write that waits for over 10 seconds is refused with Retry-After and changes nothing, and reading goes on', async () => {
  const api = await open()
  const before = await readAll(api)
  const other = openUrl(api.space.url)
  const release = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const held = other.transaction(async () => {
    isHeld.resolve()
    await release.promise
  }, api.space.space)
  await isHeld.promise
  const responses = await Promise.all(
    writes.slice(0, 9).map(([method, path, body]) => api.ask('owner', method, path, body)),
  )
  expect(await readAll(api)).toEqual(before)
  for (const { status, headers } of responses) {
    expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([503, true])
  }
  release.resolve()
  await held
  await other.close()
  expect(
    (await api.ask('owner', 'PATCH', '/entries/p', { draftVersion: 1, data: { title: 'z' } })).status,
  ).toBe(200)
})
