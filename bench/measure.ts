// The rounds of a comparison: two sides in turn, so that other load on the machine affects both.
import type { LoadRequest, LoadRound } from './load-order.ts'
import { watchCpu } from './process-figures.ts'
import type { Load, ServerProcess } from './processes.ts'
import { median, rounded } from './results.ts'

/** One server in one round, or the medians over all rounds. */
export interface Measured {
  readonly requestsPerSecond: number
  /** Of the server's process only. */
  readonly cpuMicrosPerRequest: number
  readonly p99Ms: number
  /** CPU seconds of the server per second: well below 1, the load generator was the limit, not the server. */
  readonly busy: number
}

/** What is measured, and what it is compared with. */
export interface Pair {
  readonly subject: Measured
  readonly baseline: Measured
}

/**
 * The median of the rounds' ratios, because a disturbance in a round affects both sides, and its confidence interval
 * of about 95 %: the range between the lowest and the highest round if there are few, narrower with more.
 */
export interface Ratio {
  readonly median: number
  readonly low: number
  readonly high: number
}

export interface Comparison extends Pair {
  /** The subject divided by the baseline. */
  readonly ratio: { readonly requestsPerSecond: Ratio; readonly cpu: Ratio }
  readonly rounds: readonly Pair[]
}

/** Two checkouts that differ by less count as equally fast. */
const tolerance = 0.03

export type Side = {
  readonly requests: readonly LoadRequest[]
} /** The requests in turn, repeatedly, for this long. */ & (
  | { readonly server: ServerProcess; readonly seconds: number }
  /** A new server process for each round, which gets the warm-up requests first, and then each request once. */
  | { readonly start: () => Promise<ServerProcess>; readonly warmUp: readonly LoadRequest[] }
)

interface LoadOptions {
  readonly load: Load
  readonly connections: number
}

export async function compareSides(
  sides: Readonly<Record<keyof Pair, Side>>,
  rounds: number,
  options: LoadOptions,
): Promise<Comparison> {
  for (const side of Object.values(sides)) {
    if ('server' in side) await measureSide({ ...side, seconds: side.seconds / 2 }, options)
  }
  return measurePairs(rounds, name => measureSide(sides[name], options))
}

/** Each side once a round, the other one first in every second round. */
export async function measurePairs(
  rounds: number,
  measureOne: (name: keyof Pair) => Promise<Measured>,
): Promise<Comparison> {
  const names = ['subject', 'baseline'] as const
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++) {
    const measured: Partial<Record<keyof Pair, Measured>> = {}
    for (const name of round % 2 === 0 ? names : names.toReversed()) measured[name] = await measureOne(name)
    pairs.push(measured as Pair)
  }
  return toComparison(pairs)
}

async function measureSide(side: Side, options: LoadOptions): Promise<Measured> {
  if ('server' in side) return measureRound(side.server, side.requests, options, side.seconds)
  const server = await side.start()
  await options.load.round({ url: server.url, connections: options.connections, requests: side.warmUp })
  const measured = await measureRound(server, side.requests, options)
  await server.stop()
  return measured
}

/** Without `seconds` each request once. */
export async function measureRound(
  server: ServerProcess,
  requests: readonly LoadRequest[],
  { load, connections }: LoadOptions,
  seconds?: number,
): Promise<Measured> {
  const cpuSeconds = watchCpu(server.pid)
  const repeat = seconds === undefined ? {} : { seconds }
  return toMeasured(await load.round({ url: server.url, connections, requests, ...repeat }), cpuSeconds())
}

function toMeasured({ requests, seconds, p99Ms }: LoadRound, cpuSeconds: number): Measured {
  return {
    requestsPerSecond: rounded(requests / seconds, 4),
    cpuMicrosPerRequest: rounded((cpuSeconds * 1e6) / requests, 4),
    p99Ms: rounded(p99Ms, 3),
    busy: rounded(cpuSeconds / seconds, 3),
  }
}

export function toComparison(rounds: readonly Pair[]): Comparison {
  const medianOf = (side: keyof Pair, name: keyof Measured) => median(rounds.map(round => round[side][name]))
  const medians = (side: keyof Pair): Measured => ({
    requestsPerSecond: medianOf(side, 'requestsPerSecond'),
    cpuMicrosPerRequest: medianOf(side, 'cpuMicrosPerRequest'),
    p99Ms: medianOf(side, 'p99Ms'),
    busy: medianOf(side, 'busy'),
  })
  const ratio = (name: keyof Measured) =>
    toRatio(rounds.map(({ subject, baseline }) => subject[name] / baseline[name]))
  return {
    ...{ subject: medians('subject'), baseline: medians('baseline') },
    ratio: { requestsPerSecond: ratio('requestsPerSecond'), cpu: ratio('cpuMicrosPerRequest') },
    rounds,
  }
}

function toRatio(ratios: readonly number[]): Ratio {
  const sorted = ratios.toSorted((a, b) => a - b)
  // The order statistics around the median that a binomial distribution gives.
  const rank = Math.max(0, Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length)))
  const [low, high] = [sorted[rank]!, sorted.at(-1 - rank)!]
  return { median: rounded(median(sorted), 3), low: rounded(low, 3), high: rounded(high, 3) }
}

/** Undecided if the interval contains a limit: more rounds make it narrower. */
export function toVerdict({ low, high }: Ratio): string {
  if (low >= 1 - tolerance && high <= 1 + tolerance) return `within ${tolerance * 100} %`
  if (low > 1 + tolerance) return 'slower'
  return high < 1 - tolerance ? 'faster' : 'undecided'
}

export function formatRatio({ median: middle, low, high }: Ratio): string {
  return `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
}
