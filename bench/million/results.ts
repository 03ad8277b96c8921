// What the measurement of a large embedded space finds, and its table.
import { number } from '../report.ts'
import type { Circumstances } from '../results.ts'

export interface ImportFigures {
  readonly seconds: number
  readonly perSecond: number
  readonly peakBytes: number
}

export interface ReadFigures {
  readonly requests: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface MillionResults extends Circumstances {
  readonly entries: number
  readonly fileBytes: number
  readonly databaseBytes: number
  /** Of the minute before: what else the machine did. */
  readonly loadAverage: number
  readonly seconds: number
  readonly alone: ImportFigures
  /** The same rows and indexes by bun:sqlite alone, in one transaction, with Frontlist's settings. */
  readonly bare: { readonly seconds: number; readonly perSecond: number; readonly processorSeconds: number }
  readonly besideReads: ImportFigures
  readonly reads: {
    readonly entries: number
    readonly without: ReadFigures
    readonly during: ReadFigures
    /** Of the two p99. */
    readonly ratio: number
  }
  readonly serving: {
    readonly requests: number
    readonly peakBytes: number
    readonly readySeconds: number
  }
}

const mebibytes = (bytes: number) => `${number(Math.round(bytes / 1024 / 1024))} MiB`
const rate = ({ seconds, perSecond }: { seconds: number; perSecond: number }) =>
  `${number(perSecond)} a second, ${seconds} s`

export function toRows(results: MillionResults): string[][] {
  const { alone, bare, besideReads, reads, serving } = results
  const latency = ({ p50Ms, p99Ms }: ReadFigures) => `${p50Ms} / ${p99Ms} ms`
  return [
    ['Entries', number(results.entries)],
    ['File, database', `${mebibytes(results.fileBytes)}, ${mebibytes(results.databaseBytes)}`],
    ['Import', rate(alone)],
    ['Bare inserts of the same rows', `${rate(bare)}, ${bare.processorSeconds} s of a processor`],
    ['Import beside a server that is read', rate(besideReads)],
    ['Memory of the import, most', mebibytes(alone.peakBytes)],
    ['Reads without an import, p50 / p99', latency(reads.without)],
    ['Reads during an import, p50 / p99', `${latency(reads.during)}: ${reads.ratio} times the p99`],
    ['Memory of the server, most', mebibytes(serving.peakBytes)],
    ['Restarted and ready', `${serving.readySeconds} s`],
  ]
}
