// What `npm run bench authoring` reports.
import { formatRatio, type Measured, type Ratio, toComparison } from './measure.ts'
import { type Circumstances, formatNumber, toHead, toTable } from './results.ts'

/** What an editor waits for, one request at a time. */
export interface WaitCase {
  readonly title: string
  readonly p50Ms: number
  readonly p95Ms: number
  /** Null if there is no goal for so many posts. */
  readonly wantedP95Ms: number | null
}

export interface AuthoringResults extends Circumstances {
  readonly engine: string
  readonly posts: number
  readonly editors: number
  readonly roundCount: number
  readonly roundSeconds: number
  readonly connections: number
  readonly waits: readonly WaitCase[]
  readonly rounds: readonly ReadRound[]
  /** Medians of the rounds. */
  readonly reads: ReadRound
  /** Of the requests a second. */
  readonly ratios: {
    /** What the machine loses: the editors' saves and the reads share its cores. */
    readonly elsewhereToAlone: Ratio
    readonly hereToAlone: Ratio
    /** What the server loses beyond that, because it carries out the saves itself. */
    readonly hereToElsewhere: Ratio
  }
  readonly saves: number
  /** CPU time of the server for a save, once it has carried out many: it does not depend on what else the machine does. */
  readonly cpuMsPerSave: number
  /** Shares of the reads that were cached. They are not in the report, but show that saves of drafts invalidate nothing. */
  readonly hitRate: Readonly<Record<Place, number>>
}

/**
 * Where editors save while the reads are measured: nowhere, in a server of their own with its own database, or in the one
 * that is read.
 */
export type Place = 'alone' | 'elsewhere' | 'here'
export const places: readonly Place[] = ['alone', 'elsewhere', 'here']
export type ReadRound = Readonly<Record<Place, Measured>>

const readsWanted = 0.95

export function toAuthoringMarkdown(results: AuthoringResults): string {
  const { posts, editors, roundCount, roundSeconds, waits, reads, ratios, saves } = results
  const waitRows = waits.map(({ title, p50Ms, p95Ms, wantedP95Ms }) => [
    title,
    `${p50Ms} / ${p95Ms}`,
    wantedP95Ms === null ? '' : `≤ ${wantedP95Ms}`,
  ])
  const toReadRow = (place: Place, title: string, ratio?: Ratio) => [
    title,
    formatNumber(reads[place].requestsPerSecond),
    ratio === undefined ? '' : formatRatio(ratio),
  ]
  const readRows = [
    toReadRow('alone', 'Alone'),
    toReadRow('elsewhere', 'Beside editors of another server', ratios.elsewhereToAlone),
    toReadRow('here', 'Beside editors of this server', ratios.hereToAlone),
  ]
  return `${toHead(results)}. ${results.engine}. ${formatNumber(posts)} posts; ${editors} editors, each of whom saves once a second; medians of ${roundCount} rounds of ${roundSeconds} s for each of the three measurements, which take turns; ${results.connections} connections.

${toTable(['Editors wait for', 'p50 / p95 ms', 'Goal p95'], waitRows)}

${toTable(['Reads', 'Requests/s', 'Ratio to reads alone'], readRows)}

Reads beside editors of this server reach ${formatRatio(ratios.hereToElsewhere)} of those beside editors of another server; the goal is ≥ ${readsWanted}. A save takes ${results.cpuMsPerSave} ms of CPU time, measured with ${formatNumber(saves)} saves.
`
}

/** The medians of the rounds, and the ratios between them. */
export function toReads(rounds: readonly ReadRound[]): Pick<AuthoringResults, 'rounds' | 'reads' | 'ratios'> {
  const compare = (subject: Place, baseline: Place) =>
    toComparison(rounds.map(round => ({ subject: round[subject], baseline: round[baseline] })))
  const [elsewhere, here] = [compare('elsewhere', 'alone'), compare('here', 'alone')]
  return {
    rounds,
    reads: { alone: here.baseline, elsewhere: elsewhere.subject, here: here.subject },
    ratios: {
      elsewhereToAlone: elsewhere.ratio.requestsPerSecond,
      hereToAlone: here.ratio.requestsPerSecond,
      hereToElsewhere: compare('here', 'elsewhere').ratio.requestsPerSecond,
    },
  }
}
