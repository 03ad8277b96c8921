// The results of a run as they are kept in results/latest.json: medians over the rounds, and the rounds themselves.
import { cpus } from 'node:os'
import { join } from 'node:path'
import { version } from '../src/version.ts'

/** How one server did in one round, or the medians of that over all rounds. */
export interface Measured {
  readonly requestsPerSecond: number
  /** Of the server's process alone. */
  readonly cpuMicrosPerRequest: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor seconds of the server for each second of the round: well below 1, the load was the bottleneck. */
  readonly busy: number
}

export interface Pair {
  readonly frontlist: Measured
  readonly bare: Measured
}

export interface CaseResult extends Pair {
  readonly name: string
  readonly title: string
  readonly target: string
  /** Of the first request's answer. */
  readonly bodyBytes: number
  /** Frontlist / bare, of the medians. */
  readonly ratio: { readonly requestsPerSecond: number; readonly cpu: number }
  readonly rounds: readonly Pair[]
}

export interface ImportResult {
  readonly entries: number
  readonly fileBytes: number
  readonly seconds: number
  readonly entriesPerSecond: number
}

/** When, on what machine and of which versions something was measured. */
export interface Circumstances {
  readonly date: string
  readonly cpu: string
  readonly cores: number
  readonly bun: string
  readonly frontlist: string
}

export function circumstances(): Circumstances {
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? 'unknown processor',
    cores: cpus().length,
    bun: Bun.version,
    frontlist: version,
  }
}

export interface Results extends Circumstances {
  readonly program: string
  readonly posts: number
  readonly roundSeconds: number
  readonly roundCount: number
  readonly connections: number
  readonly import: ImportResult
  readonly cases: readonly CaseResult[]
}

export const latestResultsFile = join(import.meta.dir, 'results/latest.json')

export function toCaseResult(
  about: Pick<CaseResult, 'name' | 'title' | 'target' | 'bodyBytes'>,
  rounds: readonly Pair[],
): CaseResult {
  const frontlist = medians(rounds.map(round => round.frontlist))
  const bare = medians(rounds.map(round => round.bare))
  return {
    ...about,
    frontlist,
    bare,
    ratio: {
      requestsPerSecond: rounded(frontlist.requestsPerSecond / bare.requestsPerSecond, 3),
      cpu: rounded(frontlist.cpuMicrosPerRequest / bare.cpuMicrosPerRequest, 3),
    },
    rounds,
  }
}

function medians(rounds: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => median(rounds.map(round => round[name]))
  return {
    requestsPerSecond: of('requestsPerSecond'),
    cpuMicrosPerRequest: of('cpuMicrosPerRequest'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    busy: of('busy'),
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper
}

/** To so many significant digits: more would claim a precision that is not there. */
export function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits))
}
