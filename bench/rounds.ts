// The rounds of one case: Frontlist and the bare server in turn, so that whatever else the machine does meets both.
import type { LoadOrder } from './load.ts'
import { watchCpu } from './process-figures.ts'
import type { Load, ServerProcess } from './programs.ts'
import { type Measured, type Pair, rounded } from './results.ts'

/** What is asked of a server in one round. */
export type RoundOrder =
  | { readonly caseName: string; readonly milliseconds: number }
  | { readonly caseName: string; readonly once: true }

/** One of the two that are compared. */
export interface Contender {
  readonly name: keyof Pair
  /** The server of the next round, warm. */
  enter(): Promise<ServerProcess>
  leave(server: ServerProcess): Promise<void>
  readonly order: RoundOrder
}

export interface RoundParts {
  readonly load: Load
  readonly rounds: number
  readonly connections: number
  readonly onRound: (round: number, name: keyof Pair) => void
}

/** The same server in every round, warmed up before the first by half of one. */
export function standing(
  name: keyof Pair,
  server: ServerProcess,
  order: { caseName: string; milliseconds: number },
  { load, connections }: Pick<RoundParts, 'load' | 'connections'>,
): Contender {
  let isWarm = false
  return {
    name,
    order,
    enter: async () => {
      const milliseconds = order.milliseconds / 2
      if (!isWarm) await load.round({ ...order, milliseconds, port: server.port, connections })
      isWarm = true
      return server
    },
    leave: async () => {},
  }
}

/** A new server in every round: what it is asked in the round, it has not been asked before. */
export function fresh(
  name: keyof Pair,
  serve: () => Promise<ServerProcess>,
  warmUp: string,
  caseName: string,
  { load, connections }: Pick<RoundParts, 'load' | 'connections'>,
): Contender {
  return {
    name,
    order: { caseName, once: true },
    enter: async () => {
      const server = await serve()
      await load.round({ caseName: warmUp, once: true, port: server.port, connections })
      return server
    },
    leave: server => server.stop(),
  }
}

export async function measureRounds(
  frontlist: Contender,
  bare: Contender,
  parts: RoundParts,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 1; round <= parts.rounds; round++) {
    const order = round % 2 === 1 ? [frontlist, bare] : [bare, frontlist]
    const measured = new Map<keyof Pair, Measured>()
    for (const contender of order) {
      parts.onRound(round, contender.name)
      const server = await contender.enter()
      measured.set(contender.name, await measure(server, contender.order, parts))
      await contender.leave(server)
    }
    pairs.push({ frontlist: measured.get('frontlist')!, bare: measured.get('bare')! })
  }
  return pairs
}

export async function measure(
  server: ServerProcess,
  order: RoundOrder,
  { load, connections }: Pick<RoundParts, 'load' | 'connections'>,
): Promise<Measured> {
  const cpuSeconds = watchCpu(server.pid)
  const whole: LoadOrder = { ...order, port: server.port, connections }
  const answer = await load.round(whole)
  const used = cpuSeconds()
  return {
    requestsPerSecond: rounded(answer.requests / answer.seconds, 4),
    cpuMicrosPerRequest: rounded((used * 1e6) / answer.requests, 4),
    p50Ms: rounded(answer.p50Ms, 3),
    p99Ms: rounded(answer.p99Ms, 3),
    busy: rounded(used / answer.seconds, 3),
  }
}
