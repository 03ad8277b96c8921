// A program: the load generator, in a process of its own, so that its work is not counted as the server's. Each
// connection of Bun's own HTTP client sends a request, reads the whole response and sends the next one. The parent
// starts each round.
import type { LoadOrder, LoadReport, LoadRequest, LoadRound } from './load-order.ts'
import { createRandomRequests } from './random-requests.ts'

let createRandom: (() => LoadRequest) | null = null

function toSource(order: LoadOrder): () => LoadRequest | null {
  let sent = 0
  if ('random' in order) {
    createRandom ??= createRandomRequests(order)
    const create = createRandom
    return () => (sent++ < order.random ? create() : null)
  }
  const { requests, seconds } = order
  if (seconds === undefined) return () => requests[sent++] ?? null
  const end = performance.now() + seconds * 1000
  return () => (performance.now() < end ? (requests[sent++ % requests.length] ?? null) : null)
}

async function runRound(order: LoadOrder): Promise<LoadRound> {
  const next = toSource(order)
  const latencies: number[] = []
  const started = performance.now()
  const send = async () => {
    for (let request = next(); request !== null; request = next()) {
      const sentAt = performance.now()
      const response = await fetch(order.url + request.target, { headers: request.headers })
      const { byteLength } = await response.arrayBuffer()
      latencies.push(performance.now() - sentAt)
      const { target, statuses, bytes = byteLength } = request
      if (statuses.includes(response.status) && byteLength === bytes) continue
      throw new Error(`${target}: unexpected response, status ${response.status}, ${byteLength} bytes.`)
    }
  }
  await Promise.all(Array.from({ length: order.connections }, send))
  const seconds = (performance.now() - started) / 1000
  const sorted = Float64Array.from(latencies).sort()
  return { requests: sorted.length, seconds, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
}

function report(message: LoadReport): void {
  process.send?.(message)
}

process.on('message', async (order: LoadOrder) => {
  try {
    report({ round: await runRound(order) })
  } catch (error) {
    report({ error: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit())
