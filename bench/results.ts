// The results of a run as they are kept in results/bench.json: medians over the rounds, and the rounds themselves.
import { cpus, loadavg } from 'node:os'
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

/** What the ratios are wanted to be: at least so many of the requests a second, at most so much processor time. */
export interface Wanted {
  readonly requestsPerSecond?: number
  readonly cpu?: number
}

export interface CaseResult extends Pair {
  readonly name: string
  readonly title: string
  /** `serve`: a server that returns the same bytes; `sqlite`: one that reads the same rows. */
  readonly beside: 'serve' | 'sqlite'
  readonly wanted: Wanted
  readonly target: string
  /** Of the first request's answer. */
  readonly bodyBytes: number
  /** Frontlist / bare: the median of the ratios of the rounds, since what disturbs a round disturbs both in it. */
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
  /** Of the minute before: what else the machine did. */
  readonly loadAverage: number
}

const loadAverage = loadavg()[0] ?? 0

export function circumstances(): Circumstances {
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? 'unknown processor',
    cores: cpus().length,
    bun: Bun.version,
    frontlist: version,
    loadAverage,
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

export const resultNames = ['bench', 'publish', 'growth', 'memory'] as const
export type ResultName = (typeof resultNames)[number]

export function resultsFile(name: ResultName): string {
  return join(import.meta.dir, `results/${name}.json`)
}

export function toCaseResult(
  about: Pick<CaseResult, 'name' | 'title' | 'beside' | 'wanted' | 'target' | 'bodyBytes'>,
  rounds: readonly Pair[],
): CaseResult {
  const frontlist = medians(rounds.map(round => round.frontlist))
  const bare = medians(rounds.map(round => round.bare))
  const ratio = (name: keyof Measured) =>
    rounded(median(rounds.map(round => round.frontlist[name] / round.bare[name])), 3)
  return {
    ...about,
    frontlist,
    bare,
    ratio: { requestsPerSecond: ratio('requestsPerSecond'), cpu: ratio('cpuMicrosPerRequest') },
    rounds,
  }
}

export function medians(rounds: readonly Measured[]): Measured {
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

/** The value below which this part of them is. */
export function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** To so many significant digits: more would claim a precision that is not there. */
export function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits))
}
