// F2: sends a server bytes that are not valid HTTP, or almost valid; each batch is followed by a valid request.
import fc from 'fast-check'
import { getRequest, parseRawResponse, sendBytes } from '../kit/app/raw-http.ts'
import { mediaTypes } from './attacks.ts'
import { figuresOf } from './figures.ts'
import type { Findings } from './runner.ts'

export interface Target {
  readonly url: string
  readonly key: string
  /** Null while the process runs. */
  exitCode(): number | null
}

export interface MalformedOptions {
  readonly streams: number
  readonly seed: number
  /** How long to wait for a response; most streams get none. */
  readonly quietMs?: number
}

const atOnce = 10
const usualQuietMs = 25
const goodMs = 5000
const content = '/api/v1/public/content/books?perPage=1'
const reportedMax = 5

/** Header lines that no client writes, some with the bytes that follow them. */
const oddLines = [
  'Content-Length: 99999999999999999999',
  'Content-Length: 5, 5',
  'Content-Length: +5',
  'Content-Length: 0x5',
  'Content-Length:',
  'Content-Length: 5\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
  'Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n',
  'Transfer-Encoding: chunked\r\n\r\n1;a="\r\nx\r\n0\r\n__proto__: x\r\n\r\n',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: \tchunked ',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13',
  'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade, HTTP2-Settings',
  ' folded: header',
  'no colon at all',
  ': no name',
  'Bad Name: x',
  'X: \u0000',
  'X: a\nY: b',
  'X: a\rY: b',
  'Host: again',
  'Range: bytes=0-',
  '__proto__: x',
  '__proto__: {"polluted":true}\r\n__proto__: y',
  'constructor: x',
  'toString: x',
  'hasOwnProperty: x',
  'Content-Type: application/json\r\nContent-Type: text/plain',
  'Content-Encoding: gzip',
] as const

/** The same with what fetch would normalize: surrounding spaces and tabs. */
const oddTypes = mediaTypes.flatMap(type => [type, ` \t ${type}`, `${type}\t `, `${type};`, `${type} \u000b`])

/** A valid request with one defect, and random bytes. */
const streamOf = (request: string) =>
  fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 400 }),
    fc
      .tuple(fc.nat(request.length), fc.uint8Array({ minLength: 1, maxLength: 6 }), fc.nat(8))
      .map(([at, bytes, cut]) => {
        const whole = Buffer.from(request)
        const rest = whole.subarray(Math.min(request.length, at + cut))
        return Buffer.concat([whole.subarray(0, at), bytes, rest])
      }),
    fc.nat(request.length).map(at => Buffer.from(request.slice(0, at))),
    fc.constantFrom(...oddLines).map(line => Buffer.from(request.replace('Host:', `${line}\r\nHost:`))),
    fc
      .constantFrom(...oddTypes)
      .map(type => Buffer.from(request.replace('Host:', `Content-Type: ${type}\r\nHost:`), 'latin1')),
    fc
      .constantFrom('\r\n'.repeat(2000), 'GET ', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\u0016\u0003\u0001')
      .map(text => Buffer.from(text, 'latin1')),
  )

export async function runMalformed(
  server: Target,
  findings: Findings,
  { streams, seed, quietMs = usualQuietMs }: MalformedOptions,
): Promise<{ readonly goodMs: readonly number[] }> {
  const good = getRequest(content, [`Authorization: Bearer ${server.key}`])
  const body = '{"email":"nobody@example.com","password":""}'
  const write = getRequest('/api/auth/sign-in/email', [
    'Origin: http://localhost',
    `Content-Length: ${body.length}`,
    '',
    body,
  ]).replace('GET', 'POST')
  const some = fc.oneof(streamOf(good), streamOf(write))
  const [took, errors]: [number[], string[]] = [[], []]
  let responded = 0
  for (let sent = 0; sent < streams && server.exitCode() === null; sent += atOnce) {
    const batch = fc.sample(some, { seed: seed + sent, numRuns: atOnce })
    const received = await Promise.all(batch.map(bytes => sendBytes(server.url, bytes, quietMs, quietMs)))
    for (const [at, text] of received.entries()) {
      if (text.startsWith('HTTP/1.1 ')) responded += 1
      if (isFailure(text)) errors.push(`${JSON.stringify(String(batch[at]))} gave ${text.slice(0, 300)}`)
    }
    const startedAt = performance.now()
    const status = parseRawResponse(await sendBytes(server.url, good, goodMs))?.status
    took.push(performance.now() - startedAt)
    if (status !== 200) errors.push(`a good request was answered ${status}`)
    if (errors.length > reportedMax) break
  }
  // The process's exit is noticed slightly later than the end of its connections.
  if (errors.length > 0) await Bun.sleep(200)
  findings.say(`seed ${seed}: ${took.length * atOnce} streams, ${responded} of them answered`)
  findings.figures('a good request after some of them', figuresOf(took))
  for (const error of errors) findings.say(`  ${error}`)
  findings.claim(server.exitCode() === null, 'the process lives')
  findings.claim(errors.length === 0, 'nothing fails, and the next good request is answered')
  findings.claim(responded > 0 && responded < took.length * atOnce, 'some are answered, some are cut off')
  return { goodMs: took }
}

function isFailure(received: string): boolean {
  return /(?:^|\n)HTTP\/1\.1 50[0-4]/.test(received) || /node_modules|\.ts:\d|SQLITE|polluted/.test(received)
}
