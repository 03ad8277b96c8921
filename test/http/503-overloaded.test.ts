// More requests than places: what the others are told, who is never told so, and what is counted and logged of it.
import { beforeAll, describe, expect, test } from 'bun:test'
import pino from 'pino'
import { waitMsMax } from '../../src/http/concurrency-limiter.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { checkResponse, readProblem, readResponse } from '../kit/app/responses.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { createNotes } from '../stress/notes.ts'

let space: TestSpace
beforeAll(async () => {
  space = await createTestSpace({ records: createNotes(3), cacheBytes: 0 })
})

const notesPath = '/api/v1/public/content/notes'
const signInPath = '/api/auth/sign-in/email'

/** One permit, a clock that the test advances, and a database that keeps content and sign-ins waiting until a release. */
function serveOne(level = 'warn') {
  const time = { now: 1000 }
  const lines: string[] = []
  const [sent, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const delayed: (() => void)[] = []
  const database: TestSpace['database'] = {
    ...space.database,
    snapshot: async (...given) => {
      await release.promise
      return space.database.snapshot(...given)
    },
    urgentTransaction: async (...given) => {
      sent.resolve()
      await release.promise
      return space.database.urgentTransaction(...given)
    },
  }
  const server = serveWith(space, {
    database,
    metrics: createMetrics(),
    logger: pino({ level }, { write: (line: string) => void lines.push(line) }),
    work: {
      permitsMax: 1,
      patientMax: 0,
      now: () => time.now,
      defer: setImmediate,
      delay: (_, work) => void delayed.push(work),
    },
  })
  const read = (page = 1) =>
    server.request(`${notesPath}?page=${page}`, { headers: { Authorization: `Bearer ${space.key}` } })
  /** Waits for its turn for as long as anybody may. */
  const readTooLong = async (page: number) => {
    const response = read(page)
    await turns()
    time.now += waitMsMax + 1
    await turns()
    for (const work of delayed.splice(0)) work()
    return response
  }
  /** The first has the place, the second is refused. */
  const overload = async () => ({ first: read(1), second: await readTooLong(2) })
  return { server, time, lines, asked: sent.promise, release: release.resolve, read, readTooLong, overload }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>(resolve => void setImmediate(resolve))
}

const bodyHeaders = { Origin: 'http://localhost', 'Content-Type': 'application/json' }

/** A sign-in whose body comes to its end when it is told to. */
function signInSlowly({ request }: TestSpace): { finish: () => void; response: Promise<Response> } {
  const ready = Promise.withResolvers<void>()
  const body = new ReadableStream({
    start: async controller => {
      controller.enqueue(Buffer.from('{'))
      await ready.promise
      controller.enqueue(Buffer.from('}'))
      controller.close()
    },
  })
  return {
    finish: ready.resolve,
    response: request(signInPath, { method: 'POST', headers: bodyHeaders, body }),
  }
}

describe('a request that waits for too long', () => {
  test('is a 503 that says when to come again; who was let in is answered', async () => {
    const { overload, release } = serveOne()
    const { first, second } = await overload()
    const response = await readResponse(second)
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    const problem = readProblem(response)
    expect(problem).toMatchObject({ code: 'overloaded', status: 503 })
    expect(response.headers.get('X-Request-Id')).toBe(problem.requestId)
    release()
    expect((await first).status).toBe(200)
  })

  test('is counted, and logged once for many', async () => {
    const { server, overload, readTooLong, release, lines } = serveOne()
    const { first } = await overload()
    for (const page of [3, 4]) expect((await readTooLong(page)).status).toBe(503)
    const text = await (await server.request('/metrics')).text()
    expect(text).toMatch(/^frontlist_http_refused_total 3$/m)
    expect(text).toMatch(/^frontlist_http_answers_total\{status="503"\} 3$/m)
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 40, refused: 1 }),
    ])
    release()
    await first
  })
})

/** As many as a line takes at the most. */
const many = Array.from({ length: 1000 }, (_, at) => at)

describe('while content gets more requests than it can serve', () => {
  test('the dashboard responds', async () => {
    const { server, overload, release } = serveOne()
    const { first } = await overload()
    expect((await server.request('/api/auth/session')).status).toBe(401)
    release()
    await first
  })

  test('who comes when the line is as long as it may be is refused at once', async () => {
    const { server, read, release } = serveOne()
    const line = [read(1), ...many.map(() => read(2))]
    await turns()
    const response = await readResponse(await read(3))
    expect(readProblem(response).code).toBe('overloaded')
    checkResponse(response)
    expect([
      response.headers.get('Retry-After'),
      response.headers.get('Access-Control-Allow-Origin'),
    ]).toEqual(['1', '*'])
    expect((await server.request('/api/auth/session')).status).toBe(401)
    release()
    expect(new Set((await Promise.all(line)).map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('while the line for content is as long as it may be', () => {
  const pattern = '/api/v1/public/content/:collection'
  const sentParams = { collection: 'notes' }
  const send = ({ app }: TestSpace, path: string, pattern: string | undefined, method = 'GET') =>
    app.fetch(new Request(`http://localhost${path}`, { method }), {
      sentParams,
      ...(pattern !== undefined && { pattern }),
    })
  const fill = async (level?: string) => {
    const one = serveOne(level)
    const line = [one.read(1), ...many.map(() => one.read(2))]
    await turns()
    const empty = async () => {
      one.release()
      await Promise.all(line)
    }
    return { ...one, empty }
  }
  const withoutId = async (response: Response) => {
    const received = await readResponse(response)
    checkResponse(received)
    const headers = Object.fromEntries(response.headers)
    return { ...readProblem(received), headers: { ...headers, 'x-request-id': '' }, requestId: '' }
  }

  test('a request whose route is known is refused before it is routed, with the same response', async () => {
    const { server, empty, lines } = await fill()
    const early = send(server, notesPath, pattern)
    // What is routed is a promise.
    expect(early).toBeInstanceOf(Response)
    const late = send(server, notesPath, undefined)
    expect(late).toBeInstanceOf(Promise)
    const [one, other] = [await early, await late]
    expect(one.headers.get('X-Request-Id')).not.toBe(other.headers.get('X-Request-Id'))
    expect(await withoutId(one)).toEqual(await withoutId(other))
    expect(send(server, notesPath, pattern, 'HEAD')).toBeInstanceOf(Response)
    const counted = await (await server.request('/metrics')).text()
    expect(counted).toMatch(/^frontlist_http_refused_total 3$/m)
    expect(counted).toMatch(/^frontlist_http_answers_total\{status="503"\} 3$/m)
    expect(lines).toHaveLength(1)
    await empty()
  })

  test('other queues, probes and metrics are served, by their declared policy', async () => {
    const { server, empty } = await fill()
    const statuses = ['/api/auth/session', '/healthz', '/readyz', '/metrics'].map(
      async path => (await send(server, path, path)).status,
    )
    expect(await Promise.all(statuses)).not.toContain(503)
    await empty()
  })

  test('who is refused has a line in the access log', async () => {
    const { server, empty, lines } = await fill('info')
    expect((await send(server, notesPath, pattern)).status).toBe(503)
    expect(lines.map(line => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ msg: 'request', status: 503, path: notesPath, method: 'GET' }),
    )
    await empty()
  })
})

test('probes and metrics respond, whatever else waits', async () => {
  const { server, asked: sent, release } = serveOne()
  const body = '{"email":"nobody@example.com","password":"wrong"}'
  const signIn = server.request(signInPath, { method: 'POST', headers: bodyHeaders, body })
  await sent
  const line = many.map(() => server.request('/api/auth/session'))
  await turns()
  expect((await server.request('/api/auth/session')).status).toBe(503)
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect([path, (await server.request(path)).status]).toEqual([path, 200])
  }
  release()
  expect((await signIn).status).toBe(401)
  expect(new Set((await Promise.all(line)).map(({ status }) => status))).toEqual(new Set([401]))
})

test('clients that send their bodies slowly keep nobody out', async () => {
  const { server, release } = serveOne()
  const slow = Array.from({ length: 20 }, () => signInSlowly(server))
  await turns()
  expect((await server.request('/api/auth/session')).status).toBe(401)
  for (const { finish } of slow) finish()
  const statuses = await Promise.all(slow.map(async ({ response }) => (await response).status))
  expect(statuses).toEqual(Array(20).fill(400))
  release()
})
