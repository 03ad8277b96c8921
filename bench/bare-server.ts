// A program: the least that can answer the recorded requests on the same runtime. No routing, no keys, no content:
// the address is looked up in a map, and the bytes recorded from Frontlist are returned with the same headers.
import { type Exchange, readRecording } from './recording.ts'

interface Answer {
  readonly body: Uint8Array<ArrayBuffer> | null
  readonly init: { readonly status: number; readonly headers: Record<string, string> }
}

const fullAnswers = new Map<string, Answer>()
const unchangedAnswers = new Map<string, Answer>()

function toAnswer({ status, headers, body }: Exchange): Answer {
  const bytes = status === 304 ? null : new Uint8Array(body ?? [])
  const id = crypto.randomUUID()
  return { body: bytes, init: { status, headers: { ...headers, 'x-request-id': id } } }
}

for (const exchange of readRecording(process.argv[2] ?? '').flatMap(each => each.exchanges)) {
  const answers = exchange.status === 304 ? unchangedAnswers : fullAnswers
  answers.set(exchange.target, toAnswer(exchange))
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  fetch: request => {
    const target = request.url.slice(request.url.indexOf('/', 'http://'.length))
    const answers = request.headers.has('If-None-Match') ? unchangedAnswers : fullAnswers
    const answer = answers.get(target)
    return answer ? new Response(answer.body, answer.init) : new Response('not recorded', { status: 404 })
  },
})
process.on('SIGTERM', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
