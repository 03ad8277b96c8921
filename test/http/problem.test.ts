// Contract 1.8: one shape for every error, and nothing of the inside in it.
import { describe, expect, test } from 'bun:test'
import pino from 'pino'
import { errorTable } from '../../src/base/error-table.ts'
import type { Database } from '../../src/database/database.ts'
import { openLibrary } from '../kit/app/library-space.ts'
import { getFrom } from '../kit/app/other-app.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'

const content = '/content/books'

/** A statement, a path and a secret, as a driver's message could hold them. */
const inside = 'no such column: secret in select "secret" from "entry" at /srv/data/frontlist.db'

function broken(database: Database): Database {
  const fail = () => Promise.reject(new Error(inside))
  return { ...database, snapshot: fail }
}

describe('an error of our own', () => {
  test('is a 500 that tells nothing of its cause; the log has it under the same id', async () => {
    const space = await openLibrary()
    const lines: string[] = []
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const get = getFrom(space, { database: broken(space.database), logger })
    const response = await readResponse(await get(`${content}?variants=vip`))
    expect(response.status).toBe(500)
    const problem = readProblem(response)
    expect(problem.code).toBe('internal_error')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.text).not.toContain('secret')
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        requestId: problem.requestId,
        method: 'GET',
        path: `/api/v1/public${content}`,
        status: 500,
        err: expect.objectContaining({ message: inside }),
      }),
    ])
    expect(lines.join('')).not.toContain(space.key)
  })

  test('a 503 without a cause is in the log with what it said', async () => {
    const space = await openLibrary()
    const lines: string[] = []
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const database = { ...space.database, isMigrated: async () => false }
    await getFrom(space, { database, logger })('/readyz')
    const detail = "The database's tables are not those of this version."
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ status: 503, path: '/readyz', detail }),
    ])
  })

  test('in looking up the key is a 500 as well, never a 401', async () => {
    const space = await openLibrary()
    const fail = () => Promise.reject(new Error(inside))
    const reads = { ...space.database.reads, first: fail, all: fail }
    const response = await readResponse(
      await getFrom(space, { database: { ...space.database, reads } })(content),
    )
    expect(readProblem(response).code).toBe('internal_error')
  })

  test('does not stop the next request', async () => {
    const space = await openLibrary()
    let failing = true
    const database: Database = {
      ...space.database,
      snapshot: (of, work) =>
        failing ? Promise.reject(new Error(inside)) : space.database.snapshot(of, work),
    }
    const get = getFrom(space, { database })
    expect((await get(content)).status).toBe(500)
    failing = false
    expect((await get(content)).status).toBe(200)
  })
})

describe('what is too large', () => {
  test('a path and query over 8 KiB is a 414, whatever it asks for', async () => {
    const space = await openLibrary()
    const start = '/api/v1/public/content/books?x='
    const exact = start + 'x'.repeat(8 * 1024 - start.length)
    expect((await space.get(exact.slice('/api/v1/public'.length))).status).toBe(200)
    for (const path of [`${exact}x`, `/${'a'.repeat(9000)}`, `/docs?${'a'.repeat(9000)}`]) {
      space.statements.length = 0
      const response = await readResponse(await space.request(path))
      expect(response.status).toBe(414)
      expect(readProblem(response).code).toBe('uri_too_long')
      expect(space.statements).toEqual([])
    }
  })

  test('header fields over 16 KiB are a 431', async () => {
    const space = await openLibrary()
    expect((await space.get(content, { 'X-Long': 'x'.repeat(15 * 1024) })).status).toBe(200)
    const response = await readResponse(await space.get(content, { 'X-Long': 'x'.repeat(17 * 1024) }))
    expect(response.status).toBe(431)
    expect(readProblem(response).code).toBe('headers_too_large')
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`X-${n}`, 'x'.repeat(50)]))
    expect((await space.get(content, many)).status).toBe(431)
  })

  test('a body that is announced with more than 64 KiB is a 413', async () => {
    const space = await openLibrary()
    const send = async (length: number) =>
      readResponse(
        await space.request('/api/v1/public/content/books', {
          method: 'POST',
          headers: { 'Content-Length': String(length) },
          body: 'x'.repeat(length),
        }),
      )
    expect((await send(64 * 1024)).status).toBe(405)
    const response = await send(64 * 1024 + 1)
    expect(response.status).toBe(413)
    expect(readProblem(response).code).toBe('body_too_large')
  })
})

describe('type', () => {
  test('links to an anchor of the list of errors, which is served', async () => {
    const space = await openLibrary()
    const response = await readResponse(await space.get('/content/nowhere'))
    const { type } = readProblem(response)
    const page = await space.request(new URL(type, 'http://localhost').pathname)
    expect(page.status).toBe(200)
    const text = await page.text()
    const anchor = type.slice(type.indexOf('#') + 1)
    expect(text).toContain(`id="${anchor}"`)
    for (const code of Object.keys(errorTable)) expect(text).toContain(code)
  })

  test('is one for each code, and each code has one status', () => {
    for (const [code, { status, title, meaning }] of Object.entries(errorTable)) {
      expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(title.length * meaning.length).toBeGreaterThan(0)
    }
  })
})

test('a server that is closing is not ready, and says so in the same shape', async () => {
  const space = await openLibrary()
  const response = await readResponse(await getFrom(space, { isClosing: () => true })('/readyz'))
  expect(response.status).toBe(503)
  expect(readProblem(response).code).toBe('unavailable')
  expect(response.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
})

test('every response has an id of its own, and takes none from the client', async () => {
  const space = await openLibrary()
  const ids = new Set<string>()
  for (let round = 0; round < 20; round++) {
    const response = await space.get(content, { 'X-Request-Id': 'mine' })
    ids.add(response.headers.get('X-Request-Id') ?? 'mine')
  }
  expect(ids.size).toBe(20)
  expect(ids.has('mine')).toBe(false)
})
