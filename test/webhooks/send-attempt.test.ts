// One request to a receiver: where it goes, what it carries, how its failures are named, and how little is read.
import { afterAll, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createTrust } from '../../src/base/client-address.ts'
import {
  type AttemptParts,
  type AttemptRequest,
  sendAttempt,
} from '../../src/webhooks/sending/send-attempt.ts'
import { authority, certificate, certificateHost, privateKey } from './test-certificate.ts'

type Handler = (request: Request) => Response | Promise<Response>
const stops: (() => unknown)[] = []
afterAll(() => Promise.all(stops.map(stop => stop())))

function receive(handler: Handler, tls?: { cert: string; key: string }): number {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: handler, ...(tls && { tls }) })
  stops.push(() => server.stop(true))
  return server.port!
}

/** A server that writes raw bytes after a request has come. */
async function receiveRaw(
  onData: (write: (text: string) => void, end: () => void) => void,
  onClose = () => {},
): Promise<number> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.on('close', onClose)
    socket.once('data', () =>
      onData(
        text => void socket.write(text),
        () => socket.destroy(),
      ),
    )
  })
  stops.push(() => server.close())
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

const localParts: AttemptParts = { resolve: async () => ['127.0.0.1'], networks: createTrust(['127.0.0.1']) }
const send = (url: string, request: Partial<AttemptRequest> = {}, parts: Partial<AttemptParts> = {}) =>
  sendAttempt({ url, headers: {}, body: '{}', secrets: [], ...request }, { ...localParts, ...parts })

test('the request carries body and headers, and the host by its name', async () => {
  const seen: unknown[] = []
  const port = receive(async request => {
    seen.push([request.method, request.url, await request.text(), request.headers.get('x-own')])
    return new Response(`accepts ${request.headers.get('accept-encoding')}`)
  })
  const result = await send(`http://receiver.test:${port}/a?b=c`, {
    body: '{"ü":1}',
    headers: { 'X-Own': 'd' },
  })
  expect(seen).toEqual([['POST', `http://receiver.test:${port}/a?b=c`, '{"ü":1}', 'd']])
  expect(result).toEqual({ status: 200, error: null, body: 'accepts identity', retryAfter: null })
})

test.each([204, 299, 400, 404, 410, 500])('status %d is a response', async status => {
  const port = receive(() => new Response(null, { status }))
  expect(await send(`http://a.test:${port}/`)).toMatchObject({ status, error: null })
})

test('a redirect is not followed', async () => {
  let isFollowed = false
  const other = receive(() => {
    isFollowed = true
    return new Response()
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const port = receive(() => Response.redirect(`http://127.0.0.1:${other}/`, status))
    expect(await send(`http://a.test:${port}/`)).toMatchObject({ status, error: null })
  }
  expect(isFollowed).toBe(false)
})

test('each request has a connection of its own', async () => {
  const ports = new Set<number>()
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: request => {
      ports.add(server.requestIP(request)!.port)
      return new Response('')
    },
  })
  stops.push(() => server.stop(true))
  for (let count = 0; count < 3; count++) await send(`http://a.test:${server.port}/`)
  expect(ports.size).toBe(3)
})

test('Retry-After is reported', async () => {
  const port = receive(() => new Response('', { status: 429, headers: { 'Retry-After': '8' } }))
  expect(await send(`http://a.test:${port}/`)).toMatchObject({ status: 429, retryAfter: '8' })
})

describe('over TLS', () => {
  const start = (handler: Handler = () => new Response('secure')) =>
    receive(handler, { cert: certificate, key: privateKey })
  test('the certificate is checked by the name of the host, though the connection goes to an IP address', async () => {
    const hosts: (string | null)[] = []
    const port = start(request => {
      hosts.push(request.headers.get('host'))
      return new Response('secure')
    })
    const result = await send(`https://${certificateHost}:${port}/`, {}, { ca: authority })
    expect(result).toMatchObject({ status: 200, error: null, body: 'secure' })
    expect(hosts).toEqual([`${certificateHost}:${port}`])
  })
  test('a certificate of another name, or of an unknown authority, is refused', async () => {
    const port = start()
    expect(await send(`https://other.test:${port}/`, {}, { ca: authority })).toMatchObject({ error: 'tls' })
    expect(await send(`https://127.0.0.1:${port}/`, {}, { ca: authority })).toMatchObject({ error: 'tls' })
    expect(await send(`https://${certificateHost}:${port}/`)).toMatchObject({ status: null, error: 'tls' })
  })
  test('a connection that was checked by one name is not used for another', async () => {
    const port = start()
    await send(`https://${certificateHost}:${port}/`, {}, { ca: authority })
    expect(await send(`https://other.test:${port}/`, {}, { ca: authority })).toMatchObject({ error: 'tls' })
  })
  test('a receiver that does not speak TLS is refused', async () => {
    const port = receive(() => new Response('plain'))
    expect(await send(`https://${certificateHost}:${port}/`, {}, { ca: authority })).toMatchObject({
      status: null,
      error: expect.stringMatching(/^(?:tls|connection)$/),
    })
  })
})

describe('a failure has a name', () => {
  test('a refused address, which is never connected to', async () => {
    let isReached = false
    const port = receive(() => {
      isReached = true
      return new Response()
    })
    const closed = { networks: createTrust([]) }
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'a.test']) {
      for (const protocol of ['http', 'https']) {
        expect(await send(`${protocol}://${host}:${port}/`, {}, closed)).toMatchObject({
          status: null,
          error: 'address_refused',
        })
      }
    }
    expect(isReached).toBe(false)
  })
  test('an unknown host', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await send('https://a.test/', {}, { resolve })).toMatchObject({ error: 'dns' })
  })
  test('a closed port, and a connection that ends without a response', async () => {
    const port = await receiveRaw((_, end) => end())
    expect(await send(`http://a.test:${port}/`)).toMatchObject({ status: null, error: 'connection' })
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    await server.stop(true)
    expect(await send(`http://a.test:${server.port}/`)).toMatchObject({ error: 'connection' })
  })
  test('a response that is none', async () => {
    const port = await receiveRaw((write, end) => {
      write('hello\r\n\r\n')
      end()
    })
    expect(await send(`http://a.test:${port}/`)).toMatchObject({ status: null, error: 'connection' })
  })
  test('silence, of the receiver or of the resolver', async () => {
    const port = await receiveRaw(() => {})
    const limit = { limitMs: 50 }
    expect(await send(`http://a.test:${port}/`, {}, limit)).toMatchObject({ status: null, error: 'timeout' })
    const resolve = () => new Promise<never>(() => {})
    expect(await send('https://a.test/', {}, { ...limit, resolve })).toMatchObject({ error: 'timeout' })
  })
})

describe('of a response', () => {
  test('64 KiB are read and 1 KiB is kept, however much is sent', async () => {
    let sent = 0
    const closed = Promise.withResolvers<void>()
    const port = receive(
      () =>
        new Response(
          new ReadableStream({
            pull: async controller => {
              sent += 65_536
              controller.enqueue('ü'.repeat(32_768))
              await Bun.sleep(1)
            },
            cancel: () => closed.resolve(),
          }),
        ),
    )
    const result = await send(`http://a.test:${port}/`)
    expect(result).toMatchObject({ status: 200, error: null, body: 'ü'.repeat(512) })
    await closed.promise
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })
  test('what comes too late is left out, the status counts, and the connection is closed', async () => {
    const closed = Promise.withResolvers<void>()
    const port = await receiveRaw(
      write => write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc'),
      closed.resolve,
    )
    const result = await send(`http://a.test:${port}/`, {}, { limitMs: 300 })
    expect(result).toMatchObject({ status: 200, error: null, body: 'abc' })
    await closed.promise
  })
  test('one that breaks off counts by its status', async () => {
    const port = await receiveRaw((write, end) => {
      write('HTTP/1.1 500 Broken\r\nContent-Length: 1000\r\n\r\nabc')
      setTimeout(end, 20)
    })
    expect(await send(`http://a.test:${port}/`)).toMatchObject({ status: 500, error: null })
  })
  test('nothing is decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const port = receive(() => new Response(bomb, { headers: { 'Content-Encoding': 'gzip' } }))
    const { status, body } = await send(`http://a.test:${port}/`)
    expect(status).toBe(200)
    expect(body.length).toBeLessThanOrEqual(1024)
    expect(body.startsWith('\u001f')).toBe(true)
  })
  test('secrets that it repeats are masked, also at the end of what is kept', async () => {
    const secret = `whsec_${'A'.repeat(43)}=`
    const key = `flst_${'b'.repeat(38)}`
    const repeated = `${secret} ${key} my-token Bearer other ${'x'.repeat(945)}`
    const port = receive(() => new Response(`${repeated} ${secret} ${key} my-token`))
    const { body } = await send(`http://a.test:${port}/`, { secrets: [secret, 'my-token', 'x', ''] })
    expect(body.slice(0, 20)).toBe('*** *** *** *** xxxx')
    expect(body).not.toMatch(/whsec_|flst_|my-t|other/)
  })
  test('a body of any bytes becomes text that both databases store', async () => {
    const port = receive(() => new Response(new Uint8Array([0, 255, 0xed, 0xa0, 0x80, 65])))
    const { body } = await send(`http://a.test:${port}/`)
    expect(body.isWellFormed()).toBe(true)
    expect(body).not.toContain('\0')
    expect(body.endsWith('A')).toBe(true)
  })
})
