// The cases of which no answer is kept: no page is asked twice of a server process. For every round a Frontlist is
// started and warmed up by other questions.
import {
  type BareWay,
  type BenchRequest,
  bareRequest,
  bareTarget,
  listRequest,
  listTarget,
  perPage,
  shuffledPages,
} from './cases.ts'
import { startBare, startBareSqlite } from './programs.ts'
import { record, unchecked } from './recording.ts'
import { number } from './report.ts'
import type { CaseResult, Wanted } from './results.ts'
import { fresh, standing } from './rounds.ts'
import { type Content, isAsked, loadOf, measureCase, type Stage } from './stage.ts'

/** At depth 2 a page has almost a megabyte, and all that are measured are held in memory to be compared. */
const deepPagesMax = 100
const deepWarmingPages = 300
/** Pages of these sizes are asked before those that are measured. */
const warmingSizes = [25, 24, 23, 22]
const measuredSizes = [19, 20, 21]
/** Everything stays in memory: only then are the fragments of all posts there. */
const keepsAll = { CACHE_BYTES: String(8 * 2 ** 30) }

interface NeverAsked {
  readonly name: string
  readonly title: string
  readonly depth: number
  readonly ways: readonly BareWay[]
  readonly wanted: Wanted
}

const neverAskedCases: readonly NeverAsked[] = [
  { name: 'new-pages', title: 'New pages', depth: 0, ways: [], wanted: { cpu: 2 } },
  {
    name: 'new-pages-addresses',
    title: 'New pages; bare reads the addresses in them too',
    depth: 0,
    ways: ['addresses'],
    wanted: {},
  },
  {
    name: 'new-pages-seek',
    title: 'New pages; bare knows where each begins',
    depth: 0,
    ways: ['seek'],
    wanted: { cpu: 2 },
  },
  {
    name: 'new-pages-depth-2',
    title: 'New pages, depth 2; bare knows where each begins',
    depth: 2,
    ways: ['seek'],
    wanted: { cpu: 3 },
  },
  {
    name: 'new-pages-whole',
    title: 'New pages; bare answers the same bytes',
    depth: 0,
    ways: ['seek', 'whole'],
    wanted: {},
  },
  {
    name: 'new-pages-depth-2-whole',
    title: 'New pages, depth 2; bare answers the same bytes',
    depth: 2,
    ways: ['seek', 'whole'],
    wanted: {},
  },
]

export async function measureNewQuestions(stage: Stage): Promise<CaseResult[]> {
  const results: CaseResult[] = []
  const { options } = stage
  if (isAsked(options, 'fragments')) results.push(await measureFragments(stage))
  for (const each of neverAskedCases) {
    if (isAsked(options, each.name)) results.push(await measureNeverAsked(stage, each))
  }
  return results
}

/** Pages at depth 2, of other sizes than those before: made out of fragments that are in memory, all of them. */
async function measureFragments(stage: Stage): Promise<CaseResult> {
  const { frontlist, workplace, options, other, server } = stage
  const requests = pagesOf(other, measuredSizes, 2)
  const measured = await record(server.url, other.key, { name: 'measured', requests })
  const warmUp = unchecked('warm-up', other.key, targetsOf(other, warmingSizes, 2))
  const { load, file } = await loadOf(stage, 'fragments', [measured, warmUp])
  const bare = await startBare(workplace, file)
  const parts = { load, connections: options.connections }
  const order = { caseName: 'measured', milliseconds: options.seconds * 1000 }
  const about = {
    name: 'fragments',
    title: `Pages of warm posts, depth 2; ${number(other.dataSet.entries.posts.length)} posts`,
    wanted: { requestsPerSecond: 0.25 },
    beside: 'serve',
    target: requests[0]?.target ?? '',
    bodyBytes: measured.exchanges[0]?.body?.length ?? 0,
  } as const
  const pair = [
    fresh('frontlist', () => frontlist.serve(keepsAll), 'warm-up', 'measured', parts),
    standing('bare', bare, order, parts),
  ] as const
  const result = await measureCase(stage, about, pair, load)
  await load.stop()
  await bare.stop()
  return result
}

/**
 * Warmed up by pages of another space that were not asked for either: what is compiled is the way of a new page, and
 * nothing of this space is in memory, but what the pages before in the round share.
 */
async function measureNeverAsked(stage: Stage, { depth, ways, ...case_ }: NeverAsked): Promise<CaseResult> {
  const { frontlist, workplace, options, content, warming, server } = stage
  const { expectations, key } = content
  const pages = pagesToAsk(content, depth > 0 ? deepPagesMax : Infinity)
  const requests = pages.map(page => listRequest(expectations, { page, depth }))
  const bareRequests = pages.map(page => bareRequest(expectations, content.slug, { page, depth }, ways))
  const bare = await startBareSqlite(workplace)
  const measured = await record(server.url, key, { name: 'measured', requests })
  const rows = await record(bare.url, key, { name: 'rows', requests: bareRequests })
  await bare.stop()
  const warmingPages = pagesToAsk(warming, depth > 0 ? deepWarmingPages : Infinity)
  const targets = warmingPages.map(page => listTarget({ page, perPage, depth }))
  const bareTargets = warmingPages.map(page => bareTarget(warming.slug, { page, perPage, depth }, ways))
  const warmUp = unchecked('warm-up', warming.key, targets)
  const bareWarmUp = unchecked('bare-warm-up', warming.key, bareTargets)
  const { load } = await loadOf(stage, case_.name, [measured, rows, warmUp, bareWarmUp])
  const parts = { load, connections: options.connections }
  const about = {
    ...case_,
    beside: 'sqlite',
    target: requests[0]?.target ?? '',
    bodyBytes: measured.exchanges[0]?.body?.length ?? 0,
  } as const
  const pair = [
    fresh('frontlist', () => frontlist.serve(), 'warm-up', 'measured', parts),
    fresh('bare', () => startBareSqlite(workplace), 'bare-warm-up', 'rows', parts),
  ] as const
  const result = await measureCase(stage, about, pair, load)
  await load.stop()
  return result
}

function pagesToAsk({ dataSet }: Content, max: number): number[] {
  return shuffledPages(dataSet.entries.posts.length).slice(0, max)
}

function pagesOf(content: Content, sizes: readonly number[], depth: number): BenchRequest[] {
  return pagesOfSizes(content, sizes, (perPage, page) =>
    listRequest(content.expectations, { page, perPage, depth }),
  )
}

function targetsOf(content: Content, sizes: readonly number[], depth: number): string[] {
  return pagesOfSizes(content, sizes, (perPage, page) => listTarget({ page, perPage, depth }))
}

function pagesOfSizes<Asked>(
  { dataSet }: Content,
  sizes: readonly number[],
  toAsked: (perPage: number, page: number) => Asked,
): Asked[] {
  const { length } = dataSet.entries.posts
  return sizes.flatMap(perPage => shuffledPages(length, perPage).map(page => toAsked(perPage, page)))
}
