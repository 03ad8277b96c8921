// O3 in small: clients that send or read slowly, to a real server; beside them, uploads, which may be slow. With thousands
// of clients it is `npm run stress slow-clients`. What is asked has nothing to do with the database's engine.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { connect, createServer } from 'node:net'
import { parseRawResponse } from '../kit/app/raw-http.ts'
import type { ReceivedResponse } from '../kit/app/responses.ts'
import { startFileServer } from '../kit/command/file-server.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { fillMain, manyEntries } from '../kit/command/running-command.ts'
import { describeOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { Findings } from '../stress/runner.ts'
import { runSlowClients } from '../stress/slow-clients.ts'

// Slow clients take their time.
setDefaultTimeout(longTestMs)

const path = '/api/v1/public/content/posts?perPage=1'
const large = '/api/v1/public/content/posts?perPage=1000'
const options = {
  clients: { heads: 40, bodies: 40, readers: 4 },
  trickleMs: 1000,
  milliseconds: 30_000,
  everyMs: 100,
  aloneMs: 300,
}

async function breaks(port: number, key: string): Promise<readonly string[]> {
  const findings = new Findings()
  await runSlowClients({ url: `http://127.0.0.1:${port}`, key, path, large }, findings, options)
  return findings.broken
}

async function breaksOfServer(): Promise<readonly string[]> {
  const command = createCommandLine()
  const key = await fillMain(command, manyEntries(1000, 'word '.repeat(2000)))
  const server = await command.serve()
  const broken = await breaks(Number(new URL(server.url).port), key)
  expect(await server.stop()).toBe(0)
  return broken
}

/** Waits for everybody, for as long as it takes. */
async function breaksOfPatient(): Promise<readonly string[]> {
  const response = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const patient = createServer(socket => {
    let head = ''
    socket.on('error', () => {})
    socket.on('data', bytes => {
      head += bytes.toString('latin1')
      if (!head.startsWith('GET ') || !head.includes('\r\n\r\n')) return
      socket.write(response(head.includes(large) ? 'x'.repeat(10_000_000) : 'ok'))
      head = ''
    })
  })
  const listening = Promise.withResolvers<void>()
  patient.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const broken = await breaks((patient.address() as { port: number }).port, 'x')
  patient.close()
  return broken
}

/** A byte a second, for longer than an upload may send nothing. */
const uploadParts = 36

/** Sends the first `sent` bytes of a file, each of which `toPart` frames; resolves when the server closes. */
function uploadSlowly(
  { url, key }: { readonly url: string; readonly key: string },
  lines: readonly string[],
  toPart: (isLast: boolean) => string,
  sent = uploadParts,
): Promise<ReceivedResponse | null> {
  const { promise, resolve } = Promise.withResolvers<ReceivedResponse | null>()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let received = ''
  let count = 0
  const timer = setInterval(() => {
    if (count === sent) return
    count += 1
    socket.write(toPart(count === uploadParts))
  }, options.trickleMs)
  socket.on('error', () => {})
  socket.on('data', bytes => {
    received += bytes.toString('latin1')
  })
  socket.on('close', () => {
    clearInterval(timer)
    resolve(parseRawResponse(received))
  })
  socket.write(
    [
      'POST /api/v1/assets?filename=slow.bin HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${key}`,
      ...lines,
      '',
      '',
    ].join('\r\n'),
  )
  return promise
}

async function responsesToUploads() {
  const files = await startFileServer(makeFolder())
  const target = { url: files.process.url, key: files.key }
  const [length, close] = [`Content-Length: ${uploadParts}`, 'Connection: close']
  const toChunk = (isLast: boolean) => `1\r\nc\r\n${isLast ? '0\r\n\r\n' : ''}`
  const [whole, chunked, stalled] = await Promise.all([
    uploadSlowly(target, [length, close], () => 'w'),
    uploadSlowly(target, ['Transfer-Encoding: chunked', close], toChunk),
    uploadSlowly(target, [length], () => 's', 2),
  ])
  return { whole: whole?.status, chunked: chunked?.status, stalled: [stalled?.status, stalled?.text] }
}

describeOnSqlite('slow clients', () => {
  // At the same time, because each of them waits for half a minute.
  test('are closed, others are answered, and a server that waits for them is caught; a slow upload goes on until it stalls', async () => {
    const [broken, caught, uploads] = await Promise.all([
      breaksOfServer(),
      breaksOfPatient(),
      responsesToUploads(),
    ])
    expect(uploads).toEqual({
      ...{ whole: 201, chunked: 201 },
      stalled: [400, expect.stringContaining('no byte arrived for 30 seconds')],
    })
    expect(broken).toEqual([])
    expect(caught).toEqual([
      'no slow heads are left after 30 s (40)',
      'no slow bodies are left after 30 s (40)',
      'no slow readers are left after 30 s (4)',
    ])
  })
})
