// `npm run bench growth`: what requests cost in a small space and in a large one, with up to a million entries and
// more, and how fast the large one is imported. On PostgreSQL also what nodes cost their primary.
import { statfsSync } from 'node:fs'
import type { ImportResult } from './fill.ts'
import { importPosts, slugOf } from './growth-posts.ts'
import { type GrownSpace, type GrowthResult, get, measureGrowth } from './growth-requests.ts'
import { type Benchmark, type Options, UsageError } from './options.ts'
import { measurePrimary, type Primary, type PrimaryCosts, withPrimary } from './primary.ts'
import { peakBytes } from './process-figures.ts'
import { type Frontlist, frontlistIn } from './processes.ts'
import { perPage } from './requests.ts'
import {
  type Circumstances,
  circumstances,
  finish,
  formatMib,
  formatNumber,
  formatRange,
  rounded,
  toHead,
  toTable,
} from './results.ts'
import { note } from './run-program.ts'
import type { Workplace } from './workplace.ts'

export interface GrowthResults extends Circumstances {
  readonly small: number
  readonly entries: number
  readonly samples: number
  /** Of the large space. */
  readonly import: ImportResult
  readonly databaseBytes: number
  /** While pages and entries throughout the large space are read; and the start-up of a server on it. */
  readonly serving: { readonly peakBytes: number; readonly readySeconds: number }
  /** The highest ratio of large to small. */
  readonly wanted: number
  readonly cached: readonly GrowthResult[]
  /** With `CACHE_BYTES=0`. */
  readonly uncached: readonly GrowthResult[]
  /** On PostgreSQL. */
  readonly primary?: PrimaryCosts
}

/** The imported file, the database and its log. */
const bytesPerEntry = 6000
const servedRequests = 2000
const readyWaitMs = 30_000

export function toGrowthMarkdown(results: GrowthResults): string {
  const { small, entries, samples, wanted, serving, databaseBytes, import: imported, primary } = results
  const toLine = (growth: readonly GrowthResult[], how: string) =>
    `${how}: ${formatRange(growth.map(({ largeMs }) => largeMs))} ms in the large space, ${formatRange(growth.map(({ ratio }) => ratio))} times as long as in the small one, with ${formatRange(growth.map(({ cpuRatio }) => cpuRatio))} times the CPU time; the goal is ≤ ${wanted}.`
  const rows = [
    ['Import, entries per second', formatNumber(imported.entriesPerSecond)],
    ['Import, peak memory of the command', formatMib(imported.peakBytes)],
    ['Database', formatMib(databaseBytes)],
    ['Peak memory of the server while pages of the whole space are read', formatMib(serving.peakBytes)],
    ['Time until a started server is ready', `${serving.readySeconds} s`],
  ]
  const engine = primary ? `, PostgreSQL ${primary.postgres} on the same machine` : ''
  return `${toHead(results)}${engine}. A space with ${formatNumber(small)} entries and one with ${formatNumber(entries)}; medians of ${formatNumber(samples)} requests each, one at a time, to both spaces in turn.

- ${toLine(results.cached, 'Cached')}
- ${toLine(results.uncached, 'From the database')}

${toTable(['The large space', 'Measured'], rows)}
${primary ? `\n${toTable(['The primary', 'Measured'], toPrimaryRows(primary))}\n` : ''}`
}

function toPrimaryRows({ publish, readCpuMs, watch }: PrimaryCosts): string[][] {
  return [
    ['A publish of one entry, p50 / p99', `${publish.p50Ms} / ${publish.p99Ms} ms`],
    ['CPU of a publish', `${publish.cpuMs} ms`],
    [`CPU of a read, a page of ${perPage} posts that is not cached`, `${readCpuMs} ms`],
    ...watch.map(({ spaces, cpuMsPerSecond }) => [
      `CPU of a node that watches ${formatNumber(spaces)} ${spaces === 1 ? 'space' : 'spaces'}`,
      `${cpuMsPerSecond} ms per second`,
    ]),
  ]
}

async function measureServing(
  frontlist: Frontlist,
  { key, entries }: GrownSpace,
): Promise<GrowthResults['serving']> {
  const started = performance.now()
  const server = await frontlist.serve()
  while ((await fetch(`${server.url}/readyz`)).status !== 200) {
    if (performance.now() - started > readyWaitMs) throw new Error('The server does not become ready.')
    await Bun.sleep(10)
  }
  const readySeconds = rounded((performance.now() - started) / 1000, 3)
  const pages = Math.max(1, Math.floor(entries / perPage))
  for (let number = 0; number < Math.min(servedRequests, 2 * entries); number++) {
    const place = number * 7919
    const isPage = number % 2 === 0
    await get(server, key, isPage ? `posts?page=${1 + (place % pages)}` : `posts/${slugOf(place % entries)}`)
  }
  const peak = peakBytes(server.pid)
  await server.stop()
  return { peakBytes: peak, readySeconds }
}

async function measureAll(
  { numbers: { small, entries, samples }, ...options }: GrowthOptions,
  workplace: Workplace,
  primary?: Primary,
): Promise<void> {
  const frontlist = primary?.frontlist ?? frontlistIn(workplace)
  note(`Importing ${formatNumber(small)} and ${formatNumber(entries)} entries`)
  const smallSpace = await importPosts(frontlist, small, 'small', workplace)
  const large = await importPosts(frontlist, entries, 'large', workplace)
  const spaces = [
    { key: smallSpace.key, entries: small },
    { key: large.key, entries },
  ] as const
  const measure = async (settings: Readonly<Record<string, string>>) => {
    const server = await frontlist.serve(settings)
    const growth = await measureGrowth(server, samples, spaces)
    await server.stop()
    return growth
  }
  note('Requests')
  const results: GrowthResults = {
    ...circumstances(),
    ...{ small, entries, samples, import: large.import },
    databaseBytes: await sizeOf(frontlist, primary),
    serving: await measureServing(frontlist, spaces[1]),
    wanted: 1.2,
    cached: await measure({}),
    uncached: await measure({ CACHE_BYTES: '0' }),
    ...(primary && { primary: await measurePrimary(primary, smallSpace, options.isQuick, workplace) }),
  }
  const name = primary ? 'scaling' : 'growth'
  await finish({ name, results, markdown: toGrowthMarkdown(results) }, options)
}

async function sizeOf({ databaseFile }: Frontlist, primary: Primary | undefined): Promise<number> {
  if (!primary) return Bun.file(databaseFile).size
  const database = new URL(primary.url).pathname.slice(1)
  const [row] = await primary.cluster.run<{ bytes: string }>(
    `select pg_database_size('${database}') as bytes`,
  )
  return Number(row?.bytes)
}

async function run(options: GrowthOptions, workplace: Workplace): Promise<void> {
  const { database = 'sqlite' } = options.texts
  if (database !== 'sqlite' && database !== 'postgres') {
    throw new UsageError('--database must be sqlite or postgres.')
  }
  const { bavail, bsize } = statfsSync(workplace.folder)
  const needed = options.numbers.entries * bytesPerEntry
  if (bavail * bsize < needed) {
    throw new Error(`${workplace.folder} has no room for ${Math.ceil(needed / 1e9)} GB: set TMPDIR.`)
  }
  if (database === 'sqlite') return measureAll(options, workplace)
  return withPrimary(workplace, primary => measureAll(options, workplace, primary))
}

const numbers = {
  small: ['entries of the small space', 1000, 50],
  entries: ['entries of the large space', 100_000, 100],
  samples: ['requests for each case and space', 500, 10],
} as const
type GrowthOptions = Options<keyof typeof numbers>

export const growth: Benchmark<keyof typeof numbers> = {
  name: 'growth',
  about:
    'How the cost of a request grows with its space; with --database postgres, what nodes cost their primary.',
  numbers,
  texts: {
    'database <name>': 'sqlite, or postgres: a server of its own that is started for this (sqlite)',
  },
  run,
}
