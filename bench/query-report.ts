// The results of `npm run bench queries`, and the tables made of them.
import type { ImportResult } from './fill.ts'
import { type Comparison, formatRatio } from './measure.ts'
import { limitCase } from './query-cases.ts'
import type { Percentiles, Timed } from './query-times.ts'
import { type Circumstances, formatMib, formatNumber, rounded, toHead, toTable } from './results.ts'

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
  const narrowRows = narrow.map(({ title, small, large, bare }) => [
    title,
    ...[small.p50Ms, large.p50Ms, rounded(large.p50Ms / small.p50Ms, 3)].map(String),
    '≤ 1.5',
    ...(bare
      ? [large.cpuMicros, bare.cpuMicros, rounded(large.cpuMicros / bare.cpuMicros, 3)]
          .map(String)
          .concat('≤ 3')
      : []),
  ])
  const narrowHeader = ['Narrow query', 'Small, p50 ms', 'Large, p50 ms', 'Ratio', 'Wanted'].concat(
    narrow.some(({ bare }) => bare) ? ['Large, CPU µs', 'Ideal SQL, CPU µs', 'Ratio', 'Wanted'] : [],
  )
  const toPair = ({ p50Ms, p99Ms }: Percentiles) => `${p50Ms} / ${p99Ms}`
  const broadRows = [...broad.map(({ title, ...figures }) => [title, toPair(figures), '≤ 100 / 250'])]
  const others = [
    [limitCase.title, `p50 / p99: ${toPair(limit)} ms`, '250 ms'],
    ['Cached responses alone, p50 / p99', `${toPair(limit.cachedAlone)} ms`, ''],
    ['Cached responses meanwhile, p50 / p99', `${toPair(limit.cachedBeside)} ms`, 'p99 ≤ 2 times'],
    [
      'A cached query beside bare `Bun.serve`, requests/s',
      formatRatio(cached.ratio.requestsPerSecond),
      '≥ 0.8',
    ],
  ]
  return `${toHead(results)}, ${engine}. ${formatNumber(smallBooks)} and ${formatNumber(books)} books; ${formatNumber(samples)} requests each, one at a time, in turn; \`CACHE_BYTES=0\` unless cached.

${toTable(narrowHeader, narrowRows)}

${toTable(['Broad query', 'p50 / p99, ms', 'Wanted'], broadRows)}

${toTable(['Limits and cache', 'Measured', 'Wanted'], others)}
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
  return toTable(['What the index costs', 'Without', 'With', 'Ratio', 'Wanted'], rows)
}
