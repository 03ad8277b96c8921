// The rounds of one case: two servers in turn, so that other load on the machine affects both.
import type { LoadRequest } from './load-order.ts'
import { watchCpu } from './process-figures.ts'
import type { Load, ServerProcess } from './processes.ts'
import { type Measured, toMeasured } from './results.ts'

/** One of the two sides of a comparison. */
export type Side = { readonly requests: readonly LoadRequest[] } & (
  | { readonly server: ServerProcess }
  /** A new server process for each round, which gets the warm-up requests first. */
  | { readonly start: () => Promise<ServerProcess>; readonly warmUp: readonly LoadRequest[] }
)

export interface Pair {
  readonly frontlist: Measured
  readonly other: Measured
}

export interface RoundOptions {
  readonly load: Load
  readonly connections: number
  /** Absent: each request once. */
  readonly seconds?: number
}

export async function measurePairs(
  sides: Readonly<Record<keyof Pair, Side>>,
  rounds: number,
  options: Readonly<Record<keyof Pair, RoundOptions>>,
): Promise<Pair[]> {
  for (const name of ['frontlist', 'other'] as const) {
    const [side, { seconds = 0 }] = [sides[name], options[name]]
    const warmUp = { ...options[name], seconds: seconds / 2 }
    if ('server' in side) await measureRound(side.server, side.requests, warmUp)
  }
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++) {
    const measured = new Map<keyof Pair, Measured>()
    const names = ['frontlist', 'other'] as const
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      measured.set(name, await measureSide(sides[name], options[name]))
    }
    pairs.push({ frontlist: measured.get('frontlist')!, other: measured.get('other')! })
  }
  return pairs
}

async function measureSide(side: Side, options: RoundOptions): Promise<Measured> {
  if ('server' in side) return measureRound(side.server, side.requests, options)
  const server = await side.start()
  const { load, connections } = options
  await load.round({ url: server.url, connections, requests: side.warmUp })
  const measured = await measureRound(server, side.requests, options)
  await server.stop()
  return measured
}

export async function measureRound(
  server: ServerProcess,
  requests: readonly LoadRequest[],
  { load, connections, seconds }: RoundOptions,
): Promise<Measured> {
  const cpuSeconds = watchCpu(server.pid)
  const repeat = seconds === undefined ? {} : { seconds }
  const round = await load.round({ url: server.url, connections, requests, ...repeat })
  return toMeasured(round, cpuSeconds())
}
