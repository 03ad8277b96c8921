// The results of `npm run bench compare`, and their tables.
import type { Beside, Wanted } from './cases.ts'
import type { ImportResult } from './fill.ts'
import type { Pair } from './measure.ts'
import {
  type Circumstances,
  formatNumber,
  type Measured,
  median,
  medians,
  rounded,
  toHead,
  toTable,
} from './results.ts'

export interface CaseResult extends Pair {
  readonly name: string
  readonly title: string
  readonly beside: Beside
  readonly wanted: Wanted
  readonly target: string
  /** Of the response to the first request. */
  readonly bodyBytes: number
  /** Frontlist divided by the other. */
  readonly ratio: { readonly requestsPerSecond: Ratio; readonly cpu: Ratio }
  readonly rounds: readonly Pair[]
}

/**
 * The median of the rounds' ratios, because a disturbance in a round affects both servers, and its confidence
 * interval of about 95 %: the range between the lowest and the highest round if there are few, narrower with more.
 */
export interface Ratio {
  readonly median: number
  readonly low: number
  readonly high: number
}

export interface CompareResults extends Circumstances {
  readonly posts: number
  readonly roundSeconds: number
  readonly roundCount: number
  readonly connections: number
  readonly import: Omit<ImportResult, 'peakBytes'>
  readonly cases: readonly CaseResult[]
}

/** Two checkouts that differ by less count as equally fast. */
const tolerance = 0.03

export function toCaseResult(
  about: Pick<CaseResult, 'name' | 'title' | 'beside' | 'wanted' | 'target' | 'bodyBytes'>,
  rounds: readonly Pair[],
): CaseResult {
  const ratio = (name: keyof Measured): Ratio => {
    const ratios = rounds.map(({ frontlist, other }) => frontlist[name] / other[name]).sort((a, b) => a - b)
    // The order statistics around the median that a binomial distribution gives.
    const rank = Math.max(0, Math.floor(ratios.length / 2 - 0.98 * Math.sqrt(ratios.length)))
    const [low, high] = [ratios[rank]!, ratios.at(-1 - rank)!]
    return { median: rounded(median(ratios), 3), low: rounded(low, 3), high: rounded(high, 3) }
  }
  return {
    ...about,
    frontlist: medians(rounds.map(({ frontlist }) => frontlist)),
    other: medians(rounds.map(({ other }) => other)),
    ratio: { requestsPerSecond: ratio('requestsPerSecond'), cpu: ratio('cpuMicrosPerRequest') },
    rounds,
  }
}

/** One table per kind of server that Frontlist is compared with. */
export function toCompareMarkdown(results: CompareResults): string {
  const { cases, posts, roundCount, roundSeconds, connections, import: imported } = results
  const tables = Object.entries(headings).flatMap(([heading, kinds]) => {
    const rows = cases.filter(({ beside }) => kinds.includes(beside)).map(toRow)
    return rows.length === 0 ? [] : [`**${heading}**\n\n${toTable(header, rows)}`]
  })
  return `${toHead(results)}. ${formatNumber(posts)} posts; medians of ${roundCount} rounds of ${roundSeconds} s for each server, ratios with their 95 % interval; ${connections} connections.

${tables.join('\n\n')}

Import of this data set by the command, its start included: ${formatNumber(imported.entries)} entries (${formatSize(imported.fileBytes)}) in ${imported.seconds.toFixed(1)} s, ${formatNumber(imported.entriesPerSecond)} entries a second.
`
}

const headings: Readonly<Record<string, readonly Beside[]>> = {
  'Beside a bare server that returns the same bytes': ['bytes', 'checks'],
  'Beside a bare server that reads the same rows from SQLite': ['rows', 'page'],
  'Beside another checkout': ['checkout'],
}

const header = [
  ...['Case', 'Body', 'Frontlist, requests/s', 'Other', 'Ratio', 'Wanted'],
  ...['Frontlist, CPU µs/request', 'Other', 'Ratio', 'Wanted', 'Busy, Frontlist / other'],
]

function toRow({ title, bodyBytes, frontlist, other, ratio, beside, wanted }: CaseResult): string[] {
  return [
    ...[title, formatSize(bodyBytes)],
    ...[formatNumber(frontlist.requestsPerSecond), formatNumber(other.requestsPerSecond)],
    ...[toSpread(ratio.requestsPerSecond), toLimit('≥', wanted.requestsPerSecond)],
    ...[formatNumber(frontlist.cpuMicrosPerRequest), formatNumber(other.cpuMicrosPerRequest)],
    toSpread(ratio.cpu),
    beside === 'checkout' ? toVerdict(ratio.cpu) : toLimit('≤', wanted.cpu),
    [frontlist, other].map(({ busy }) => `${Math.round(busy * 100)} %`).join(' / '),
  ]
}

/** Undecided if the interval contains a limit: more rounds make it narrower. */
function toVerdict({ low, high }: Ratio): string {
  if (low >= 1 - tolerance && high <= 1 + tolerance) return `within ${tolerance * 100} %`
  if (low > 1 + tolerance) return 'slower'
  return high < 1 - tolerance ? 'faster' : 'undecided'
}

function toSpread({ median: middle, low, high }: Ratio): string {
  return `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
}

function toLimit(sign: '≥' | '≤', value: number | undefined): string {
  return value === undefined ? '' : `${sign} ${value}`
}

function formatSize(bytes: number): string {
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`
  return bytes >= 1000 ? `${Math.round(bytes / 1000)} kB` : `${bytes} B`
}
