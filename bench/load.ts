// A program: the load, in a process of its own, so that its work is not counted as a server's. Rounds are asked for
// over the channel to its parent. A wrong answer is told, and ends it with exit code 1.
import { type PreparedRequest, type RoundAnswer, type RoundRequest, runRound } from './load-round.ts'
import type { Exchange, Recording } from './recording.ts'

export interface LoadOrder extends RoundRequest {
  readonly caseName: string
}

export type LoadReport =
  | { readonly ready: true }
  | { readonly round: RoundAnswer }
  | { readonly error: string }

const recording: Recording = await Bun.file(process.argv[2] ?? '').json()
const prepared = new Map(recording.map(({ name, exchanges }) => [name, exchanges.map(prepare)]))

function prepare({ target, requestHeaders, status, headers, body }: Exchange): PreparedRequest {
  const lines = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    target,
    status,
    etag: headers.etag ?? '',
    body: Buffer.from(body, 'base64'),
    bytes: Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`),
  }
}

function tell(report: LoadReport): void {
  process.send?.(report)
}

process.on('message', async (order: LoadOrder) => {
  try {
    tell({ round: await runRound(prepared.get(order.caseName) ?? [], order) })
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
    process.disconnect?.()
  }
})
process.on('disconnect', () => process.exit())
tell({ ready: true })
