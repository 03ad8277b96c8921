// A program: the load, in a process of its own, so that its work is not counted as a server's. Rounds are asked for
// over the channel to its parent. A wrong answer is told, and ends it with exit code 1.
import { type NextRequest, type PreparedRequest, type RoundAnswer, runRound } from './load-round.ts'
import { createRandomRequests } from './random-requests.ts'
import { type Exchange, readRecording } from './recording.ts'

/**
 * `milliseconds`: a case's requests in turn, again and again, until the time is over. `once`: each of them, once.
 * `random`: so many that are new each time.
 */
export type LoadOrder = { readonly port: number; readonly connections: number } & (
  | { readonly caseName: string; readonly milliseconds: number }
  | { readonly caseName: string; readonly once: true }
  | { readonly random: number; readonly key: string; readonly posts: number }
)

export type LoadReport =
  | { readonly ready: true }
  | { readonly round: RoundAnswer }
  | { readonly error: string }

const prepared = new Map(
  readRecording(process.argv[2] ?? '').map(({ name, exchanges }) => [name, exchanges.map(prepare)]),
)
let createdRandom: (() => PreparedRequest) | null = null

function prepare({ target, requestHeaders, status, headers, body }: Exchange): PreparedRequest {
  const lines = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    target,
    status,
    etag: headers.etag ?? null,
    body,
    bytes: Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`),
  }
}

function toSource(order: LoadOrder): NextRequest {
  let asked = 0
  if ('random' in order) {
    createdRandom ??= createRandomRequests(order)
    const create = createdRandom
    return () => (asked++ < order.random ? create() : null)
  }
  const requests = prepared.get(order.caseName) ?? []
  if ('once' in order) return () => requests[asked++] ?? null
  const deadline = performance.now() + order.milliseconds
  return () => (performance.now() < deadline ? (requests[asked++ % requests.length] ?? null) : null)
}

function tell(report: LoadReport): void {
  process.send?.(report)
}

process.on('message', async (order: LoadOrder) => {
  try {
    tell({ round: await runRound(toSource(order), order) })
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
    process.disconnect?.()
  }
})
process.on('disconnect', () => process.exit())
tell({ ready: true })
