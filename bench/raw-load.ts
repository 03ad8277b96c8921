// Reads by a program that costs less than the server. With Bun's HTTP client the load is the limit, and whatever else a
// benchmark does then takes the processor of the load, not of the server.
import { runOrder } from '../test/stress/child-process.ts'
import type { LoadOrder, LoadOutcome } from '../test/stress/load-process.ts'
import type { LoadRequest } from './load-order.ts'
import type { Measured } from './measure.ts'
import { watchCpu } from './process-figures.ts'
import type { ServerProcess } from './processes.ts'
import { rounded } from './results.ts'

const patienceMs = 60_000

/** Sends the requests in turn for so long. Throws if a response is no 200. */
export async function readFor(
  server: ServerProcess,
  requests: readonly LoadRequest[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Measured> {
  const order: LoadOrder = {
    port: Number(new URL(server.url).port),
    targets: requests.map(({ target }) => target),
    headers: requests[0]!.headers,
    ...{ connections, rate: 0, milliseconds: seconds * 1000 },
  }
  const cpuSeconds = watchCpu(server.pid)
  const outcome = await runOrder<LoadOutcome>('load-process.ts', order, patienceMs)
  const used = cpuSeconds()
  const others = Object.keys(outcome.statuses).filter(status => status !== '200')
  if (others.length > 0 || outcome.broken > 0)
    throw new Error(`Reads failed: ${JSON.stringify(outcome.statuses)}`)
  const latencies = outcome.latencies.toSorted((a, b) => a - b)
  return {
    requestsPerSecond: rounded(latencies.length / outcome.seconds, 4),
    cpuMicrosPerRequest: rounded((used * 1e6) / latencies.length, 4),
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    busy: rounded(used / outcome.seconds, 3),
  }
}
