// The cases of `npm run bench compare`: what is requested of a Frontlist, and of the bare server beside it.
import type { DataSet } from './data-set.ts'
import type { Expectations } from './expected.ts'
import type { Side } from './measure.ts'
import { startBare } from './processes.ts'
import { createRandom } from './random.ts'
import {
  bareTarget,
  checkAll,
  type ExpectedRequest,
  entryRequest,
  listRequest,
  listTarget,
  perPage,
  requireSameResponses,
  rowsRequest,
  shuffledPages,
  uncheckedRequest,
} from './requests.ts'
import { checkOn, type Setup, type Site, type SpaceName, unlimitedCache } from './setup.ts'

/** The goals: the lowest ratio of requests per second, and the highest of CPU per request. */
export interface Wanted {
  readonly requestsPerSecond?: number
  readonly cpu?: number
}

/** A server that returns the same bytes (bare-server.ts), or one that reads the same rows (bare-database-server.ts). */
export type Beside = 'bytes' | 'rows'

export interface Case {
  readonly name: string
  readonly title: string
  readonly wanted: Wanted
  readonly beside: Beside
  readonly side: (setup: Setup, site: Site, seconds: number) => Promise<Side>
  readonly bareSide: (setup: Setup, side: Side, seconds: number) => Promise<Side>
}

/** At depth 2 a page has almost a megabyte. */
const deepPagesMax = 100
const deepWarmUpPages = 300

type CreateRequests = (dataSet: DataSet, expectations: Expectations) => readonly ExpectedRequest[]

async function bareSide({ site, workplace }: Setup, { requests }: Side, seconds: number): Promise<Side> {
  const { url } = await site.server()
  const server = await startBare(workplace, 'bare-server', url)
  await requireSameResponses(url, server.url, requests)
  // Again: now from the bare server's own memory.
  await requireSameResponses(url, server.url, requests)
  return { server, requests, seconds }
}

/** Requests that are sent repeatedly to one server process. */
function cached(name: string, title: string, create: CreateRequests, wanted: Wanted = {}): Case {
  const side: Case['side'] = async ({ content }, site, seconds) => {
    const { dataSet, expectations } = content('bench')
    const requests = await checkOn(site, 'bench', create(dataSet, expectations))
    return { server: await site.server(), requests, seconds }
  }
  return { name, title, wanted, beside: 'bytes', side, bareSide }
}

/** All pages at depth 2 in random order, again and again: with little memory most are built anew each time. */
function randomDeepPages(
  name: string,
  title: string,
  settings: Record<string, string>,
  wanted: Wanted,
): Case {
  return {
    ...{ name, title, wanted, beside: 'bytes' },
    side: async ({ content }, site, seconds) => {
      const { dataSet, expectations } = content('bench')
      const { key } = await site.space('bench')
      const server = await site.frontlist.serve(settings)
      const pages = shuffledPages(dataSet.entries.posts.length)
      const expected = pages.map(page => listRequest(expectations, { page, depth: 2 }))
      return { server, requests: await checkAll(server.url, key, expected), seconds }
    },
    bareSide: async ({ site, workplace, load }, { requests }, seconds) => {
      const origin = await site.frontlist.serve(unlimitedCache)
      await load.round({ url: origin.url, connections: 1, requests })
      const server = await startBare(workplace, 'bare-server', origin.url)
      await requireSameResponses(origin.url, server.url, requests)
      await origin.stop()
      return { server, requests, seconds }
    },
  }
}

/** Uncached pages at depth 2 whose entries are all cached, by pages of other sizes. */
const fragments: Case = {
  name: 'fragments',
  title: 'New pages of cached entries, depth 2',
  wanted: { requestsPerSecond: 0.25 },
  beside: 'bytes',
  side: async ({ content }, site) => {
    const { dataSet, expectations } = content('small')
    const pages = (sizes: readonly number[]) =>
      sizes.flatMap(size =>
        shuffledPages(dataSet.entries.posts.length, size).map(page => ({ page, perPage: size, depth: 2 })),
      )
    const { key } = await site.space('small')
    return {
      start: () => site.frontlist.serve(unlimitedCache),
      warmUp: pages([25, 24, 23, 22]).map(query => uncheckedRequest(key, listTarget(query))),
      requests: await checkOn(
        site,
        'small',
        pages([19, 20, 21]).map(query => listRequest(expectations, query)),
      ),
    }
  },
  bareSide,
}

/**
 * Pages that each server process gets once, warmed up with new pages of another space: the code for new pages is
 * compiled, and nothing of this space is cached except what the round's earlier pages share with its later ones.
 */
function newPages(depth: number, wanted: Wanted): Case {
  const pagesOf = ({ content }: Setup, name: SpaceName, max: number) =>
    shuffledPages(content(name).dataSet.entries.posts.length).slice(0, depth > 0 ? max : Infinity)
  const title = depth > 0 ? `New pages, depth ${depth}` : 'New pages'
  return {
    name: depth > 0 ? `new-pages-depth-${depth}` : 'new-pages',
    title,
    ...{ wanted, beside: 'rows' },
    side: async (setup, site) => {
      const { expectations } = setup.content('bench')
      const [{ key }, warmUp] = [await site.space('bench'), await site.space('warm-up')]
      const expected = pagesOf(setup, 'bench', deepPagesMax).map(page =>
        listRequest(expectations, { page, depth }),
      )
      return {
        start: () => site.frontlist.serve(),
        warmUp: pagesOf(setup, 'warm-up', deepWarmUpPages).map(page =>
          uncheckedRequest(warmUp.key, listTarget({ page, depth })),
        ),
        requests: await checkAll((await site.server()).url, key, expected),
      }
    },
    bareSide: async setup => {
      const { databaseFile } = setup.site.frontlist
      const start = () => startBare(setup.workplace, 'bare-database-server', databaseFile)
      const { expectations } = setup.content('bench')
      const expected = pagesOf(setup, 'bench', deepPagesMax).map(page =>
        rowsRequest(expectations, 'bench', { page, depth }),
      )
      const checking = await start()
      const requests = await checkAll(checking.url, '', expected)
      await checking.stop()
      const warmUp = pagesOf(setup, 'warm-up', deepWarmUpPages).map(page =>
        uncheckedRequest('', bareTarget('warm-up', { page, depth })),
      )
      return { start, warmUp, requests }
    },
  }
}

const goal: Wanted = { requestsPerSecond: 0.8, cpu: 1.35 }
// No entry has overlays for `someone`: real requests contain such ids too.
const variants = ['returning', 'members', 'someone']

/** A hundred requests, the same for each site. */
function hundred(create: (random: ReturnType<typeof createRandom>) => ExpectedRequest): ExpectedRequest[] {
  const random = createRandom(7)
  return Array.from({ length: 100 }, () => create(random))
}

export const cases: readonly Case[] = [
  cached('list', `First page of ${perPage} posts`, (_, it) => [listRequest(it, {})], goal),
  cached('depth-2', 'First page, depth 2', (_, it) => [listRequest(it, { depth: 2 })], goal),
  cached(
    'depth-2-variants',
    'First page, depth 2, 3 variants',
    (_, it) => [listRequest(it, { depth: 2, variants })],
    goal,
  ),
  cached('random-pages', 'Random pages', ({ entries: { posts } }, it) =>
    hundred(random => listRequest(it, { page: 1 + random.below(Math.ceil(posts.length / perPage)) })),
  ),
  randomDeepPages('random-pages-depth-2', 'Random pages, depth 2', {}, { requestsPerSecond: 0.25 }),
  randomDeepPages(
    'random-pages-depth-2-64-mib',
    'Random pages, depth 2, `CACHE_BYTES` of 64 MiB',
    { CACHE_BYTES: String(64 * 2 ** 20) },
    {},
  ),
  cached('entry', 'One entry by its slug', ({ entries: { posts } }, it) =>
    hundred(random => entryRequest(it, random.pick(posts), 0)),
  ),
  cached(
    'not-modified',
    'First page, not modified (304)',
    (_, it) => [{ ...listRequest(it, {}), isConditional: true }],
    { requestsPerSecond: 0.9 },
  ),
  fragments,
  newPages(0, { cpu: 2 }),
  newPages(2, { cpu: 3 }),
]
