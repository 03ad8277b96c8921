// A request for a file that was requested before is served without being read again: what it gets must be what the full
// pipeline gives, and whatever has changed about it must count.
import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { setRevision } from '../../../src/content/tables/revision.store.ts'
import { createSpaceIn, openCounted, type TestSpace } from '../../kit/app/test-space.ts'
import { folderAddress, testFiles } from '../../kit/files/files.ts'
import { startS3Server } from '../../kit/files/s3-server.ts'
import { publishFile } from './published-files.ts'

const bytes = 'The tide comes in.'

type Sent = Record<string, string>

/** In a folder, unless the test wants it elsewhere: only files of a folder are opened at once. */
async function openFile(filename = 'tide.png', address = folderAddress()) {
  const files = testFiles({}, address)
  const space = await createSpaceIn({ ...(await openCounted()), files }, 'main', {})
  const path = await publishFile(space, { id: 'tide', bytes, filename })
  expect((await space.request(path)).status).toBe(200)
  return { space, path }
}

const fetchNow = (space: TestSpace, path: string, headers: Sent = {}, init: RequestInit = {}) =>
  space.app.fetch(new Request(`http://localhost${path}`, { ...init, headers }))

async function whole(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id').sort()
  return { status: response.status, headers, body: await response.text() }
}

describe('a file that is requested again comes at once, byte for byte and header for header as before', () => {
  const cases: readonly (readonly [string, Sent, status: number])[] = [
    ['as it is', {}, 200],
    ['with another tag', { 'If-None-Match': '"another"' }, 200],
    ['with its tag', { 'If-None-Match': 'ETAG' }, 304],
    ['with its tag among others', { 'If-None-Match': '"another", W/ETAG' }, 304],
    ['with any tag', { 'If-None-Match': '*' }, 304],
    ['with codings that files never have', { 'Accept-Encoding': 'br, gzip' }, 200],
    ['from a page of another origin', { Origin: 'https://elsewhere.example' }, 200],
  ]
  for (const [title, headers, status] of cases) {
    test(title, async () => {
      const { space, path } = await openFile("a 'b' (1)日.png")
      const tag = `"${path.split('/')[3]}"`
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replace('ETAG', tag)]),
      )
      // A request that says how long its body is takes the full pipeline, also where it has none.
      const before = await whole(await fetchNow(space, path, { ...sent, 'Content-Length': '0' }))
      const response = fetchNow(space, path, sent)
      expect(response).not.toBeInstanceOf(Promise)
      expect((await response).headers.get('X-Request-Id')).toBeTruthy()
      expect(await whole(await response)).toEqual(before)
      expect(before.status).toBe(status)
    })
  }
})

describe('takes the full pipeline', () => {
  const cases: readonly (readonly [string, Sent, RequestInit?])[] = [
    ['a range', { Range: 'bytes=0-3' }],
    ['a preference', { Prefer: 'handling=strict' }],
    ['another host', { Host: 'other.example' }],
    ['HEAD', {}, { method: 'HEAD' }],
    ['POST', {}, { method: 'POST' }],
    ['headers over the limit', { 'X-Long': 'x'.repeat(17_000) }],
  ]
  for (const [title, headers, init] of cases) {
    test(title, async () => {
      const { space, path } = await openFile()
      expect(fetchNow(space, path, {}, {})).not.toBeInstanceOf(Promise)
      expect(fetchNow(space, path, headers, init)).toBeInstanceOf(Promise)
    })
  }

  test('unknown parameters, which are named each time', async () => {
    const { space, path } = await openFile()
    for (let time = 0; time < 3; time++) {
      const response = await fetchNow(space, `${path}?v=1`)
      expect(response.headers.get('X-Ignored-Parameters')).toBe('v')
    }
  })

  test('a path that only becomes that of the file', async () => {
    const { space, path } = await openFile()
    const [, , , sha256] = path.split('/')
    const sentParams = { space: space.space as string, sha256: sha256!, filename: 'tide.png' }
    const ask = (params: Record<string, string> | null) =>
      space.app.fetch(new Request(`http://localhost${path}`), { sentParams: params })
    expect(ask(sentParams)).not.toBeInstanceOf(Promise)
    expect((await ask({ ...sentParams, filename: 'other.png' })).status).toBe(400)
    expect((await ask(null)).status).toBe(400)
  })
})

test('a change of the space counts for the next request, whether the file is still shown or not', async () => {
  const { space, path } = await openFile()
  const change = (isShown: boolean) =>
    space.database.transaction(async writes => {
      if (!isShown) await writes.deleteFrom('publication_asset').where('space', '=', space.space).execute()
      const { revision } = await writes
        .selectFrom('space')
        .select('revision')
        .where('id', '=', space.space)
        .executeTakeFirstOrThrow()
      await setRevision(writes, space.space, revision + 1)
    }, space.space)
  expect(fetchNow(space, path)).not.toBeInstanceOf(Promise)
  await change(true)
  expect((await fetchNow(space, path)).status).toBe(200)
  expect(fetchNow(space, path)).not.toBeInstanceOf(Promise)
  await change(false)
  expect((await fetchNow(space, path)).status).toBe(404)
  expect((await fetchNow(space, path, { 'If-None-Match': '*' })).status).toBe(404)
})

test('a file that the store has lost, or has not whole, is no longer served at once', async () => {
  const { space, path } = await openFile()
  rmSync(space.files.store.location.slice('file:'.length), { recursive: true })
  expect((await fetchNow(space, path)).status).toBe(503)
  expect((await fetchNow(space, path, { 'If-None-Match': '*' })).status).toBe(304)
})

test('a file that S3 has is fetched for each request, and "not modified" is said at once', async () => {
  const { space, path } = await openFile('tide.png', startS3Server().address)
  const pending = fetchNow(space, path)
  expect(pending).toBeInstanceOf(Promise)
  expect(await (await pending).text()).toBe(bytes)
  const unchanged = fetchNow(space, path, { 'If-None-Match': '*' })
  expect(unchanged).not.toBeInstanceOf(Promise)
  expect((await unchanged).status).toBe(304)
})
