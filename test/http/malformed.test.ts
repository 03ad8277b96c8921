// F1 and F2 in small: requests made of an attack dictionary, and bytes that are no HTTP. FUZZ_RUNS=25 gives the long form
// of the first, FUZZ_RUNS=200 that of the second.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkAnswer, toAnswer } from '../kit/answers.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { openLibrary } from '../kit/library.ts'
import { schemaFault } from '../kit/open-api.ts'
import { createCommandLine, type ServerProcess } from '../kit/process.ts'
import { getRequest, readAnswer, sendBytes } from '../kit/raw-http.ts'

const attacks = [
  "' or '1'='1",
  '1;drop table publication--',
  '../../../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '\u0000',
  '\r\nX-Evil: 1',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '#{7*7}',
  '{{7*7}}',
  '%s%n%x',
  '9'.repeat(40),
  '-1',
  '1e309',
  'NaN',
  '\ud83c\udf0a',
  '\u202e',
  'ｆｕｌｌ',
  'a'.repeat(300),
  '%',
  '%zz',
  '%ff',
  '%C0%AF',
  '[object Object]',
  'null',
  '*',
  '/',
  '\\',
  '//',
  '.',
  '..',
  '?',
  '#',
  '&',
  '=',
  ';',
  ',',
  '+',
] as const

const piece = fc.oneof(
  fc.constantFrom(...attacks),
  fc.string({ unit: 'binary', maxLength: 20 }).filter(text => text.isWellFormed()),
  fc.constantFrom('books', 'authors', 'tide-tables', 'kelp%2Ffor%20supper', '1', '10', 'vip'),
)
const encoded = fc
  .tuple(piece, fc.boolean())
  .map(([text, encode]) => (encode ? encodeURIComponent(text) : text))
const parameter = fc
  .tuple(fc.oneof(fc.constantFrom('page', 'perPage', 'depth', 'variants', 'x'), encoded), encoded)
  .map(([name, value]) => `${name}=${value}`)
const path = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom('books', 'notes', 'nowhere') }, encoded),
    fc.option(encoded, { nil: undefined }),
    fc.array(parameter, { maxLength: 5 }),
  )
  .map(([collection, slug, query]) => {
    const start = `/api/v1/public/content/${collection}${slug === undefined ? '' : `/${slug}`}`
    return query.length === 0 ? start : `${start}?${query.join('&')}`
  })

const headerValue = fc.oneof(
  fc.constantFrom(...attacks.map(text => text.replaceAll(/[^\x20-\x7e]/g, ''))),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter(code => code !== 0x7f)
      .map(code => String.fromCharCode(code)),
  }),
)
const headers = fc.dictionary(
  fc.constantFrom(
    'Accept',
    'Accept-Encoding',
    'If-None-Match',
    'Prefer',
    'Cookie',
    'Origin',
    'Range',
    'X-Forwarded-For',
    'X-Request-Id',
    'Content-Type',
    'If-Modified-Since',
    '__proto__',
    'constructor',
  ),
  headerValue,
  { maxKeys: 4 },
)

test(
  'no combination of odd paths, parameters and headers gives a 5xx, an answer outside of the schemas or a word of the inside',
  async () => {
    const library = await openLibrary()
    const seen = new Map<number, number>()
    let slowest = 0
    await fc.assert(
      fc.asyncProperty(path, headers, fc.boolean(), async (asked, sent, withKey) => {
        const all = new Headers()
        for (const [name, value] of Object.entries(sent)) all.set(name, value)
        if (withKey) all.set('Authorization', `Bearer ${library.key}`)
        else if (sent.Prefer !== undefined) all.set('Authorization', sent.Prefer)
        const started = performance.now()
        const response = await library.request(asked, { headers: all })
        slowest = Math.max(slowest, performance.now() - started)
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
        expect(response.status).toBeLessThan(500)
        expect(response.headers.get('X-Evil')).toBeNull()
        if (response.headers.get('Content-Encoding') !== null) return
        const answer = await toAnswer(response)
        checkAnswer(answer)
        if (answer.status !== 200 || !asked.startsWith('/api')) return
        const body = JSON.parse(answer.text) as object
        const schema = 'doc' in body ? 'EntryDocument' : 'list' in body ? 'EntryList' : null
        // A path such as `/books/../../../docs` is another page's.
        if (schema) expect(schemaFault(schema, body)).toBeNull()
      }),
      { numRuns: fuzzRuns(2000) },
    )
    expect(slowest).toBeLessThan(5000)
    for (const status of [200, 400, 401, 404]) expect(seen.get(status) ?? 0).toBeGreaterThan(20)
  },
  longTestMs,
)

let server: ServerProcess
let good: string
beforeAll(async () => {
  server = await createCommandLine().serve(['--demo'])
  const { key } = JSON.parse(server.stdout) as { key: string }
  good = getRequest('/api/v1/public/content/books?perPage=1', [`Authorization: Bearer ${key}`])
}, longTestMs)
afterAll(() => void server.process.kill())

/** A good request with one thing wrong, and bytes of no meaning. */
const stream = (request: string) =>
  fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 400 }),
    fc
      .tuple(fc.nat(request.length), fc.uint8Array({ minLength: 1, maxLength: 6 }), fc.nat(8))
      .map(([at, bytes, cut]) => {
        const whole = Buffer.from(request)
        return Buffer.concat([
          whole.subarray(0, at),
          bytes,
          whole.subarray(Math.min(request.length, at + cut)),
        ])
      }),
    fc.nat(request.length).map(at => Buffer.from(request.slice(0, at))),
    fc
      .constantFrom(
        'Content-Length: 99999999999999999999',
        'Content-Length: 5, 5',
        'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
        'Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n',
        'Transfer-Encoding: identity, chunked',
        'Expect: 100-continue',
        'Expect: nonsense',
        'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13',
        'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade, HTTP2-Settings',
        ' folded: header',
        'no colon at all',
        ': no name',
        'Bad Name: x',
        'X: \u0000',
        'Host: again',
        'Range: bytes=0-',
      )
      .map(line => Buffer.from(request.replace('Host:', `${line}\r\nHost:`))),
    fc
      .constantFrom('\r\n'.repeat(2000), 'GET ', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\u0016\u0003\u0001')
      .map(text => Buffer.from(text, 'latin1')),
  )

test(
  'after any bytes at all the process lives, and the next good request is answered',
  async () => {
    let slowest = 0
    let worst = ''
    const batch = fc.array(stream(good), { minLength: 10, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(batch, async streams => {
        const received = await Promise.all(streams.map(bytes => sendBytes(server.url, bytes, 25)))
        for (const text of received) {
          expect(text).not.toMatch(/^HTTP\/1\.1 50[0-4]/)
          expect(text).not.toMatch(/node_modules|\.ts:\d|SQLITE/)
        }
        expect(server.process.exitCode).toBeNull()
        const started = performance.now()
        const answer = readAnswer(await sendBytes(server.url, good, 5000))
        const took = performance.now() - started
        if (took > slowest) worst = `${took.toFixed(1)} ms`
        slowest = Math.max(slowest, took)
        expect(answer?.status).toBe(200)
      }),
      { numRuns: fuzzRuns(50) },
    )
    process.stderr.write(`  slowest good request after malformed ones: ${worst}\n`)
    expect(slowest).toBeLessThan(2000)
  },
  longTestMs,
)
