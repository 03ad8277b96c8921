// One round of load: connections that each ask, wait for the whole answer, and ask again until there is nothing left to
// ask.
import type { Socket } from 'bun'
import { AnswerReader, type ExpectedAnswer } from './answer-reader.ts'

export interface PreparedRequest extends ExpectedAnswer {
  readonly bytes: Uint8Array
}

/** What is asked next; null once the round is over. */
export type NextRequest = () => PreparedRequest | null

export interface RoundAnswer {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** A server that says nothing for this long has stopped answering. */
const patienceMs = 15_000

/** Resolves when the last answer is in; rejects at the first that is wrong. */
export async function runRound(
  next: NextRequest,
  { port, connections }: { port: number; connections: number },
): Promise<RoundAnswer> {
  const latencies: number[] = []
  const sockets: Socket[] = []
  const started = performance.now()
  const source: Source = { next, answered: took => void latencies.push(took) }
  let timer: Timer | undefined
  let answeredBefore = -1
  const late = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      if (latencies.length === answeredBefore) reject(new Error('The server stopped answering.'))
      answeredBefore = latencies.length
    }, patienceMs)
  })
  try {
    const all = Array.from({ length: connections }, () => keepAsking(port, source, sockets))
    await Promise.race([Promise.all(all), late])
  } finally {
    clearInterval(timer)
    for (const socket of sockets) socket.end()
  }
  return { ...toAnswer(latencies), seconds: (performance.now() - started) / 1000 }
}

interface Source {
  readonly next: NextRequest
  answered(milliseconds: number): void
}

function keepAsking(port: number, source: Source, sockets: Socket[]): Promise<void> {
  const reader = new AnswerReader()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let askedAt = 0
  function ask(socket: Socket): void {
    const request = source.next()
    if (request === null) {
      resolve()
      return
    }
    reader.expect(request)
    askedAt = performance.now()
    if (socket.write(request.bytes) !== request.bytes.length)
      reject(new Error('A request was not sent whole.'))
  }
  const connecting = Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: socket => {
        sockets.push(socket)
        ask(socket)
      },
      data: (socket, chunk) => {
        try {
          if (!reader.read(chunk)) return
          source.answered(performance.now() - askedAt)
          ask(socket)
        } catch (error) {
          reject(error)
          socket.end()
        }
      },
      close: () => reject(new Error('The server closed a connection.')),
      error: (_, error) => reject(error),
    },
  })
  connecting.catch(reject)
  return promise
}

function toAnswer(latencies: number[]): Omit<RoundAnswer, 'seconds'> {
  const sorted = Float64Array.from(latencies).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { requests: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) }
}
