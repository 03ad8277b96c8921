// `npm run bench memory`: a server's memory while every request is a new one, valid or invalid.
import type { Benchmark } from './options.ts'
import { memoryOf } from './process-figures.ts'
import { checkAll, listRequest } from './requests.ts'
import {
  type Circumstances,
  circumstances,
  finish,
  formatMib,
  formatNumber,
  median,
  rounded,
  toHead,
} from './results.ts'
import { setUp } from './setup.ts'
import type { Workplace } from './workplace.ts'

interface MemorySample {
  readonly requests: number
  /** Since the first request. */
  readonly seconds: number
  readonly residentBytes: number
  readonly pssBytes?: number
}

interface MemoryGrowth {
  /** The medians of the third and the last quarter of the samples. */
  readonly thirdBytes: number
  readonly lastBytes: number
  readonly ratio: number
  readonly highestBytes: number
}

/** The slope of a line through the samples of the last ten minutes, or of the last third of a shorter run. */
interface MemorySlope {
  readonly samples: number
  readonly seconds: number
  readonly mibInTenMinutes: number
  readonly standardError: number
}

export interface MemoryResults extends Circumstances {
  readonly posts: number
  readonly requests: number
  readonly requestsPerSecond: number
  readonly samples: readonly MemorySample[]
  readonly growth: MemoryGrowth
  readonly slope?: MemorySlope
  /** The highest allowed ratio of the last quarter to the third. */
  readonly wanted: number
}

export function toMemoryGrowth(samples: readonly MemorySample[]): MemoryGrowth {
  const bytes = samples.map(sample => sample.residentBytes)
  const quarter = Math.floor(bytes.length / 4)
  const lastBytes = median(bytes.slice(-quarter))
  const thirdBytes = median(bytes.slice(-2 * quarter, -quarter))
  const ratio = rounded(lastBytes / thirdBytes, 4)
  return { thirdBytes, lastBytes, ratio, highestBytes: Math.max(...bytes) }
}

const tenMinutes = 600

/** Least squares. Null if there are too few samples for a line. */
export function toMemorySlope(samples: readonly MemorySample[]): MemorySlope | null {
  const end = samples.at(-1)?.seconds ?? 0
  const last = samples
    .map(({ seconds, residentBytes }) => ({ x: seconds, y: residentBytes / 2 ** 20 }))
    .filter(({ x }) => x >= end - Math.min(tenMinutes, end / 3))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const [x0, y0] = [sum(last.map(({ x }) => x)) / last.length, sum(last.map(({ y }) => y)) / last.length]
  const spread = sum(last.map(({ x }) => (x - x0) ** 2))
  if (last.length < 3 || spread === 0) return null
  const slope = sum(last.map(({ x, y }) => (x - x0) * (y - y0))) / spread
  const residuals = sum(last.map(({ x, y }) => (y - y0 - slope * (x - x0)) ** 2))
  const inTenMinutes = (value: number) => Math.round(value * tenMinutes * 100) / 100
  return {
    samples: last.length,
    seconds: Math.round(end - last[0]!.x),
    mibInTenMinutes: inTenMinutes(slope),
    standardError: inTenMinutes(Math.sqrt(residuals / (last.length - 2) / spread)),
  }
}

export function toMemoryMarkdown(results: MemoryResults): string {
  const { posts, requests, requestsPerSecond, samples, growth, wanted, slope } = results
  const shown = [0.05, 0.1, 0.25, 0.5, 0.75, 1].map(part => samples[Math.ceil(part * samples.length) - 1]!)
  const rows = shown.map(
    ({ requests, residentBytes }) => `${formatNumber(requests)}: ${formatMib(residentBytes)}`,
  )
  const line = slope
    ? `\nA line fitted to the last ${slope.samples} samples, over ${formatNumber(slope.seconds)} seconds, rises by ${slope.mibInTenMinutes} ± ${slope.standardError} MiB in ten minutes.\n`
    : ''
  return `${toHead(results)}. ${formatNumber(posts)} posts; ${formatNumber(requests)} requests, ${formatNumber(requestsPerSecond)} per second.

Resident memory by the number of requests: ${rows.join('; ')}.

The medians of the third and the last quarter are ${formatMib(growth.thirdBytes)} and ${formatMib(growth.lastBytes)}. Their ratio is ${growth.ratio}; the goal is ≤ ${wanted}. The peak is ${formatMib(growth.highestBytes)}.
${line}`
}

type MemoryOptions = Readonly<
  Record<'requests' | 'posts' | 'samples' | 'connections' | 'minutes' | 'cache-mib', number>
>

export async function measureMemory(workplace: Workplace, options: MemoryOptions): Promise<MemoryResults> {
  const { requests, posts, connections, minutes } = options
  const { site, content, load } = setUp(workplace, posts)
  const { key } = await site.space('bench')
  const { url, pid } = await site.frontlist.serve({ CACHE_BYTES: String(options['cache-mib'] * 2 ** 20) })
  const { expectations } = content('bench')
  const known = [0, 1, 2].map(depth => listRequest(expectations, { page: 1, perPage: 3, depth }))
  const samples: MemorySample[] = []
  let seconds = 0
  const startedAt = performance.now()
  for (let taken = 1; taken <= options.samples; taken++) {
    const before = samples.at(-1)?.requests ?? 0
    const random = Math.round((requests * taken) / options.samples) - before
    seconds += (await load.round({ random, key, posts, url, connections })).seconds
    const end = startedAt + (minutes * 60_000 * taken) / options.samples
    await Bun.sleep(Math.max(0, end - performance.now()))
    const elapsed = Math.round(performance.now() - startedAt) / 1000
    samples.push({ requests: before + random, seconds: elapsed, ...memoryOf(pid) })
    // Checks that its responses are still the expected ones.
    await checkAll(url, key, known)
  }
  const slope = toMemorySlope(samples)
  return {
    ...circumstances(),
    ...{ posts, requests, requestsPerSecond: Math.round(requests / seconds), samples },
    growth: toMemoryGrowth(samples),
    ...(slope && { slope }),
    wanted: 1.05,
  }
}

const numbers = {
  requests: ['requests', 1_000_000, 2000],
  posts: ['posts in the data set', 10_000, 50],
  samples: ['samples of its memory', 40, 8],
} as const

export const memory: Benchmark<keyof typeof numbers> = {
  name: 'memory',
  about: 'What a server holds while every request is a new one. Over half an hour: npm run stress memory.',
  numbers,
  run: async (options, workplace) => {
    const fixed = { connections: 16, minutes: 0, 'cache-mib': 64 }
    const results = await measureMemory(workplace, { ...fixed, ...options.numbers })
    await finish({ name: 'memory', results, markdown: toMemoryMarkdown(results) }, options)
  },
}
