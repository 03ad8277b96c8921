// `npm run bench:memory`: what a server holds while it is asked what nobody has asked before, good questions and bad
// ones, again and again: nothing may grow with their number.
import { listRequest } from './cases.ts'
import { createDataSet } from './data-set.ts'
import { keepResults } from './document.ts'
import { createExpectations } from './expected.ts'
import { importDataSet } from './import-run.ts'
import { type OptionList, readOptions, toUsage } from './options.ts'
import { memoryOf } from './process-figures.ts'
import { frontlistIn, startLoad } from './programs.ts'
import { record, writeRecording } from './recording.ts'
import { number, toHead, toMarkdownTable } from './report.ts'
import { type Circumstances, circumstances, median, rounded } from './results.ts'
import { requireLinux, runProgram, showProgress } from './terminal.ts'
import type { Workplace } from './workplace.ts'

const numbers = {
  requests: { about: 'Requests', min: 100, max: 100_000_000, fallback: 1_000_000, quick: 2000 },
  posts: { about: 'Posts in the data set', min: 10, max: 100_000, fallback: 10_000, quick: 50 },
  samples: { about: 'Times that its memory is looked at', min: 8, max: 1000, fallback: 40, quick: 8 },
  connections: { about: 'Connections that the load keeps busy', min: 1, max: 256, fallback: 16, quick: 4 },
  minutes: { about: 'Spread over so many; 0 as fast as it goes', min: 0, max: 1440, fallback: 0, quick: 0 },
  'cache-mib': { about: 'CACHE_BYTES of the server, in MiB', min: 0, max: 4096, fallback: 64, quick: 64 },
} as const

const list = {
  command: 'bench:memory',
  about:
    'Measures what a server holds under requests that are new each time. The long form: --requests 10000000; M1: npm run stress memory.',
  numbers,
  texts: {},
} satisfies OptionList<typeof numbers, never>

export interface MemorySample {
  readonly requests: number
  /** Since the first request; absent in results of before this was told. */
  readonly seconds?: number
  readonly residentBytes: number
  readonly pssBytes?: number
}

/** How it goes up or down over the last ten minutes, or the last third of a shorter run: a line through the samples. */
export interface MemorySlope {
  readonly samples: number
  readonly seconds: number
  readonly mibInTenMinutes: number
  /** Of that figure, by how far the samples lie off the line. */
  readonly standardError: number
}

export interface MemoryResults extends Circumstances {
  readonly posts: number
  readonly requests: number
  readonly requestsPerSecond: number
  readonly samples: readonly MemorySample[]
  readonly growth: MemoryGrowth
  readonly slope?: MemorySlope
  /** Of the last quarter, compared with the one before it, at the most. */
  readonly wanted: number
}

export interface MemoryGrowth {
  /** The medians of the third quarter of the samples and of the last. */
  readonly thirdBytes: number
  readonly lastBytes: number
  readonly ratio: number
  readonly highestBytes: number
}

export function toMemoryGrowth(samples: readonly MemorySample[]): MemoryGrowth {
  const bytes = samples.map(sample => sample.residentBytes)
  const quarter = Math.floor(bytes.length / 4)
  const lastBytes = median(bytes.slice(-quarter))
  const thirdBytes = median(bytes.slice(-2 * quarter, -quarter))
  return {
    thirdBytes,
    lastBytes,
    ratio: rounded(lastBytes / thirdBytes, 4),
    highestBytes: Math.max(...bytes),
  }
}

const tenMinutes = 600
const hundredths = (value: number) => Math.round(value * 100) / 100

/** Null where there are too few samples for a line. */
export function toMemorySlope(samples: readonly MemorySample[]): MemorySlope | null {
  const timed = samples.map(({ seconds = 0, residentBytes }) => ({ x: seconds, y: residentBytes / 2 ** 20 }))
  const end = timed.at(-1)?.x ?? 0
  const last = timed.filter(({ x }) => x >= end - Math.min(tenMinutes, end / 3))
  if (last.length < 3) return null
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x0, y0] = [mean(last.map(({ x }) => x)), mean(last.map(({ y }) => y))]
  const spread = last.reduce((sum, { x }) => sum + (x - x0) ** 2, 0)
  if (spread === 0) return null
  const slope = last.reduce((sum, { x, y }) => sum + (x - x0) * (y - y0), 0) / spread
  const off = last.reduce((sum, { x, y }) => sum + (y - y0 - slope * (x - x0)) ** 2, 0)
  return {
    samples: last.length,
    seconds: Math.round(end - last[0]!.x),
    mibInTenMinutes: hundredths(slope * tenMinutes),
    standardError: hundredths(Math.sqrt(off / (last.length - 2) / spread) * tenMinutes),
  }
}

export function toMemoryMarkdown(results: MemoryResults): string {
  const { posts, requests, requestsPerSecond, samples, growth, wanted, slope } = results
  const line = slope
    ? `\nA line through the last ${slope.samples} samples, of ${number(slope.seconds)} seconds: ${slope.mibInTenMinutes} ± ${slope.standardError} MiB in ten minutes.\n`
    : ''
  const mib = (bytes: number) => `${number(bytes / 2 ** 20)} MiB`
  const shown = [0.05, 0.1, 0.25, 0.5, 0.75, 1].map(part => samples[Math.ceil(part * samples.length) - 1]!)
  return `${toHead(results)}. ${number(posts)} posts, ${number(requests)} requests, ${number(requestsPerSecond)} a second.

${toMarkdownTable(
  ['Requests', 'Resident'],
  shown.map(sample => [number(sample.requests), mib(sample.residentBytes)]),
)}

Medians of the third quarter and of the last: ${mib(growth.thirdBytes)} and ${mib(growth.lastBytes)}, ${growth.ratio} times; wanted: ≤ ${wanted}. The most: ${mib(growth.highestBytes)}.
${line}`
}

export interface MemoryOptions {
  readonly requests: number
  readonly posts: number
  readonly samples: number
  readonly connections: number
  readonly minutes: number
  readonly 'cache-mib': number
}

export async function measureMemory(workplace: Workplace, options: MemoryOptions): Promise<MemoryResults> {
  const { requests, posts, connections, minutes } = options
  const frontlist = frontlistIn(workplace, null)
  const dataSet = createDataSet(posts)
  const { key } = await importDataSet(frontlist, dataSet, 'bench', workplace)
  const server = await frontlist.serve({ CACHE_BYTES: String(options['cache-mib'] * 2 ** 20) })
  const file = `${workplace.folder}/none.recording`
  await writeRecording(file, [])
  const load = await startLoad(workplace, file)
  const expectations = createExpectations(dataSet)
  const known = [0, 1, 2].map(depth => listRequest(expectations, { page: 1, perPage: 3, depth }))
  const samples: MemorySample[] = []
  let seconds = 0
  const startedAt = performance.now()
  for (let taken = 1; taken <= options.samples; taken++) {
    const before = samples.at(-1)?.requests ?? 0
    const random = Math.round((requests * taken) / options.samples) - before
    showProgress(`${number(before)} of ${number(requests)} requests`)
    const answer = await load.round({ random, key, posts, port: server.port, connections })
    seconds += answer.seconds
    const end = startedAt + (minutes * 60_000 * taken) / options.samples
    await Bun.sleep(Math.max(0, end - performance.now()))
    samples.push({
      requests: before + random,
      seconds: Math.round(performance.now() - startedAt) / 1000,
      ...memoryOf(server.pid),
    })
    // It still says what is right.
    await record(server.url, key, { name: 'known', requests: known })
  }
  const slope = toMemorySlope(samples)
  return {
    ...circumstances(),
    posts,
    requests,
    requestsPerSecond: Math.round(requests / seconds),
    samples,
    growth: toMemoryGrowth(samples),
    ...(slope && { slope }),
    wanted: 1.05,
  }
}

async function main(): Promise<void> {
  await runProgram(async (workplace, limit) => {
    const options = readOptions(process.argv.slice(2), list)
    if (options === null) {
      process.stdout.write(`${toUsage(list)}\n`)
      return
    }
    requireLinux()
    limit(5 + Math.max(options.minutes + 5, options.requests / 25_000))
    const results = await measureMemory(workplace, options)
    await keepResults({ name: 'memory', results, markdown: toMemoryMarkdown(results) }, options)
    process.stdout.write(toMemoryMarkdown(results))
  })
}

if (import.meta.main) await main()
