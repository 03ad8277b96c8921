// The results of `npm run bench publish`, and their table.
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

export interface PublishRound {
  readonly alone: Measured
  readonly withPublishes: Measured
  readonly publishes: number
}

export interface PublishCase {
  readonly name: string
  readonly title: string
  readonly requests: number
  readonly alone: Measured
  readonly withPublishes: Measured
  readonly publishes: number
  /** The ratio of rounds with publishes to rounds without; medians. */
  readonly ratio: { readonly requestsPerSecond: number; readonly cpu: number }
  readonly rounds: readonly PublishRound[]
}

export interface PublishResults extends Circumstances {
  readonly posts: number
  readonly publishesPerSecond: number
  readonly roundCount: number
  readonly roundSeconds: number
  readonly connections: number
  /** The lowest ratio of the requests per second. */
  readonly wanted: number
  readonly cases: readonly PublishCase[]
}

export function toPublishCase(
  about: Pick<PublishCase, 'name' | 'title' | 'requests'>,
  rounds: readonly PublishRound[],
): PublishCase {
  const ratio = (name: keyof Measured) =>
    rounded(median(rounds.map(({ alone, withPublishes }) => withPublishes[name] / alone[name])), 3)
  return {
    ...about,
    alone: medians(rounds.map(({ alone }) => alone)),
    withPublishes: medians(rounds.map(({ withPublishes }) => withPublishes)),
    publishes: rounds.reduce((sum, { publishes }) => sum + publishes, 0),
    ratio: { requestsPerSecond: ratio('requestsPerSecond'), cpu: ratio('cpuMicrosPerRequest') },
    rounds,
  }
}

export function toPublishMarkdown(results: PublishResults): string {
  const { posts, publishesPerSecond, roundCount, roundSeconds, connections, wanted, cases } = results
  const header = [
    ...[
      'Reads',
      'Alone, requests/s',
      'With publishes',
      'Ratio',
      'Wanted',
      'CPU µs/request, alone / with',
      'Ratio',
    ],
    ...['p99 ms, alone / with', 'Publishes'],
  ]
  const rows = cases.map(({ title, alone, withPublishes, ratio, publishes }) => [
    title,
    ...[formatNumber(alone.requestsPerSecond), formatNumber(withPublishes.requestsPerSecond)],
    ...[String(ratio.requestsPerSecond), `≥ ${wanted}`],
    `${formatNumber(alone.cpuMicrosPerRequest)} / ${formatNumber(withPublishes.cpuMicrosPerRequest)}`,
    String(ratio.cpu),
    ...[`${alone.p99Ms} / ${withPublishes.p99Ms}`, String(publishes)],
  ])
  return `${toHead(results)}. ${formatNumber(posts)} posts, ${publishesPerSecond} publishes a second; medians of ${roundCount} rounds of ${roundSeconds} s each, with and without in turn; ${connections} connections.

${toTable(header, rows)}
`
}
