// What only a real socket shows: header fields given twice, limits of the HTTP server, requests without a Host.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { getRequest, parseRawResponse, sendBytes } from '../kit/app/raw-http.ts'
import { checkResponse, readProblem } from '../kit/app/responses.ts'
import { createCommandLine, type ServerProcess } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'

const books = '/api/v1/public/content/books'

let server: ServerProcess
let key: string
beforeAll(async () => {
  server = await createCommandLine().serve(['--demo'])
  key = (JSON.parse(server.stdout) as { key: string }).key
}, longTestMs)
afterAll(async () => {
  expect(await server.stop()).toBe(0)
})

async function exchange(bytes: string, method = 'GET') {
  const response = parseRawResponse(await sendBytes(server.url, bytes))
  if (!response) throw new Error('The server gave no response.')
  checkResponse(response, method)
  return response
}

const authorization = () => `Authorization: Bearer ${key}`

describe('the key', () => {
  test('is refused in two header fields, whichever of them is right', async () => {
    const pairs = [
      [authorization(), authorization()],
      ['Authorization: Bearer x', authorization()],
      [authorization(), 'Authorization: Basic Zm9v'],
      [authorization(), 'authorization: bearer y'],
    ]
    for (const pair of pairs) {
      const response = await exchange(getRequest(books, pair))
      expect(readProblem(response).code).toBe('api_key_missing')
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
      expect(response.text).not.toContain(key)
    }
    expect((await exchange(getRequest(books, [authorization()]))).status).toBe(200)
  })

  test('may stand in a field whose name is in any case, with space around it', async () => {
    for (const line of [`AUTHORIZATION:Bearer ${key}`, `authorization:  \t bearer   ${key}  `])
      expect((await exchange(getRequest(books, [line]))).status).toBe(200)
  })
})

describe('a limit', () => {
  test('of 64 KiB for a body that is announced is a 413 at once, and the connection ends', async () => {
    for (const length of [64 * 1024 + 1, 20_000_000, 4_000_000_000]) {
      const response = await exchange(
        `POST ${books} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`,
      )
      expect(response.status).toBe(413)
      expect(readProblem(response).code).toBe('body_too_large')
      expect(response.headers.get('Connection')).toBe('close')
    }
  })

  test('does not make a path that takes no body read one: chunks without end are answered at once', async () => {
    const chunk = 'x'.repeat(100_000)
    const head = `POST ${books} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`
    const response = await exchange(`${head}${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    expect([405, 413]).toContain(response.status)
  })

  test('of 16 KiB for header fields is a 431', async () => {
    for (const length of [17 * 1024, 40 * 1024, 60 * 1024]) {
      const response = await exchange(getRequest(books, [authorization(), `X-Long: ${'x'.repeat(length)}`]))
      expect(response.status).toBe(431)
      expect(readProblem(response).code).toBe('headers_too_large')
    }
    const fits = getRequest(books, [authorization(), `X-Long: ${'x'.repeat(15 * 1024)}`])
    expect((await exchange(fits)).status).toBe(200)
  })

  test('beyond what the HTTP server reads at all is a 431 that says nothing of the inside', async () => {
    for (const size of [70_000, 200_000]) {
      const received = await sendBytes(server.url, getRequest(books, [`X-Long: ${'x'.repeat(size)}`]))
      expect(received).toStartWith('HTTP/1.1 431 ')
      expect(received).not.toMatch(/bun|node|at \//i)
    }
  })

  test('of 198 header fields is a 431 that docs/errors.md names', async () => {
    const fieldsOf = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: 1`)
    const statusOf = async (count: number) => {
      const request = getRequest(books, [])
      const others = request.split('\r\n').filter(line => /^[\w-]+:/.test(line)).length
      const lines = [authorization(), ...fieldsOf(count - others - 1)]
      return (await sendBytes(server.url, getRequest(books, lines))).split(' ')[1]
    }
    expect([await statusOf(198), await statusOf(199)]).toEqual(['200', '431'])
    expect(await Bun.file('docs/errors.md').text()).toContain('more than 198 header fields')
  })

  test('of 8 KiB for path and query is a 414', async () => {
    const response = await exchange(getRequest(`${books}?${'x'.repeat(9000)}`, [authorization()]))
    expect(response.status).toBe(414)
    expect(readProblem(response).code).toBe('uri_too_long')
  })
})

describe('over a socket', () => {
  test('HEAD has the Content-Length of GET and no byte of a body', async () => {
    const lines = [authorization()]
    const get = await exchange(getRequest(books, lines))
    const head = await sendBytes(server.url, getRequest(books, lines).replace('GET', 'HEAD'))
    expect(head).toEndWith('\r\n\r\n')
    const response = parseRawResponse(head)
    expect(response?.headers.get('Content-Length')).toBe(String(Buffer.byteLength(get.text)))
    expect(response?.headers.get('ETag')).toBe(get.headers.get('ETag'))
    for (const [name, { headers }] of Object.entries({ get, head: response! }))
      expect([name, headers.get('Date')]).toEqual([name, expect.stringMatching(/^\w{3}, \d\d .* GMT$/)])
  })

  test('a 304 and a preflight have no body', async () => {
    const known = await sendBytes(server.url, getRequest(books, [authorization(), 'If-None-Match: *']))
    expect(known).toMatch(/^HTTP\/1\.1 304 [\s\S]*\r\n\r\n$/)
    const preflight = getRequest(books, ['Origin: https://a.example']).replace('GET', 'OPTIONS')
    expect(await sendBytes(server.url, preflight)).toMatch(/^HTTP\/1\.1 204 [\s\S]*\r\n\r\n$/)
  })

  test('a parameter cannot write a header field', async () => {
    const received = await sendBytes(
      server.url,
      getRequest(`${books}?perPage=1&a%0d%0aX-Evil:%201%0d%0a%0d%0aHTTP/1.1%20200%20OK`, [authorization()]),
    )
    expect(received.match(/^X-Evil/gim)).toBeNull()
    expect(received.split('\r\n\r\n').length).toBe(2)
  })

  test('a body that a GET carries is no second request', async () => {
    const inner = `GET ${books} HTTP/1.1\r\nHost: x\r\n${authorization()}\r\n\r\n`
    const outer = `GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`
    const received = await sendBytes(server.url, outer)
    expect(received.split('HTTP/1.1 ').length).toBe(2)
  })

  test('two lengths, or a length and chunks, are refused', async () => {
    const heads = [
      'Content-Length: 5\r\nContent-Length: 6',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Content-Length: -1',
      'Content-Length: 1e1',
    ]
    for (const head of heads) {
      const received = await sendBytes(
        server.url,
        `POST ${books} HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\nhello`,
      )
      expect(received).toMatch(/^HTTP\/1\.1 400 /)
      expect(received.split('HTTP/1.1 ').length).toBe(2)
    }
  })
})

describe('the path', () => {
  test('is found without a Host, as probes of HTTP/1.0 send it', async () => {
    const received = await sendBytes(server.url, 'GET /healthz HTTP/1.0\r\n\r\n')
    expect(received).toMatch(/^HTTP\/1\.[01] 200 /)
    expect(received).toEndWith('ok\n')
    const list = await sendBytes(server.url, `GET ${books}?perPage=1 HTTP/1.0\r\n${authorization()}\r\n\r\n`)
    expect(list).toContain('"count":')
  })

  test('is the request line, whatever the Host says', async () => {
    for (const host of ['x/docs?', 'x/api/v1/openapi.json#', 'x?', 'a b', '', '[::1', 'x\\y']) {
      const received = await sendBytes(
        server.url,
        `GET ${books}?perPage=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${authorization()}\r\n\r\n`,
      )
      // Refusing such a Host is as good.
      const status = /^HTTP\/1\.1 (\d+)/.exec(received)?.[1]
      expect({ host, ok: status === '400' || received.includes('"count":') }).toEqual({ host, ok: true })
    }
  })

  test('with raw bytes beyond ASCII is read as UTF-8 or refused, never as something else', async () => {
    for (const target of [`${books}/\xfc`, `${books}/\xff\xfe`, `${books}?page=\xe9`]) {
      const bytes = Buffer.from(getRequest(target, [authorization()]), 'latin1')
      const response = parseRawResponse(await sendBytes(server.url, bytes))
      expect([400, 404]).toContain(response?.status ?? 0)
    }
  })

  test('with a control character is refused', async () => {
    for (const target of [`${books}/a\x01b`, `${books}/a\x00b`, `${books}\x7f`]) {
      const received = await sendBytes(server.url, getRequest(target, [authorization()]))
      expect(received).toMatch(/^HTTP\/1\.1 (?:400|404|505) /)
    }
  })
})
