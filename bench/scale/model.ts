// The results, the small model that they are the constants of, and both as text.
import { beatMs, pollMsOf } from '../../src/database/freshness/freshness.ts'
import { replaceBetween } from '../document.ts'
import type { GrowthResult } from '../growing.ts'
import { number } from '../report.ts'
import type { Circumstances } from '../results.ts'
import type { PublishResult, SpreadResult } from './changes.ts'
import type { MemoryResult } from './memory.ts'
import type { PollResult } from './polls.ts'
import type { RateResult } from './reads.ts'

export interface ScaleResults extends Circumstances {
  readonly postgres: string
  readonly seconds: number
  readonly memory: MemoryResult
  readonly publish: PublishResult
  readonly spread: SpreadResult
  readonly polls: readonly PollResult[]
  readonly beatCpuMs: number
  readonly cached: RateResult
  readonly uncached: RateResult
  readonly importPerSecond: { readonly sqlite: number; readonly postgres: number }
  readonly growth: readonly GrowthResult[]
  readonly entries: { readonly small: number; readonly large: number }
}

export interface Load {
  readonly spaces: number
  readonly nodes: number
  readonly publishesPerSecond: number
  /** Different requests that each node is asked again soon after a publish in their space. */
  readonly questions: number
}

export interface Demand {
  /** Cores of the primary that are busy, by what with. */
  readonly polls: number
  readonly publishes: number
  readonly reads: number
  readonly total: number
}

/** A poll costs something, and something for each space: a line through the fewest and the most that were measured. */
export function pollCpuMs(polls: readonly PollResult[], spaces: number): number {
  const [few, many] = [polls[0], polls.at(-1)]
  if (!few || !many || few === many) return few?.cpuMs ?? Number.NaN
  const perSpace = (many.cpuMs - few.cpuMs) / (many.spaces - few.spaces)
  return few.cpuMs + Math.max(0, perSpace) * (spaces - few.spaces)
}

/** Milliseconds of the primary's processor that a calm node's polls and beats take in each second. */
export function watchCpuMs({ polls, beatCpuMs }: ScaleResults, spaces: number): number {
  return (1000 / pollMsOf(spaces)) * pollCpuMs(polls, spaces) + (1000 / beatMs) * beatCpuMs
}

export function demandOf(results: ScaleResults, load: Load): Demand {
  const polls = (load.nodes * watchCpuMs(results, load.spaces)) / 1000
  const publishes = (load.publishesPerSecond * results.publish.cpuMs) / 1000
  const reads =
    (load.publishesPerSecond * load.questions * load.nodes * results.uncached.primaryCpuMicros) / 1e6
  return { polls, publishes, reads, total: polls + publishes + reads }
}

/** How many nodes one core of the primary carries, polls and beats alone. */
export function nodesPerCore(results: ScaleResults, spaces: number): number {
  return Math.floor(1000 / watchCpuMs(results, spaces))
}

const loads: readonly Load[] = [
  { spaces: 1, nodes: 2, publishesPerSecond: 0.1, questions: 100 },
  { spaces: 100, nodes: 4, publishesPerSecond: 1, questions: 100 },
  { spaces: 1000, nodes: 8, publishesPerSecond: 1, questions: 100 },
  { spaces: 1000, nodes: 8, publishesPerSecond: 10, questions: 100 },
  { spaces: 1000, nodes: 32, publishesPerSecond: 10, questions: 100 },
]

export function toConstantRows(results: ScaleResults): [string, string][] {
  const { memory, publish, spread, polls, beatCpuMs, cached, uncached, importPerSecond, growth, entries } =
    results
  const rate = ({ requestsPerSecond, nodeCpuMicros, primaryCpuMicros }: RateResult) =>
    `${number(requestsPerSecond)} a second; CPU for each: node ${number(nodeCpuMicros)} µs, primary ${number(primaryCpuMicros)} µs`
  return [
    ['A node at rest / after it has worked', `${mib(memory.restBytes)} / ${mib(memory.warmBytes)}`],
    [`A kept answer of ${number(memory.answerBodyBytes)} bytes`, `${number(memory.answerBytes)} bytes`],
    ['A known key', `${number(memory.keyBytes)} bytes`],
    ['A publish of one entry, p50 / p99', `${publish.p50Ms} / ${publish.p99Ms} ms`],
    [
      'The same, for the primary',
      `${publish.statements} statements, ${publish.cpuMs} ms of CPU, ${number(publish.walBytes)} bytes of log`,
    ],
    [
      `Until ${spread.nodes} other nodes show it, p50 / p99`,
      `${spread.p50Ms} / ${spread.p99Ms} ms, a request included`,
    ],
    ...polls.map(({ spaces, cpuMs }): [string, string] => [
      `A poll that watches ${number(spaces)} ${spaces === 1 ? 'space' : 'spaces'}`,
      `${cpuMs} ms of the primary's CPU, each ${pollMsOf(spaces)} ms`,
    ]),
    ['A beat', `${beatCpuMs} ms of the primary's CPU, each ${beatMs} ms`],
    ['Requests for a page of 20, kept', rate(cached)],
    ['The same, from the database', rate(uncached)],
    ['Import, SQLite', `${number(importPerSecond.sqlite)} entries a second`],
    ['Import, PostgreSQL', `${number(importPerSecond.postgres)} entries a second`],
    ...growth.map(({ what, smallMs, largeMs, ratio }): [string, string] => [
      `From ${number(entries.small)} to ${number(entries.large)} entries: ${what}`,
      `${smallMs} to ${largeMs} ms, ${ratio} times`,
    ]),
  ]
}

export function toModelRows(results: ScaleResults): string[][] {
  return loads.map(load => {
    const { polls, publishes, reads, total } = demandOf(results, load)
    const texts = [load.spaces, load.nodes, load.publishesPerSecond, load.questions].map(number)
    return [...texts, ...[polls, publishes, reads, total].map(cores => cores.toPrecision(2))]
  })
}

export const modelHeader = [
  ...['Spaces', 'Nodes', 'Publishes a second', 'Questions asked again'],
  ...['Cores for polls', 'for publishes', 'for reads', 'together'],
] as const

const beginMarker = '<!-- constants: written by `npm run bench:scale` -->'
const endMarker = '<!-- end of constants -->'

/** The document with these constants in place of those that are in it. */
export function updateDocument(document: string, results: ScaleResults): string {
  return replaceBetween(document, beginMarker, endMarker, () => toMarkdown(results))
}

function toMarkdown(results: ScaleResults): string {
  const { date, frontlist, bun, postgres, cpu, cores, loadAverage } = results
  const table = (header: readonly string[], rows: readonly (readonly string[])[]) =>
    [header, header.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
  return `\`npm run bench:scale\`, ${date.slice(0, 10)}: Frontlist ${frontlist} on Bun ${bun}, PostgreSQL ${postgres}, ${cpu}, ${cores} cores for all of them, load average ${loadAverage.toFixed(1)} before.

${table(['What', 'Measured'], toConstantRows(results))}

What these make of the primary, in cores that are busy:

${table(modelHeader, toModelRows(results))}

One busy core of the primary carries the polls of ${[1, 100, 1000].map(spaces => `${number(nodesPerCore(results, spaces))} nodes that watch ${number(spaces)} ${spaces === 1 ? 'space' : 'spaces'}`).join(', ')}.
`
}

function mib(bytes: number): string {
  return `${number(bytes / 2 ** 20)} MiB`
}
