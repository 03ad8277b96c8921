// `npm run bench compare`: compares Frontlist with bare servers, or with another checkout, loaded in turn.
import {
  type CachedCase,
  type Case,
  cachedCases,
  caseNames,
  fragmentCase,
  type NewCase,
  newCases,
} from './cases.ts'
import { chartFile, drawChart } from './chart.ts'
import { type CaseResult, type CompareResults, toCaseResult, toCompareMarkdown } from './compare-report.ts'
import { type Setup, type Site, type SpaceName, setUp } from './compare-setup.ts'
import type { LoadRequest } from './load-order.ts'
import { measurePairs, type RoundOptions, type Side } from './measure.ts'
import { type Benchmark, type Options, UsageError } from './options.ts'
import { type ServerProcess, startBare } from './processes.ts'
import {
  bareTarget,
  checkAll,
  type ExpectedRequest,
  listRequest,
  listTarget,
  requireSameResponses,
  rowsRequest,
  shuffledPages,
  uncheckedRequest,
} from './requests.ts'
import { circumstances, finish } from './results.ts'
import { note } from './run-program.ts'
import type { Workplace } from './workplace.ts'

/** At depth 2 a page has almost a megabyte. */
const deepPagesMax = 100
const deepWarmUpPages = 300
/** Pages of these sizes are requested before the measured ones. */
const warmUpSizes = [25, 24, 23, 22]
const measuredSizes = [19, 20, 21]
/** Nothing is evicted. */
const unlimitedCache = { CACHE_BYTES: String(8 * 2 ** 30) }

async function measureCached(setup: Setup, case_: CachedCase): Promise<CaseResult> {
  const { dataSet, expectations } = setup.content('bench')
  const requests = case_.requests(dataSet, expectations)
  const frontlist = await checkedSide(setup.site, 'bench', requests)
  const other = setup.other
    ? await checkedSide(setup.other, 'bench', requests)
    : await bareSide(setup, frontlist, case_.beside === 'checks')
  const { seconds } = setup
  const result = await measure(setup, case_, { frontlist, other }, { frontlist: seconds, other: seconds })
  if (!setup.other) await other.server.stop()
  return result
}

/** The long-running server of a site. The second response to each request is a cache hit, and is checked too. */
async function checkedSide({ space, server }: Site, name: SpaceName, requests: readonly ExpectedRequest[]) {
  const { key } = await space(name)
  const running = await server()
  await checkAll(running.url, key, requests)
  return { server: running, requests: await checkAll(running.url, key, requests) }
}

async function bareSide(
  { site, workplace }: Setup,
  { server, requests }: { server: ServerProcess; requests: readonly LoadRequest[] },
  withChecks: boolean,
) {
  const files = withChecks ? [site.frontlist.databaseFile] : []
  const bare = await startBare(workplace, 'bare-server', server.url, ...files)
  await requireSameResponses(server.url, bare.url, requests)
  // Again: now from the bare server's own memory.
  await requireSameResponses(server.url, bare.url, requests)
  return { server: bare, requests }
}

async function measureFragments(setup: Setup): Promise<CaseResult> {
  const { dataSet, expectations } = setup.content('small')
  const pages = (sizes: readonly number[]) =>
    sizes.flatMap(perPage =>
      shuffledPages(dataSet.entries.posts.length, perPage).map(page => ({ page, perPage, depth: 2 })),
    )
  const measured = pages(measuredSizes).map(query => listRequest(expectations, query))
  const sideOf = async (site: Site) => {
    const { server, requests } = await checkedSide(site, 'small', measured)
    const { key } = await site.space('small')
    const warmUp = pages(warmUpSizes).map(query => uncheckedRequest(key, listTarget(query)))
    return { server, side: { start: () => site.frontlist.serve(unlimitedCache), warmUp, requests } }
  }
  const { server, side: frontlist } = await sideOf(setup.site)
  if (setup.other) {
    return measure(setup, fragmentCase, { frontlist, other: (await sideOf(setup.other)).side }, {})
  }
  const other = await bareSide(setup, { server, requests: frontlist.requests }, false)
  const result = await measure(setup, fragmentCase, { frontlist, other }, { other: setup.seconds })
  await other.server.stop()
  return result
}

/**
 * Warmed up with new pages of another space: the code for new pages is compiled, and nothing of this space is cached
 * except what the round's earlier pages share with its later ones.
 */
async function measureNew(setup: Setup, case_: NewCase): Promise<CaseResult> {
  const { depth, beside } = case_
  const { expectations } = setup.content('bench')
  const pages = pagesOf(setup, 'bench', depth > 0 ? deepPagesMax : Infinity)
  const warmUpPages = pagesOf(setup, 'warm-up', depth > 0 ? deepWarmUpPages : Infinity)
  const expected = pages.map(page => listRequest(expectations, { page, depth }))
  const sideOf = async ({ frontlist, space, server }: Site) => {
    const [{ key }, { key: warmUpKey }] = [await space('bench'), await space('warm-up')]
    return {
      start: () => frontlist.serve(),
      warmUp: warmUpPages.map(page => uncheckedRequest(warmUpKey, listTarget({ page, depth }))),
      requests: await checkAll((await server()).url, key, expected),
    }
  }
  const frontlist = await sideOf(setup.site)
  if (setup.other) return measure(setup, case_, { frontlist, other: await sideOf(setup.other) }, {})
  const start = () => startBare(setup.workplace, 'bare-database-server', setup.site.frontlist.databaseFile)
  const { key } = await setup.site.space('bench')
  const isWhole = beside === 'page'
  const toRequest = (space: SpaceName) => (page: number) =>
    uncheckedRequest(key, bareTarget(space, { page, depth }, isWhole))
  const checking = await start()
  const requests = isWhole
    ? pages.map(toRequest('bench'))
    : await checkAll(
        checking.url,
        key,
        pages.map(page => rowsRequest(expectations, 'bench', { page, depth })),
      )
  if (isWhole) {
    const { url } = await setup.site.server()
    await requireSameResponses(url, checking.url, frontlist.requests, requests)
  }
  await checking.stop()
  const other = { start, warmUp: warmUpPages.map(toRequest('warm-up')), requests }
  return measure(setup, case_, { frontlist, other }, {})
}

function pagesOf({ content }: Setup, name: SpaceName, max: number): number[] {
  return shuffledPages(content(name).dataSet.entries.posts.length).slice(0, max)
}

async function measure(
  setup: Setup,
  { name, title, wanted, beside }: Case,
  sides: Readonly<Record<'frontlist' | 'other', Side>>,
  seconds: { frontlist?: number; other?: number },
): Promise<CaseResult> {
  const { load, connections, rounds } = setup
  const optionsOf = (value?: number): RoundOptions =>
    value === undefined ? { load, connections } : { load, connections, seconds: value }
  note(title)
  const pairs = await measurePairs(sides, rounds, {
    frontlist: optionsOf(seconds.frontlist),
    other: optionsOf(seconds.other),
  })
  const { target = '', bytes = 0 } = sides.frontlist.requests[0] ?? {}
  const about = { name, title: setup.other ? (title.split(';')[0] ?? '') : title, target, bodyBytes: bytes }
  return setup.other
    ? toCaseResult({ ...about, beside: 'checkout', wanted: {} }, pairs)
    : toCaseResult({ ...about, beside, wanted }, pairs)
}

function selectCases({ texts }: CompareOptions): (name: string) => boolean {
  const names = texts.cases?.split(',') ?? caseNames
  const unknown = names.filter(name => !caseNames.includes(name))
  if (unknown.length > 0) {
    throw new UsageError(`There is no case ${unknown.join(', ')}. The cases: ${caseNames.join(', ')}.`)
  }
  return name => names.includes(name)
}

async function run(options: CompareOptions, workplace: Workplace): Promise<void> {
  const isSelected = selectCases(options)
  const setup = setUp(options.numbers, options.texts.against, workplace)
  const isMeasured = ({ name, beside }: Case) =>
    isSelected(name) && (setup.other === null || beside === 'bytes' || beside === 'rows')
  const { import: imported } = await setup.site.space('bench')
  const cases: CaseResult[] = []
  for (const each of cachedCases) if (isMeasured(each)) cases.push(await measureCached(setup, each))
  if (isMeasured(fragmentCase)) cases.push(await measureFragments(setup))
  for (const each of newCases) if (isMeasured(each)) cases.push(await measureNew(setup, each))
  const { posts, seconds: roundSeconds, rounds: roundCount, connections } = options.numbers
  const results: CompareResults = {
    ...circumstances(),
    ...{ posts, roundSeconds, roundCount, connections, import: imported, cases },
  }
  const isWhole = options.texts.cases === undefined && setup.other === null
  const markdown = toCompareMarkdown(results)
  const keeping = { out: options.out, isQuick: options.isQuick || !isWhole }
  await finish({ name: 'compare', results, markdown }, keeping)
  if (options.out === undefined && !keeping.isQuick) await Bun.write(chartFile, drawChart(results))
}

const numbers = {
  posts: ['posts in the data set', 10_000, 50],
  rounds: ['rounds for each case and server', 5, 1],
  seconds: ['length of a round', 2, 0.1],
  connections: ['connections that the load keeps busy', 16, 4],
} as const
type CompareOptions = Options<keyof typeof numbers>

export const compare: Benchmark<keyof typeof numbers> = {
  name: 'compare',
  about: 'Frontlist beside bare servers, or beside another checkout: requests a second and CPU per request.',
  numbers,
  texts: {
    'against PATH': 'a checkout with its packages installed, or an executable, instead of the bare servers',
    'cases NAMES': `only these, separated by commas: ${caseNames.join(', ')}`,
  },
  run,
}
