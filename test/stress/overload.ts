// Many more requests than a server can handle: how many it still serves, how fast, and what the rest get.
import { watchCpu } from '../../bench/process-figures.ts'
import { runOrder } from './child-process.ts'
import { figuresOf } from './figures.ts'
import type { LoadOrder, LoadOutcome } from './load-process.ts'
import { Poller, tally } from './poller.ts'
import type { Findings } from './runner.ts'

/** A server with its cache disabled, so that each response takes work. */
export interface Loaded {
  readonly url: string
  readonly pid: number
  readonly key: string
  readonly targets: readonly string[]
}

export interface OverloadOptions {
  /** Capacity measurement: each connection sends as soon as it has its response. */
  readonly peakConnections: number
  readonly peakMs: number
  /** Overload phase: the multiple of the capacity, the connections and the duration. */
  readonly factor: number
  readonly connections: number
  readonly milliseconds: number
}

export interface Overloaded {
  readonly peak: LoadOutcome
  readonly over: LoadOutcome
  readonly peakRate: number
  readonly goodRate: number
  /** Latencies of the liveness probe meanwhile. */
  readonly healthMs: readonly number[]
  readonly healthTally: string
}

const healthEveryMs = 50

export async function runOverload(
  server: Loaded,
  findings: Findings,
  options: OverloadOptions,
): Promise<Overloaded> {
  const { factor, connections, milliseconds } = options
  // Warm-up, so that the server's code is compiled.
  await load(server, { connections: options.peakConnections, rate: 0, milliseconds: options.peakMs / 4 })
  const peak = await watched(findings, 'at the peak', server, {
    connections: options.peakConnections,
    rate: 0,
    milliseconds: options.peakMs,
  })
  const peakRate = good(peak) / peak.seconds
  const rate = Math.round(peakRate * factor)
  findings.say(`peak ${peakRate.toFixed(0)} requests a second, ${peak.meanBytes} bytes each`)
  const poller = new Poller(() => fetch(`${server.url}/healthz`), healthEveryMs)
  const over = await watched(findings, `at ${rate} a second`, server, { connections, rate, milliseconds })
  const health = await poller.stop()
  const goodRate = good(over) / over.seconds
  const healthMs = health.map(({ startedAt, endedAt }) => endedAt - startedAt)
  const statuses = Object.entries(over.statuses).map(([status, count]) => `${status}: ${count}`)
  findings.say(
    `asked ${rate} a second over ${connections} connections: ${statuses.join(', ')}; unsent ${over.unsent}`,
  )
  findings.say(
    `goodput ${goodRate.toFixed(0)} a second, ${((goodRate / peakRate) * 100).toFixed(0)} % of the peak`,
  )
  findings.figures('accepted', figuresOf(over.latencies))
  findings.figures('refused', figuresOf(over.refusals))
  findings.figures('/healthz', figuresOf(healthMs))
  return { peak, over, peakRate, goodRate, healthMs, healthTally: tally(health) }
}

/** Claims that hold on any machine, at any speed. */
export function claimOrder(findings: Findings, { over, healthTally }: Overloaded): void {
  const others = Object.keys(over.statuses).filter(status => status !== '200' && status !== '503')
  findings.claim((over.statuses['503'] ?? 0) > 0, 'some are refused')
  findings.claim((over.statuses['200'] ?? 0) > 0, 'some are answered')
  findings.claim(others.length === 0, `no other status ${others.join(' ')}`)
  findings.claim(over.broken === 0, `no connection is broken (${over.broken})`)
  findings.claim(over.unanswered === 0, `every request is answered (${over.unanswered} are not)`)
  findings.claim(/^200: \d+$/.test(healthTally), `the probe is always answered (${healthTally})`)
}

function good({ statuses }: LoadOutcome): number {
  return statuses['200'] ?? 0
}

type Pace = Pick<LoadOrder, 'connections' | 'rate' | 'milliseconds'>

async function watched(findings: Findings, title: string, server: Loaded, pace: Pace): Promise<LoadOutcome> {
  const used = watchCpu(server.pid)
  const outcome = await load(server, pace)
  const share = (seconds: number) => `${((seconds / outcome.seconds) * 100).toFixed(0)} % of a processor`
  findings.say(`${title}: the server took ${share(used())}, the load ${share(outcome.cpuSeconds)}`)
  return outcome
}

function load({ url, key, targets }: Loaded, pace: Pace): Promise<LoadOutcome> {
  const headers = { Authorization: `Bearer ${key}` }
  const order: LoadOrder = { port: Number(new URL(url).port), targets, headers, ...pace }
  return runOrder<LoadOutcome>('load-process.ts', order, 60_000)
}
