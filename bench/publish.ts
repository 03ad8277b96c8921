// `npm run bench:publish`: what publishes cost those who read meanwhile.
import { join } from 'node:path'
import { type BenchRequest, entryRequest, listRequest, shuffledPages } from './cases.ts'
import { createDataSet, type DataSet } from './data-set.ts'
import { keepResults } from './document.ts'
import { createExpectations, type Expectations } from './expected.ts'
import { importDataSet } from './import-run.ts'
import { type OptionList, type ReadOptions, readOptions, toUsage } from './options.ts'
import { databaseFile, frontlistIn, startLoad } from './programs.ts'
import { countAll, type Lookups } from './publishing/lookups.ts'
import {
  measurePublishing,
  type PublishingCase,
  type PublishingResult,
} from './publishing/measure-publishing.ts'
import { openPublisher } from './publishing/publisher.ts'
import { createRandom } from './random.ts'
import { record, unchecked, writeRecording } from './recording.ts'
import { number, toHead, toMarkdownTable } from './report.ts'
import { type Circumstances, circumstances } from './results.ts'
import { requireLinux, runProgram, showProgress } from './terminal.ts'
import type { Workplace } from './workplace.ts'

const numbers = {
  posts: { about: 'Posts in the data set', min: 40, max: 100_000, fallback: 10_000, quick: 60 },
  pages: {
    about: 'Different requests that are asked again and again',
    min: 1,
    max: 5000,
    fallback: 500,
    quick: 5,
  },
  publishes: { about: 'Publishes a second', min: 0.1, max: 1000, fallback: 1, quick: 10, fraction: true },
  rounds: { about: 'Rounds with publishes and without', min: 1, max: 50, fallback: 5, quick: 1 },
  seconds: { about: 'Length of a round', min: 0.1, max: 120, fallback: 6, quick: 0.4, fraction: true },
  connections: { about: 'Connections that the load keeps busy', min: 1, max: 256, fallback: 16, quick: 4 },
} as const

const list = {
  command: 'bench:publish',
  about: 'Measures reads at depth 2 with publishes of random posts among them, and without.',
  numbers,
  texts: {},
} satisfies OptionList<typeof numbers, never>

export interface PublishResults extends Circumstances {
  readonly posts: number
  readonly publishesPerSecond: number
  readonly roundCount: number
  readonly roundSeconds: number
  readonly connections: number
  readonly wanted: { readonly ratio: number; readonly hitRate: number }
  readonly cases: readonly PublishingResult[]
}

type PublishOptions = ReadOptions<typeof numbers, never>

const depth = 2
/** Nothing goes for want of room. */
const keepsAll = { CACHE_BYTES: String(8 * 2 ** 30), METRICS: '1' }

export function toPublishMarkdown(results: PublishResults): string {
  const { posts, publishesPerSecond, roundCount, roundSeconds, connections, wanted, cases } = results
  const found = ({ hitRate, rounds }: PublishingResult, kind: keyof Lookups) => {
    const rate = hitRate[kind]
    if (rate === null) return 'not counted'
    const asked = rounds.reduce((sum, { lookups }) => sum + countAll(lookups[kind]), 0)
    return `${(rate * 100).toFixed(2)} % of ${number(asked)}`
  }
  const rows = cases.map(each => [
    each.title,
    number(each.calm.requestsPerSecond),
    number(each.publishing.requestsPerSecond),
    String(each.ratio),
    `≥ ${wanted.ratio}`,
    found(each, 'answer'),
    found(each, 'fragment'),
    `≥ ${wanted.hitRate * 100} %`,
    `${each.calm.p99Ms} / ${each.publishing.p99Ms}`,
    String(each.publishes),
  ])
  const header = [
    'Reads',
    ...['Alone, requests/s', 'With publishes', 'Ratio', 'Wanted', 'Answers found', 'Fragments found'],
    ...['Wanted', 'p99 ms, alone / with', 'Publishes'],
  ]
  return `${toHead(results)}. ${number(posts)} posts, ${publishesPerSecond} publishes a second; medians of ${roundCount} rounds of ${roundSeconds} s each, with and without in turn; ${connections} connections.

${toMarkdownTable(header, rows)}
`
}

function createCases(dataSet: DataSet, pages: number, expectations: Expectations): PublishingCase[] {
  const { posts } = dataSet.entries
  const random = createRandom(17)
  const some = Array.from({ length: pages }, () => random.pick(posts))
  const lists = shuffledPages(posts.length).slice(0, pages)
  return [
    {
      name: 'entries',
      title: `${some.length} entries, depth ${depth}`,
      requests: some.map(entry => entryRequest(expectations, entry, depth)),
    },
    {
      name: 'list',
      title: `${lists.length} pages of a list, depth ${depth}`,
      requests: lists.map(page => listRequest(expectations, { page, depth })),
    },
  ]
}

async function measure(options: PublishOptions, workplace: Workplace): Promise<PublishingResult[]> {
  const frontlist = frontlistIn(workplace, null)
  const dataSet = createDataSet(options.posts)
  const { key, slug } = await importDataSet(frontlist, dataSet, 'bench', workplace)
  const server = await frontlist.serve(keepsAll)
  const expectations = createExpectations(dataSet)
  const cases = createCases(dataSet, options.pages, expectations)
  const file = join(workplace.folder, 'reads.recording')
  const targets = (requests: readonly BenchRequest[]) => requests.map(({ target }) => target)
  await writeRecording(
    file,
    cases.map(({ name, requests }) => unchecked(name, key, targets(requests))),
  )
  const load = await startLoad(workplace, file)
  const parts = { file: databaseFile(workplace), slug, dataSet, expectations }
  const publisher = await openPublisher(parts, async entry => {
    const requests = [entryRequest(expectations, entry, depth)]
    await record(server.url, key, { name: 'published', requests })
  })
  const results: PublishingResult[] = []
  for (const each of cases) {
    const onRound = (round: number, isPublishing: boolean) =>
      showProgress(
        `${each.title}: round ${round} of ${options.rounds}, ${isPublishing ? 'with' : 'without'} publishes`,
      )
    results.push(await measurePublishing(each, { ...options, server, key, load, publisher, onRound }))
  }
  await publisher.close()
  return results
}

async function main(): Promise<void> {
  await runProgram(async (workplace, limit) => {
    const options = readOptions(process.argv.slice(2), list)
    if (options === null) {
      process.stdout.write(`${toUsage(list)}\n`)
      return
    }
    requireLinux()
    limit(10 + (options.rounds * options.seconds) / 10)
    const results: PublishResults = {
      ...circumstances(),
      posts: options.posts,
      publishesPerSecond: options.publishes,
      roundCount: options.rounds,
      roundSeconds: options.seconds,
      connections: options.connections,
      wanted: { ratio: 0.85, hitRate: 0.98 },
      cases: await measure(options, workplace),
    }
    await keepResults({ name: 'publish', results, markdown: toPublishMarkdown(results) }, options)
    process.stdout.write(toPublishMarkdown(results))
  })
}

if (import.meta.main) await main()
