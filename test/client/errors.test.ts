// What calls reject with, and which failures are tried again.
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { createClient } from '../../client/src/client.ts'
import {
  createError,
  type FrontlistError,
  isFrontlistError,
  readError,
  safe,
} from '../../client/src/errors.ts'
import { errorTable } from '../../src/base/error-table.ts'
import { cleanUpLater } from '../kit/cleanup.ts'
import { findFreePort } from '../kit/free-port.ts'
import { type ClientFixture, problem, serveClient } from './client-fixture.ts'

let fixture: ClientFixture
beforeAll(async () => {
  fixture = await serveClient()
})
beforeEach(() => {
  fixture.requests.length = 0
  fixture.proxy = () => undefined
})

async function errorOf(call: Promise<unknown>): Promise<FrontlistError> {
  const result = await safe(call)
  if (result.ok) throw new Error('The call did not fail.')
  return result.error
}

test.each(Object.entries(errorTable).map(([code, { status }]) => [code, status] as const))(
  'the code %s of the server is one of the client',
  async (code, status) => {
    fixture.proxy = () => problem(status, code)
    const error = await errorOf(fixture.createClient({ retries: 0 }).list('books'))
    expect(error).toMatchObject({ name: 'FrontlistError', code, status, requestId: 'r1', attempts: 1 })
    expect(error.problem).toMatchObject({ code, status, detail: `About ${code}.` })
    expect(error.message).toBe(
      `${status} ${code}: About ${code}. (GET /api/v1/public/content/books, request r1)`,
    )
  },
)

test('a code that is newer than the client is an unknown error with its problem', async () => {
  fixture.proxy = () => problem(418, 'teapot_empty')
  const error = await errorOf(fixture.createClient().list('books'))
  expect(error).toMatchObject({ code: 'unknown_error', status: 418, problem: { code: 'teapot_empty' } })
  fixture.proxy = () => problem(400, 'timed_out')
  expect(await errorOf(fixture.createClient().list('books'))).toMatchObject({ code: 'unknown_error' })
})

const codeOf = (code: string) =>
  readError(JSON.stringify({ code, title: 'T', detail: 'D', requestId: 'r1' }), 409, null).code

test('no code of a future server is taken for one of the table, whatever words it is made of', async () => {
  fixture.proxy = () => problem(409, 'future_error')
  expect(await errorOf(fixture.createClient().list('books'))).toMatchObject({
    code: 'unknown_error',
    problem: { code: 'future_error' },
  })
  const own = Object.keys(errorTable).flatMap(code => code.split('_'))
  const others =
    'bad busy busted client closed conflict cursor denied disabled draft error expired facet failed file forbidden future gone ' +
    'internal key limit link locked maintenance missing moved newer over payment plan preview quota rate region revision ' +
    'snapshot stale stream suspended sync teapot timeout token unauthorized unknown webhook'
  const words = [...new Set([...own, ...others.split(' ')])]
  const codes = words.flatMap(word => [word, ...words.map(other => `${word}_${other}`)])
  const madeUp = [...codes, ...words.map(word => `${word}_not_found`)].filter(code => !(code in errorTable))
  expect(madeUp.length).toBeGreaterThan(10_000)
  expect(madeUp.filter(code => codeOf(code) !== 'unknown_error')).toEqual([])
  expect(Object.keys(errorTable).filter(code => codeOf(code) !== code)).toEqual([])
})

test.each(['', 'overloaded ', 'Overloaded', 'overloade', 'verloaded', 'constructor', '日本', '🌊', '\ud83c'])(
  '%j is no code of the table',
  code => {
    expect(codeOf(code)).toBe('unknown_error')
  },
)

test('a code narrows the error, for the compiler too', () => {
  const toText = (error: FrontlistError): string => {
    switch (error.code) {
      case 'invalid_parameters':
        return error.errors.map(({ name }) => name).join() + (error.status satisfies 400)
      case 'too_many_requests':
      case 'overloaded':
        return String((error.retryAfterMs satisfies number | null) ?? (error.status satisfies 429 | 503))
      case 'network_failed':
        return String(error.status satisfies 0)
      default:
        return error.code
    }
  }
  const errors = [{ in: 'query' as const, name: 'page', message: 'must be 1' }]
  expect(toText(createError('/', { code: 'invalid_parameters', status: 400, errors }))).toBe('page400')
  expect(isFrontlistError(new Error('other'))).toBe(false)
})

test('a real 400 lists what is wrong with each parameter', async () => {
  const client = (await serveClient()).createClient()
  const error = await errorOf(client.list('books', { filter: { prise: 1 }, perPage: 5000 }))
  expect(error).toMatchObject({
    code: 'invalid_parameters',
    errors: [
      { in: 'query', name: 'perPage', max: 1000 },
      { in: 'query', name: 'filter[prise]', didYouMean: 'filter[price]' },
    ],
  })
})

describe('a response that is not of the server is unreadable', () => {
  const ours = { code: 'invalid_parameters', title: 'Invalid', detail: 'Something', requestId: 'r1' }
  const html = `<html>${'x'.repeat(300)}</html>`
  test.each([
    ['502 with HTML', () => new Response(html, { status: 502 }), 502, 3, html.slice(0, 200)],
    ['200 with HTML', () => new Response(html), 200, 1, html.slice(0, 200)],
    ['200 without a body', () => new Response(''), 200, 1, ''],
    ['200 with JSON that is cut', () => new Response('{"list":[{"id":'), 200, 1, '{"list":[{"id":'],
    ['200 with other JSON', () => Response.json({ ok: true }), 200, 1, '{"ok":true}'],
    ['200 with null', () => Response.json(null), 200, 1, 'null'],
    ['404 with other JSON', () => Response.json({ error: 1 }, { status: 404 }), 404, 1, '{"error":1}'],
    ...[{}, true, [null], [{}], 'x'].map(
      errors =>
        [
          `400 with a code and errors that are ${JSON.stringify(errors)}`,
          () => Response.json({ ...ours, errors }, { status: 400 }),
          400,
          1,
          null,
        ] as const,
    ),
    [
      '404 with a code alone',
      () => Response.json({ code: 'nope' }, { status: 404 }),
      404,
      1,
      '{"code":"nope"}',
    ],
    [
      '404 with a detail that is no text',
      () => Response.json({ ...ours, detail: { toString: 1 } }, { status: 404 }),
      404,
      1,
      null,
    ],
    ['304 without being asked', () => new Response(null, { status: 304 }), 304, 1, null],
  ] as const)('%s', async (_, respond, status, attempts, detail) => {
    fixture.proxy = respond
    const error = await errorOf(fixture.createClient().list('books'))
    expect(error).toMatchObject({ code: 'answer_unreadable', status, attempts, problem: null })
    if (detail !== null) expect(error.detail).toBe(detail)
    expect(fixture.requests).toHaveLength(attempts)
  })

  test.each([301, 302, 307, 308])('%d: redirects are not followed', async status => {
    const other = await serveClient()
    fixture.proxy = () => Response.redirect(`${other.url}/api/v1/public/content/books`, status)
    const error = await errorOf(fixture.createClient().list('books'))
    expect(error).toMatchObject({ code: 'answer_unreadable', status })
    expect([fixture.requests.length, other.requests.length]).toEqual([1, 0])
  })
})

test.each([
  [503, 'overloaded', 3],
  [502, 'unavailable', 3],
  [504, 'unavailable', 3],
  [500, 'internal_error', 1],
  [410, 'history_gone', 1],
  [401, 'api_key_invalid', 1],
] as const)('a lasting %d (%s) is asked for %d times', async (status, code, attempts) => {
  fixture.proxy = () => problem(status, code)
  expect(await errorOf(fixture.createClient().list('books'))).toMatchObject({ status, attempts })
  expect(fixture.requests).toHaveLength(attempts)
})

test('one that does not last is not seen', async () => {
  fixture.proxy = (_, number) => (number < 3 ? problem(503, 'overloaded') : undefined)
  expect(await errorOf(fixture.createClient().list('none'))).toMatchObject({
    code: 'collection_not_found',
    attempts: 3,
  })
})

describe('without a response the call fails as network_failed, after all tries, with the cause', () => {
  const clientOf = (url: string) => createClient({ url, key: 'flst_test', retries: 1 })
  const failed = { code: 'network_failed', status: 0, attempts: 2, problem: null, cause: expect.anything() }

  test('where the connection is refused', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`
    expect(await errorOf(clientOf(url).list('books'))).toMatchObject(failed)
  })

  test('where no address of a host responds, it says why the first did not', async () => {
    const refused = [1, 2].map(last => new Error(`connect ECONNREFUSED 127.0.0.${last}`))
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: new AggregateError(refused) }))
    const client = createClient({ url: 'http://localhost', key: 'flst_test', retries: 1, fetch })
    expect(await errorOf(client.list('books'))).toMatchObject({
      ...failed,
      detail: 'Error: connect ECONNREFUSED 127.0.0.1',
    })
  })

  test('where there is no such host', async () => {
    expect(await errorOf(clientOf('http://no-such-host.invalid').list('books'))).toMatchObject(failed)
  })

  test('where the connection is reset in the body', async () => {
    let connections = 0
    const server = createServer(socket => {
      connections++
      socket.on('error', () => {})
      socket.on('data', () => {
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"list":[',
        )
        setTimeout(() => socket.resetAndDestroy(), 20)
      })
    })
    const port = await findFreePort()
    server.listen(port, '127.0.0.1')
    cleanUpLater(() => void server.close())
    expect(await errorOf(clientOf(`http://127.0.0.1:${port}`).list('books'))).toMatchObject(failed)
    expect(connections).toBe(2)
  })
})

test('safe lets errors through that are not of the client', async () => {
  expect(safe(Promise.reject(new RangeError('mine')))).rejects.toThrow('mine')
  expect(await safe(Promise.resolve(1))).toEqual({ ok: true, value: 1 })
})
