// How long single requests take, sent by this process: one after the other, to several servers in turn.
import { watchCpu } from './process-figures.ts'
import type { ServerProcess } from './processes.ts'
import { headersOf } from './requests.ts'
import { rounded } from './results.ts'

export interface QueryTarget {
  readonly server: ServerProcess
  readonly key: string
  readonly targets: readonly string[]
}

/** The medians; CPU time of the server's process. */
export interface Timed {
  readonly p50Ms: number
  readonly cpuMicros: number
}

/** Requests per CPU time sample: part of the work happens after a response. */
const blockLength = 10

/** Every target twice: first so that the code is compiled, then measured. */
export async function measureInTurn(
  sides: Readonly<Record<string, QueryTarget>>,
): Promise<Readonly<Record<string, Timed>>> {
  const measured = Object.entries(sides).map(([name, side]) => {
    return { name, side, ms: [] as number[], cpu: [] as number[] }
  })
  const count = measured[0]!.side.targets.length
  for (const isMeasured of [false, true]) {
    for (let from = 0; from < count; from += blockLength) {
      for (const { side, ms, cpu } of measured) {
        const targets = side.targets.slice(from, from + blockLength)
        const cpuSeconds = watchCpu(side.server.pid)
        const took = await latencies({ ...side, targets })
        if (!isMeasured) continue
        ms.push(...took)
        cpu.push((cpuSeconds() * 1e6) / targets.length)
      }
    }
  }
  return Object.fromEntries(
    measured.map(({ name, ms, cpu }) => [
      name,
      { p50Ms: rounded(quantile(ms, 0.5), 3), cpuMicros: rounded(quantile(cpu, 0.5), 3) },
    ]),
  )
}

interface LatencyOptions {
  readonly connections?: number
  /** Again and again, for this long or until this is settled; each once without. */
  readonly seconds?: number
  readonly until?: Promise<unknown>
}

/** Milliseconds of each request. Fails unless all have status 200. */
export async function latencies(
  { server, key, targets }: QueryTarget,
  { connections = 1, seconds, until }: LatencyOptions = {},
): Promise<number[]> {
  const took: number[] = []
  const end = seconds === undefined ? Infinity : performance.now() + seconds * 1000
  let isOver = false
  const stop = () => {
    isOver = true
  }
  until?.then(stop, stop)
  const isRepeated = seconds !== undefined || until !== undefined
  let next = 0
  const send = async () => {
    while (!isOver && performance.now() < end && (isRepeated || next < targets.length)) {
      const target = targets[next++ % targets.length]!
      const started = performance.now()
      const response = await fetch(server.url + target, { headers: headersOf(key) })
      await response.arrayBuffer()
      took.push(performance.now() - started)
      if (response.status !== 200) throw new Error(`${target}: status ${response.status} instead of 200.`)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  return took
}

export interface Percentiles {
  readonly p50Ms: number
  readonly p99Ms: number
}

export function percentilesOf(ms: readonly number[]): Percentiles {
  return { p50Ms: rounded(quantile(ms, 0.5), 3), p99Ms: rounded(quantile(ms, 0.99), 3) }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
