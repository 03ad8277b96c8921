// The results of `npm run bench queries`, and the tables made of them.
import type { ImportResult } from './fill.ts'
import { type Comparison, formatRatio } from './measure.ts'
import { limitCase } from './query-cases.ts'
import type { Percentiles, Timed } from './query-times.ts'
import {
  type Circumstances,
  formatMib,
  formatNumber,
  formatRange,
  rounded,
  toHead,
  toTable,
} from './results.ts'

export interface Narrow {
  readonly title: string
  readonly small: Timed
  readonly large: Timed
  /** On SQLite. */
  readonly bare?: Timed
}

export interface QueryResults extends Circumstances {
  readonly engine: string
  readonly books: number
  readonly smallBooks: number
  readonly samples: number
  readonly narrow: readonly Narrow[]
  readonly broad: readonly ({ readonly title: string } & Percentiles)[]
  readonly limit: Percentiles & { readonly cachedAlone: Percentiles; readonly cachedBeside: Percentiles }
  readonly cached: Comparison
  /** With the index, and with nothing in it but the entries' own keys; null if that was not measured. */
  readonly costs: { readonly indexed: Costs; readonly plain: Costs } | null
}

export interface Costs extends ImportResult {
  readonly databaseBytes: number
  readonly publish: Percentiles
}

export function toQueriesMarkdown(results: QueryResults): string {
  const { engine, books, smallBooks, samples, narrow, broad, limit, cached, costs } = results
  const toPair = ({ p50Ms, p99Ms }: Percentiles) => `${p50Ms} / ${p99Ms}`
  const bare = narrow.flatMap(each =>
    each.bare ? [rounded(each.large.cpuMicros / each.bare.cpuMicros, 3)] : [],
  )
  const besideSql =
    bare.length === 0
      ? ''
      : ` Their CPU time is ${formatRange(bare)} times that of ideal SQL; the goal is ≤ 3.`
  const slowed = narrow.map(({ small, large }) => rounded(large.p50Ms / small.p50Ms, 3))
  const broadRows = broad.map(({ title, ...figures }) => [title, toPair(figures)])
  const others = [
    [limitCase.title, `p50 / p99: ${toPair(limit)} ms`, '250 ms'],
    ['Cached responses alone, p50 / p99', `${toPair(limit.cachedAlone)} ms`, ''],
    [
      'Cached responses beside queries at the limit, p50 / p99',
      `${toPair(limit.cachedBeside)} ms`,
      'p99 ≤ 2 times',
    ],
    [
      'A cached query, requests/s as a ratio to bare `Bun.serve`',
      formatRatio(cached.ratio.requestsPerSecond),
      '≥ 0.8',
    ],
  ]
  return `${toHead(results)}, ${engine}. ${formatNumber(smallBooks)} and ${formatNumber(books)} books; ${formatNumber(samples)} requests for each query, one at a time; \`CACHE_BYTES=0\` unless cached.

${narrow.length} narrow queries take ${formatRange(narrow.map(({ large }) => large.p50Ms))} ms in the large space (p50), ${formatRange(slowed)} times as long as in the small one; the goal is ≤ 1.5.${besideSql}

${toTable(['Broad query', 'p50 / p99 ms, goal ≤ 100 / 250'], broadRows)}

${toTable(['Limits and cache', 'Measured', 'Goal'], others)}
${costs === null ? '' : `\n${toCostTable(costs)}\n`}`
}

function toCostTable({ indexed, plain }: NonNullable<QueryResults['costs']>): string {
  const ratio = (
    name: string,
    pick: (costs: Costs) => number,
    wanted: string,
    format: (value: number) => string = String,
  ) => [
    ...[name, format(pick(plain)), format(pick(indexed))],
    ...[String(rounded(pick(indexed) / pick(plain), 3)), wanted],
  ]
  const rows = [
    ratio('Publish of an entry, p50 ms', it => it.publish.p50Ms, '≤ 2'),
    ratio('Import, seconds', it => it.seconds, '≤ 2.5'),
    ratio('Import, CPU seconds of the command', it => it.cpuSeconds, ''),
    ratio('Database', it => it.databaseBytes, '≤ 2', formatMib),
  ]
  return toTable(['What the index costs', 'Without', 'With', 'Ratio', 'Goal'], rows)
}
