// Ranges over a connection: the runtime answers those of a file by itself, unless it is kept from it. And which of several
// errors a request gets.
import { expect, onTestFinished, test } from 'bun:test'
import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { createTestSpace } from '../../kit/app/test-space.ts'
import { testOnSqlite } from '../../kit/database/test-engine.ts'
import { publishFile } from './published-files.ts'

const bytes = 'The tide comes in.'

async function serveFile(content: string = bytes) {
  const space = await createTestSpace()
  const path = await publishFile(space, { id: 'tide', bytes: content })
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: request => space.app.fetch(request) })
  onTestFinished(() => server.stop(true))
  const ask = (headers: Record<string, string>, method = 'GET') =>
    fetch(new URL(path, server.url), { method, headers })
  const sha256 = path.split('/')[3]!
  const folder = space.files.store.location.slice('file:'.length)
  return { ask, sha256, stored: join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256) }
}

test('a range that is malformed, or of another file, is the whole file', async () => {
  const { ask } = await serveFile()
  for (const range of [
    'bytes = 0-1',
    'bytes=0 - 1',
    'bytes= 0-1',
    'bytes=0-1, 3-4',
    'bytes=+0-1',
    'bytes=0-1,',
  ]) {
    for (const seen of ['first', 'again']) {
      const response = await ask({ Range: range })
      expect([range, seen, response.status, response.headers.get('Content-Range')]).toEqual([
        range,
        seen,
        200,
        null,
      ])
      expect([await response.text(), response.headers.get('Content-Length')]).toEqual([bytes, '18'])
    }
  }
  const other = await ask({ Range: 'bytes=0-1', 'If-Range': '"other"' })
  expect([other.status, await other.text()]).toEqual([200, bytes])
  const part = await ask({ Range: 'bytes=4-7' })
  expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([
    206,
    'bytes 4-7/18',
    'tide',
  ])
})

test('what a store sends in many parts has its length, whole and in part', async () => {
  const size = 200_000
  const { ask } = await serveFile('x'.repeat(size))
  for (const [headers, status, length] of [
    [{}, 200, size],
    [{ Range: 'bytes=0-1,3-4' }, 200, size],
    [{ Range: 'bytes=10-' }, 206, size - 10],
  ] as const) {
    const response = await ask(headers)
    const { length: received } = await response.text()
    expect([response.status, received, response.headers.get('Content-Length')]).toEqual([
      status,
      length,
      String(length),
    ])
  }
})

testOnSqlite(
  'without its file a range that fits nowhere is a 503 too, and a file that is cut off is not begun',
  async () => {
    const { ask, sha256, stored } = await serveFile()
    expect((await ask({ Range: 'bytes=18-' })).status).toBe(416)
    truncateSync(stored, 9)
    for (const headers of [{}, { Range: 'bytes=18-' }, { Range: 'bytes=9-' }])
      expect([headers, (await ask(headers)).status]).toEqual([headers, 503])
    expect((await ask({}, 'HEAD')).status).toBe(503)
    rmSync(stored)
    for (const headers of [{}, { Range: 'bytes=0-0' }, { Range: 'bytes=18-' }])
      expect([headers, (await ask(headers)).status]).toEqual([headers, 503])
    expect((await ask({ Range: 'bytes=18-', 'If-None-Match': `"${sha256}"` })).status).toBe(304)
  },
)
