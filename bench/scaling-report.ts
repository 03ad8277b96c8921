// The results of `npm run bench growth -- --database postgres`, and the table of docs/scaling.md.
import type { GrowthResult } from './growth-requests.ts'
import { type Circumstances, formatMib, formatNumber, toHead, toTable } from './results.ts'

export interface ScalingResults extends Circumstances {
  readonly postgres: string
  readonly entries: { readonly small: number; readonly large: number }
  readonly importPerSecond: number
  readonly memory: {
    readonly restBytes: number
    /** Memory per cached response with a body of this length. */
    readonly responseBytes: number
    readonly responseBodyBytes: number
  }
  /** CPU times of the primary. */
  readonly publish: { readonly p50Ms: number; readonly p99Ms: number; readonly cpuMs: number }
  readonly read: { readonly cpuMicros: number }
  /** A node without requests. */
  readonly watch: readonly { readonly spaces: number; readonly cpuMsPerSecond: number }[]
  readonly growth: readonly GrowthResult[]
}

export function toScalingMarkdown(results: ScalingResults): string {
  const { memory, publish, read, watch, growth, entries, postgres, importPerSecond } = results
  const rows = [
    ['A node at rest', formatMib(memory.restBytes)],
    [
      `A cached response of ${formatNumber(memory.responseBodyBytes)} bytes`,
      `${formatNumber(memory.responseBytes)} bytes of a node's memory`,
    ],
    ['A publish of one entry, p50 / p99', `${publish.p50Ms} / ${publish.p99Ms} ms`],
    ['CPU of a publish', `${publish.cpuMs} ms of the primary's CPU`],
    [
      'CPU of a read, a page of 20 posts that is not cached',
      `${read.cpuMicros / 1000} ms of the primary's CPU`,
    ],
    ...watch.map(({ spaces, cpuMsPerSecond }) => [
      `CPU of a node that watches ${formatNumber(spaces)} ${spaces === 1 ? 'space' : 'spaces'}`,
      `${cpuMsPerSecond} ms of the primary's CPU a second`,
    ]),
    ['Import', `${formatNumber(importPerSecond)} entries a second`],
    ...growth.map(({ what, smallMs, largeMs, ratio }) => [
      `From ${formatNumber(entries.small)} to ${formatNumber(entries.large)} entries: ${what}`,
      `${smallMs} to ${largeMs} ms, ${ratio} times`,
    ]),
  ]
  return `${toHead(results)}, PostgreSQL ${postgres} on the same machine.

${toTable(['What', 'Measured'], rows)}
`
}
