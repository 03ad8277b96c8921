// `npm run bench publish`: how publishing affects the readers of the same space.
import { getSpaceBySlug } from '../src/accounts/spaces/spaces.service.ts'
import { publish as publishEntries } from '../src/authoring/entries/publish.service.ts'
import { openSqlite } from '../src/database/sqlite/sqlite.ts'
import { type Comparison, type Measured, measurePairs, measureRound } from './measure.ts'
import type { Benchmark, Options } from './options.ts'
import type { ServerProcess } from './processes.ts'
import { createRandom } from './random.ts'
import {
  check,
  checkAll,
  type ExpectedRequest,
  entryRequest,
  listRequest,
  shuffledPages,
} from './requests.ts'
import { type Circumstances, circumstances, finish, formatNumber, toHead, toTable } from './results.ts'
import { note } from './run-program.ts'
import { type Setup, setUp, unlimitedCache } from './setup.ts'
import type { Workplace } from './workplace.ts'

/** The subject: reads with publishes among them; the baseline: the same reads without. */
interface PublishCase extends Comparison {
  readonly name: string
  readonly title: string
  /** The number of publishes in all rounds. */
  readonly publishCount: number
}

export interface PublishResults extends Circumstances {
  readonly posts: number
  readonly publishesPerSecond: number
  readonly roundCount: number
  readonly roundSeconds: number
  readonly connections: number
  /** The lowest ratio of the requests per second. */
  readonly wanted: number
  readonly cases: readonly PublishCase[]
}

const depth = 2
const connections = 16
/** How many requests are checked again after each round. */
const checkedRequests = 5

export function toPublishMarkdown(results: PublishResults): string {
  const { posts, publishesPerSecond, roundCount, roundSeconds, wanted, cases } = results
  const header = ['Reads', 'Requests/s', `Ratio, goal ≥ ${wanted}`, 'CPU, ratio', 'p99 ms']
  const rows = cases.map(({ title, subject, baseline, ratio }) => [
    title,
    `${formatNumber(baseline.requestsPerSecond)} / ${formatNumber(subject.requestsPerSecond)}`,
    String(ratio.requestsPerSecond.median),
    String(ratio.cpu.median),
    `${baseline.p99Ms} / ${subject.p99Ms}`,
  ])
  return `${toHead(results)}. ${formatNumber(posts)} posts, ${publishesPerSecond} ${publishesPerSecond === 1 ? 'publish' : 'publishes'} per second; medians of ${roundCount} rounds of ${roundSeconds} s without publishes / with them, which take turns; ${results.connections} connections.

${toTable(header, rows)}
`
}

/** Publishes through another handle on the server's database, as a command does, and checks the server's next response. */
async function openPublisher({ site, content }: Setup, server: ServerProcess) {
  const { dataSet, expectations } = content('bench')
  const { key, slug } = await site.space('bench')
  const database = openSqlite(site.frontlist.databaseFile, { create: false })
  const { id: space } = await getSpaceBySlug(database.reads, slug)
  const random = createRandom(13)
  // Each at most once: only then its draft differs from the published content.
  const left = [...dataSet.entries.posts]
  return {
    publishOne: async () => {
      const [entry] = left.splice(random.below(left.length), 1)
      if (!entry) throw new Error('Every post is published: there are too few for so many rounds.')
      const now = Date.now()
      const { changed } = await publishEntries(database, space, [`posts/${entry.slug}`], () => now)
      if (changed.length !== 1) throw new Error(`Publishing ${entry.slug} changed nothing.`)
      expectations.publish(entry, new Date(now).toISOString())
      await check(server.url, key, entryRequest(expectations, entry, depth))
    },
    close: () => database.close(),
  }
}

type PublishOne = () => Promise<void>

/** Publishes at this rate per second until `work` is done; returns the count. */
async function publishDuring(work: Promise<unknown>, perSecond: number, publishOne: PublishOne) {
  let isOver = false
  const end = () => {
    isOver = true
  }
  const over = work.then(end, end)
  const started = performance.now()
  for (let published = 0; ; published++) {
    // The first one after half an interval, so that none coincides with the end of a round.
    const due = started + ((published + 0.5) * 1000) / perSecond
    await Promise.race([over, Bun.sleep(Math.max(0, due - performance.now()))])
    if (isOver) return published
    await publishOne()
  }
}

async function measureCase(
  { load, site }: Setup,
  server: ServerProcess,
  publishOne: PublishOne,
  requests: readonly ExpectedRequest[],
  { rounds, publishes: perSecond, seconds }: PublishOptions['numbers'],
): Promise<Omit<PublishCase, 'name' | 'title'>> {
  const { key } = await site.space('bench')
  const checked = await checkAll(server.url, key, requests)
  // Publishing changes the lengths of responses.
  const open = checked.map(({ bytes: _, ...request }) => request)
  const random = createRandom(19)
  let published = 0
  const measureOne = async (isPublishing: boolean): Promise<Measured> => {
    // Rebuilds left over from the previous round must not count in this one.
    await load.round({ url: server.url, connections, requests: open })
    const measuring = measureRound(server, open, { load, connections }, seconds)
    if (isPublishing) published += await publishDuring(measuring, perSecond, publishOne)
    const measured = await measuring
    const some = Array.from({ length: checkedRequests }, () => random.pick(requests))
    await checkAll(server.url, key, some)
    return measured
  }
  const comparison = await measurePairs(rounds, name => measureOne(name === 'subject'))
  return { publishCount: published, ...comparison }
}

async function run(options: PublishOptions, workplace: Workplace): Promise<void> {
  const { posts, pages, publishes: publishesPerSecond, rounds, seconds } = options.numbers
  const setup = setUp(workplace, posts)
  await setup.site.space('bench')
  const server = await setup.site.frontlist.serve(unlimitedCache)
  const { dataSet, expectations } = setup.content('bench')
  const { publishOne, close } = await openPublisher(setup, server)
  const random = createRandom(17)
  const entries = Array.from({ length: pages }, () => random.pick(dataSet.entries.posts))
  const list = shuffledPages(posts).slice(0, pages)
  const requested = [
    ['entries', `${pages} entries`, entries.map(entry => entryRequest(expectations, entry, depth))],
    ['list', `${list.length} pages of a list`, list.map(page => listRequest(expectations, { page, depth }))],
  ] as const
  const cases: PublishCase[] = []
  for (const [name, what, requests] of requested) {
    const title = `${what}, depth ${depth}`
    note(title)
    cases.push({
      name,
      title,
      ...(await measureCase(setup, server, publishOne, requests, options.numbers)),
    })
  }
  await close()
  const results: PublishResults = {
    ...circumstances(),
    ...{ posts, publishesPerSecond, roundCount: rounds, roundSeconds: seconds, connections },
    ...{ wanted: 0.85, cases },
  }
  await finish({ name: 'publish', results, markdown: toPublishMarkdown(results) }, options)
}

const numbers = {
  posts: ['posts in the data set', 10_000, 60],
  pages: ['different requests, sent again and again', 500, 5],
  publishes: ['publishes a second', 1, 10],
  rounds: ['rounds with publishes and without', 5, 1],
  seconds: ['length of a round', 6, 0.4],
} as const
type PublishOptions = Options<keyof typeof numbers>

export const publish: Benchmark<keyof typeof numbers> = {
  name: 'publish',
  about: 'Reads at depth 2 with publishes of random posts among them, and without.',
  numbers,
  run,
}
