// F1 in small: requests made of openapi.json and an attack dictionary, to a real server. `npm run stress fuzz` is the long
// form.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createCommandLine } from '../kit/command/process.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { type Fuzzed, runFuzz } from '../stress/fuzz.ts'
import { findError } from '../stress/fuzz-oracle.ts'
import { openFuzzFixture } from '../stress/fuzz-setup.ts'
import { Findings } from '../stress/runner.ts'

setDefaultTimeout(longTestMs)

/** With fewer, some operation would succeed by chance only. */
const requestsMin = 14_000

async function breaks(server: Fuzzed, requests: number, patienceMs = 60_000): Promise<string> {
  const reported: string[] = []
  const findings = new Findings(line => void reported.push(line))
  await runFuzz(server, findings, { requests, seed: 1, patienceMs })
  return findings.broken.length === 0 ? '' : reported.join('\n')
}

test('no odd request to any operation gives a 5xx, a response that is not promised, or a word of the inside', async () => {
  const command = createCommandLine()
  const { databaseUrl: url, serve } = command
  const { server, ...fixture } = await openFuzzFixture({ database: await command.open(), url, serve })
  // How much memory a short run takes is chance.
  expect(await breaks({ ...fixture, pid: null }, Math.max(requestsMin, fuzzRuns(requestsMin)))).toBe('')
  expect(await server.stop()).toBe(0)
})

const problem = {
  type: 'http://localhost/docs/errors#not_found',
  title: 'Not found',
  status: 404,
  detail: 'There is nothing.',
  code: 'not_found',
  requestId: '1',
}
const usual = { 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': '1' }

describe('a server is caught that', () => {
  const names = ['collection', 'slug', 'api-keys', 'entries', 'variants', 'version', 'members', 'invitations']
  const known = [...names, 'assets', 'views', 'links', 'sha256', 'filename']
  const values = Object.fromEntries(known.map(name => [name, ['x']]))
  const callers = { nobody: {}, key: {}, owner: {} }
  const nothing = () =>
    Response.json(problem, { status: 404, headers: { ...usual, 'Content-Type': 'application/problem+json' } })

  /** What is said of a server that has nothing, and once does something else. */
  const reported = async (odd: (server: { stop(): void }) => Response | Promise<Response>) => {
    let sent = 0
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => (++sent === 20 ? odd({ stop: () => void server.stop(true) }) : nothing()),
    })
    const url = `http://127.0.0.1:${server.port}`
    const all = await breaks({ url, pid: null, callers, values }, 40, 500)
    await server.stop(true)
    return all
  }

  test('refuses everything, and so has not been tried', async () => {
    const all = await reported(nothing)
    expect(all).toContain('holds   each response is one that may be')
    expect(all).toContain('BROKEN  each operation was also done')
  })

  test('fails once and tells its stack', async () => {
    const all = await reported(() => new Response(new Error('broken').stack ?? '', { status: 500 }))
    expect(all).toContain('500 Error: broken')
    expect(all).toContain('BROKEN  each response is one that may be (1 are not)')
  })

  test('dies', async () => {
    const all = await reported(server => {
      server.stop()
      return nothing()
    })
    expect(all).toContain('no response')
  })

  test('does not respond', async () => {
    expect(await reported(() => new Promise<Response>(() => {}))).toContain('no response: TimeoutError')
  })
})

describe('a response is an error', () => {
  const call = { path: null, method: 'GET', caller: 'key', headers: [], body: null }
  const error = (target: string, status: number, body: object, more: Record<string, string> = {}) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    const headers = new Headers({ ...usual, 'Content-Type': type, ...more })
    return findError('http://localhost', { ...call, target }, { status, headers, text: JSON.stringify(body) })
  }
  const books = '/api/v1/public/content/books'
  const list = { list: [], count: 0, pagesCount: 0 }

  test('only where something is wrong', () => {
    expect(error(books, 200, list)).toBeNull()
    expect(error(books, 404, problem)).toBeNull()
    expect(error('/nothing', 404, problem)).toBeNull()
    const overloaded = {
      ...problem,
      status: 503,
      code: 'overloaded',
      type: 'http://localhost/docs/errors#overloaded',
    }
    expect(error(books, 503, overloaded)).toBeNull()
  })

  test.each<[string, string | null]>([
    ['a stack', error(books, 404, { ...problem, detail: 'Error at read (/srv/app.ts:3:1)' })],
    ['a statement', error(books, 404, { ...problem, detail: 'select * from "entry" where id' })],
    ['a path', error(books, 404, { ...problem, detail: 'ENOENT /home/ada/frontlist.db' })],
    ['a field that no problem has', error(books, 404, { ...problem, cause: 'x' })],
    ['a list without its count', error(books, 200, { list: [] })],
    ['a status that is not promised', error(books, 202, list)],
    ['another type', error(books, 200, list, { 'Content-Type': 'text/html' })],
    ['a header that the request wrote', error(books, 200, list, { 'X-Evil': '1' })],
    ['a failure', error(books, 500, { ...problem, status: 500 })],
    ['a 503 that is no overload', error(books, 503, { ...problem, status: 503, code: 'unavailable' })],
  ])('that has %s', (_, found) => {
    expect(found).toBeString()
  })
})
