// Servers that misbehave, on bare sockets: whatever they send, a call resolves to what its type says or rejects with an
// error of the client.
import { describe, expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { createClient } from '../../client/src/client.ts'
import { safe } from '../../client/src/errors.ts'
import type { Client } from '../../client/src/types/client.ts'
import { cleanUpLater } from '../kit/cleanup.ts'

/** A server that sends the same to every request and closes the connection. Returns its URL. */
async function serveRaw(respond: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => respond(socket))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  cleanUpLater(() => void server.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

const head = (status: number, headers: readonly string[]) =>
  `HTTP/1.1 ${[`${status} Odd`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`
const toResponse = (body: string, status = 200, headers: readonly string[] = []) =>
  `${head(status, [`Content-Length: ${Buffer.byteLength(body)}`, ...headers])}${body}`

const emptyPage = '{"list":[],"count":0,"pagesCount":0}'

async function readAll(client: Client): Promise<unknown[]> {
  const entries: unknown[] = []
  for await (const entry of client.all('books')) entries.push(entry)
  return entries
}

/** Each method of a client. */
const calls: Record<string, (client: Client) => Promise<unknown>> = {
  list: client => client.list('books'),
  get: client => client.get('books', 'tide'),
  find: client => client.find('books', 'tide'),
  single: client => client.single('books'),
  all: readAll,
}

async function callAll(response: string | Uint8Array, names = Object.keys(calls)) {
  const url = await serveRaw(socket => socket.end(response))
  const client = createClient({ url, key: 'flst_test', retries: 1 })
  return Promise.all(names.map(name => safe(calls[name]!(client))))
}

describe('a success that has not what was asked for is unreadable, for every method', () => {
  test.each([
    ['5', ['list', 'single', 'all'], '{"list":5,"count":1,"pagesCount":1}'],
    ['an object', ['list', 'single', 'all'], '{"list":{},"count":1,"pagesCount":1}'],
    ['a string', ['list', 'single', 'all'], '{"list":"abc","count":1,"pagesCount":1}'],
    ['an entry that is a string', ['get', 'find'], '{"doc":"abc"}'],
    ['an entry that is a list', ['get', 'find'], '{"doc":[]}'],
    ['an entry that is null', ['get', 'find'], '{"doc":null}'],
    ['a problem', undefined, '{"code":"entry_not_found","title":"a","detail":"b","requestId":"c"}'],
    ['a list', undefined, '[]'],
    ['a string that names a list', undefined, '"list"'],
    ['bytes that are no UTF-8', undefined, '{"list":[],"count":0,"pagesCount":0,"\xff}'],
  ] as const)('%s', async (_, names, body) => {
    for (const result of await callAll(toResponse(body), names && [...names])) {
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'answer_unreadable', status: 200, attempts: 1 },
      })
    }
  })
})

test.each([201, 203, 204, 205, 206, 300, 302, 305, 402, 451])(
  'the status %d is unreadable without an error of the server, and not tried again',
  async status => {
    const body = status === 204 || status === 205 ? '' : emptyPage
    for (const result of await callAll(toResponse(body, status))) {
      expect(result).toMatchObject({ ok: false, error: { code: 'answer_unreadable', status, attempts: 1 } })
    }
  },
)

test('JSON counts as such whatever its type says, and after a byte order mark', async () => {
  for (const body of [emptyPage, `\ufeff${emptyPage}`]) {
    const [list] = await callAll(toResponse(body, 200, ['Content-Type: text/html']), ['list'])
    expect(list).toMatchObject({ ok: true, value: { list: [], count: 0, revision: null } })
  }
})

describe('a body that ends early is a failure of the network, and is tried again', () => {
  test.each([
    ['short of its length', `${head(200, ['Content-Length: 100'])}${emptyPage}`],
    ['between chunks', `${head(200, ['Transfer-Encoding: chunked'])}5\r\n{"lis\r\n`],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('%s', async (_, response) => {
    for (const result of await callAll(response)) {
      expect(result).toMatchObject({ ok: false, error: { code: 'network_failed', status: 0, attempts: 2 } })
    }
  })
})

describe('an error with members of other types is unreadable', () => {
  const ours = { code: 'invalid_parameters', title: 'Invalid', detail: 'Something', requestId: 'r1' }
  test.each([
    { ...ours, code: 5 },
    { ...ours, title: [] },
    { ...ours, requestId: null },
    { ...ours, errors: null },
    { ...ours, errors: [{ name: 5, message: 'x' }] },
    { ...ours, errors: [{ name: 'page', message: {} }] },
    { ...ours, errors: [{ name: 'page' }] },
  ])('%j', async body => {
    for (const result of await callAll(toResponse(JSON.stringify(body), 400))) {
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'answer_unreadable', status: 400, problem: null },
      })
    }
  })
})

test('a large page is read, but not cached if it is over an eighth of the cache', async () => {
  const text = 'x'.repeat(3_000_000)
  const body = JSON.stringify({ list: [{ id: 'a', data: { text } }], count: 1, pagesCount: 1 })
  const sent: string[] = []
  const url = await serveRaw(() => {})
  const client = createClient({
    url,
    key: 'flst_test',
    fetch: async (_, init) => {
      sent.push(String(new Headers(init.headers).get('If-None-Match')))
      return new Response(body, { headers: { ETag: '"a"' } })
    },
  })
  for (let turn = 0; turn < 2; turn++) {
    expect((await client.list('books')).list[0]!.data.text).toHaveLength(text.length)
  }
  expect(sent).toEqual(['null', 'null'])
})

test('redirects in a circle and to other hosts are asked for once', async () => {
  let requests = 0
  const url = await serveRaw(socket => {
    requests++
    socket.end(head(302, ['Location: /api/v1/public/content/books', 'Content-Length: 0']))
  })
  const client = createClient({ url, key: 'flst_test' })
  expect(await safe(client.list('books'))).toMatchObject({
    error: { code: 'answer_unreadable', status: 302 },
  })
  expect(requests).toBe(1)
})
