// The rounds of one case: Frontlist and the bare server in turn, so that whatever else the machine does meets both.
import { cpuSeconds } from './process-cpu.ts'
import type { Load, ServerProcess } from './programs.ts'
import { type Measured, type Pair, rounded } from './results.ts'

interface RoundParts {
  readonly load: Load
  readonly caseName: string
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
  readonly onRound: (round: number, server: ServerProcess['name']) => void
}

/** The least that /proc tells apart: a shorter use of the processor counts as one of these. */
const cpuResolutionSeconds = 0.01

export async function measureRounds(
  frontlist: ServerProcess,
  bare: ServerProcess,
  parts: RoundParts,
): Promise<Pair[]> {
  for (const server of [frontlist, bare]) await measure(server, { ...parts, seconds: parts.seconds / 2 })
  const pairs: Pair[] = []
  for (let round = 1; round <= parts.rounds; round++) {
    const order = round % 2 === 1 ? [frontlist, bare] : [bare, frontlist]
    const measured = new Map<ServerProcess['name'], Measured>()
    for (const server of order) {
      parts.onRound(round, server.name)
      measured.set(server.name, await measure(server, parts))
    }
    pairs.push({ frontlist: measured.get('frontlist')!, bare: measured.get('bare')! })
  }
  return pairs
}

async function measure(server: ServerProcess, parts: RoundParts): Promise<Measured> {
  const { load, caseName, connections, seconds } = parts
  const before = cpuSeconds(server.pid)
  const answer = await load.round({ caseName, port: server.port, connections, milliseconds: seconds * 1000 })
  const used = Math.max(cpuResolutionSeconds, cpuSeconds(server.pid) - before)
  return {
    requestsPerSecond: rounded(answer.requests / answer.seconds, 4),
    cpuMicrosPerRequest: rounded((used * 1e6) / answer.requests, 4),
    p50Ms: rounded(answer.p50Ms, 3),
    p99Ms: rounded(answer.p99Ms, 3),
    busy: rounded(used / answer.seconds, 3),
  }
}
