// A program: the least that can answer the recorded requests on the same runtime. No routing, no keys, no content:
// the address is looked up in a map, and the bytes recorded from Frontlist are returned with the same headers. Told of an
// embedded database, it does for each request what nobody can leave out who answers by a key, at once after a change, and
// with an id: it hashes the key, reads the head of the index of SQLite's log, and draws an id.
import { openSync, readSync } from 'node:fs'
import { type Exchange, readRecording } from './recording.ts'

interface Answer {
  /** A Blob is what Bun sends with the least work. */
  readonly body: Blob | null
  readonly init: { readonly status: number; readonly headers: Record<string, string> }
}

const [, , recordingFile = '', database] = process.argv
const fullAnswers = new Map<string, Answer>()
const unchangedAnswers = new Map<string, Answer>()

function toAnswer({ status, headers, body }: Exchange): Answer {
  const bytes = status === 304 ? null : new Blob([new Uint8Array(body ?? [])])
  const id = crypto.randomUUID()
  return { body: bytes, init: { status, headers: { ...headers, 'x-request-id': id } } }
}

for (const exchange of readRecording(recordingFile).flatMap(each => each.exchanges)) {
  const answers = exchange.status === 304 ? unchangedAnswers : fullAnswers
  answers.set(exchange.target, toAnswer(exchange))
}

const log = database === undefined ? null : openSync(`${database}-shm`, 'r')
const head = new Uint8Array(48)

function answer(request: Request): Response {
  const target = request.url.slice(request.url.indexOf('/', 'http://'.length))
  const answers = request.headers.has('If-None-Match') ? unchangedAnswers : fullAnswers
  const found = answers.get(target)
  return found ? new Response(found.body, found.init) : new Response('not recorded', { status: 404 })
}

function answerWithCare(request: Request, handle: number): Response {
  Bun.SHA256.hash(request.headers.get('Authorization') ?? '', 'hex')
  readSync(handle, head, 0, head.byteLength, 0)
  const response = answer(request)
  response.headers.set('X-Request-Id', crypto.randomUUID())
  return response
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  fetch: log === null ? answer : request => answerWithCare(request, log),
})
process.on('SIGTERM', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
