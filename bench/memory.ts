// `npm run bench:memory`: what a server holds while it is asked what nobody has asked before, good questions and bad
// ones, again and again: nothing may grow with their number.
import { listRequest } from './cases.ts'
import { createDataSet } from './data-set.ts'
import { keepResults } from './document.ts'
import { createExpectations } from './expected.ts'
import { importDataSet } from './import-run.ts'
import { type OptionList, readOptions, toUsage } from './options.ts'
import { residentBytes } from './process-figures.ts'
import { frontlistIn, startLoad } from './programs.ts'
import { record, writeRecording } from './recording.ts'
import { number, toHead, toMarkdownTable } from './report.ts'
import { type Circumstances, circumstances, median, rounded } from './results.ts'
import { requireLinux, runProgram, showProgress } from './terminal.ts'

const numbers = {
  requests: { about: 'Requests', min: 100, max: 100_000_000, fallback: 1_000_000, quick: 2000 },
  posts: { about: 'Posts in the data set', min: 10, max: 100_000, fallback: 10_000, quick: 50 },
  samples: { about: 'Times that its memory is looked at', min: 8, max: 1000, fallback: 40, quick: 8 },
  connections: { about: 'Connections that the load keeps busy', min: 1, max: 256, fallback: 16, quick: 4 },
} as const

const list = {
  command: 'bench:memory',
  about:
    'Measures what a server holds under requests that are new each time. The long form: --requests 10000000.',
  numbers,
  texts: {},
} satisfies OptionList<typeof numbers, never>

export interface MemorySample {
  readonly requests: number
  readonly residentBytes: number
}

export interface MemoryResults extends Circumstances {
  readonly posts: number
  readonly requests: number
  readonly requestsPerSecond: number
  readonly samples: readonly MemorySample[]
  readonly growth: MemoryGrowth
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

export function toMemoryMarkdown(results: MemoryResults): string {
  const { posts, requests, requestsPerSecond, samples, growth, wanted } = results
  const mib = (bytes: number) => `${number(bytes / 2 ** 20)} MiB`
  const shown = [0.05, 0.1, 0.25, 0.5, 0.75, 1].map(part => samples[Math.ceil(part * samples.length) - 1]!)
  return `${toHead(results)}. ${number(posts)} posts, ${number(requests)} requests, ${number(requestsPerSecond)} a second.

${toMarkdownTable(
  ['Requests', 'Resident'],
  shown.map(sample => [number(sample.requests), mib(sample.residentBytes)]),
)}

Medians of the third quarter and of the last: ${mib(growth.thirdBytes)} and ${mib(growth.lastBytes)}, ${growth.ratio} times; wanted: ≤ ${wanted}. The most: ${mib(growth.highestBytes)}.
`
}

async function main(): Promise<void> {
  await runProgram(async (workplace, limit) => {
    const options = readOptions(process.argv.slice(2), list)
    if (options === null) {
      process.stdout.write(`${toUsage(list)}\n`)
      return
    }
    requireLinux()
    const { requests, posts, connections } = options
    limit(5 + requests / 25_000)
    const frontlist = frontlistIn(workplace, null)
    const dataSet = createDataSet(posts)
    const { key } = await importDataSet(frontlist, dataSet, 'bench', workplace)
    const server = await frontlist.serve()
    const file = `${workplace.folder}/none.recording`
    await writeRecording(file, [])
    const load = await startLoad(workplace, file)
    const expectations = createExpectations(dataSet)
    const known = [0, 1, 2].map(depth => listRequest(expectations, { page: 1, perPage: 3, depth }))
    const samples: MemorySample[] = []
    let seconds = 0
    for (let taken = 1; taken <= options.samples; taken++) {
      const before = samples.at(-1)?.requests ?? 0
      const random = Math.round((requests * taken) / options.samples) - before
      showProgress(`${number(before)} of ${number(requests)} requests`)
      const answer = await load.round({ random, key, posts, port: server.port, connections })
      seconds += answer.seconds
      samples.push({ requests: before + random, residentBytes: residentBytes(server.pid) })
      // It still says what is right.
      await record(server.url, key, { name: 'known', requests: known })
    }
    const results: MemoryResults = {
      ...circumstances(),
      posts,
      requests,
      requestsPerSecond: Math.round(requests / seconds),
      samples,
      growth: toMemoryGrowth(samples),
      wanted: 1.05,
    }
    await keepResults({ name: 'memory', results, markdown: toMemoryMarkdown(results) }, options)
    process.stdout.write(toMemoryMarkdown(results))
  })
}

if (import.meta.main) await main()
