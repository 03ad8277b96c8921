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
  /** Shares of the reads that were cached. */
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
  const { posts, editors, roundCount, roundSeconds, waits, reads, ratios, saves, hitRate } = results
  const waitRows = waits.map(({ title, p50Ms, p95Ms, wantedP95Ms }) => [
    title,
    ...[String(p50Ms), String(p95Ms), wantedP95Ms === null ? '' : `≤ ${wantedP95Ms}`],
  ])
  const toRow = (place: Place, title: string, ratio: Ratio | null) => [
    ...[title, formatNumber(reads[place].requestsPerSecond), ratio === null ? '' : formatRatio(ratio)],
    ...[String(reads[place].p99Ms), String(hitRate[place])],
  ]
  const readRows = [
    toRow('alone', 'alone', null),
    toRow('elsewhere', 'beside editors of another server', ratios.elsewhereToAlone),
    toRow('here', 'beside editors of this server', ratios.hereToAlone),
  ]
  return `${toHead(results)}. ${results.engine}. ${formatNumber(posts)} posts; ${editors} editors, each of whom saves once a second; medians of ${roundCount} rounds of ${roundSeconds} s each way, in turn; ${results.connections} connections.

${toTable(['Editors wait for', 'p50 ms', 'p95 ms', 'Wanted p95'], waitRows)}

${toTable(['Reads', 'Requests/s', 'Of those alone', 'p99 ms', 'Hit rate'], readRows)}

Beside editors of this server, of those beside editors of another one: ${formatRatio(ratios.hereToElsewhere)}, wanted ≥ ${readsWanted}. ${formatNumber(saves)} saves; each takes ${results.cpuMsPerSave} ms of CPU time.
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
