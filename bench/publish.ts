// `npm run bench publish`: how publishing affects the readers of the same space.
import { getSpaceBySlug } from '../src/accounts/spaces.service.ts'
import { publish as publishEntries } from '../src/authoring/publish.service.ts'
import { openSqlite } from '../src/database/sqlite/sqlite.ts'
import { createDataSet, type DataSet } from './data-set.ts'
import { createExpectations, type Expectations } from './expected.ts'
import { importDataSet } from './fill.ts'
import { measureRound, type RoundOptions } from './measure.ts'
import type { Benchmark, Options } from './options.ts'
import { frontlistIn, type ServerProcess, startLoad } from './processes.ts'
import {
  type PublishCase,
  type PublishResults,
  type PublishRound,
  toPublishCase,
  toPublishMarkdown,
} from './publish-report.ts'
import { createRandom } from './random.ts'
import {
  check,
  checkAll,
  type ExpectedRequest,
  entryRequest,
  listRequest,
  shuffledPages,
} from './requests.ts'
import { circumstances, finish } from './results.ts'
import { note } from './run-program.ts'
import type { Workplace } from './workplace.ts'

const depth = 2
/** Nothing is evicted. */
const settings = { CACHE_BYTES: String(8 * 2 ** 30) }
/** How many of its requests are checked again after each round. */
const checkedRequests = 5

interface PublishingCase {
  readonly name: string
  readonly title: string
  readonly requests: readonly ExpectedRequest[]
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

type PublishOne = () => Promise<void>

/** Publishes through another handle on the server's database, as a command does, and checks the server's next response. */
async function openPublisher(
  parts: { file: string; slug: string; key: string; server: ServerProcess },
  dataSet: DataSet,
  expectations: Expectations,
): Promise<{ publishOne: PublishOne; close(): Promise<void> }> {
  const { file, slug, key, server } = parts
  const database = openSqlite(file, { create: false })
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
    close: async () => database.close(),
  }
}

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
  { name, title, requests }: PublishingCase,
  parts: { server: ServerProcess; key: string; publishOne: PublishOne; round: RoundOptions },
  { rounds, publishes }: PublishOptions['numbers'],
): Promise<PublishCase> {
  const { server, key, publishOne, round } = parts
  const { load, connections } = round
  note(title)
  const checked = await checkAll(server.url, key, requests)
  // Publishing changes the lengths of responses.
  const open = checked.map(({ bytes: _, ...request }) => request)
  const random = createRandom(19)
  const measureOne = async (perSecond: number) => {
    // Rebuilds left over from the previous round must not count in this one.
    await load.round({ url: server.url, connections, requests: open })
    const measuring = measureRound(server, open, round)
    const published = perSecond > 0 ? await publishDuring(measuring, perSecond, publishOne) : 0
    const measured = await measuring
    const some = Array.from({ length: checkedRequests }, () => random.pick(requests))
    await checkAll(server.url, key, some)
    return { measured, published }
  }
  const results: PublishRound[] = []
  for (let round = 0; round < rounds; round++) {
    const first = await measureOne(round % 2 === 0 ? 0 : publishes)
    const second = await measureOne(round % 2 === 0 ? publishes : 0)
    const [alone, beside] = round % 2 === 0 ? [first, second] : [second, first]
    results.push({
      alone: alone.measured,
      withPublishes: beside.measured,
      publishes: beside.published,
    })
  }
  return toPublishCase({ name, title, requests: requests.length }, results)
}

async function run(options: PublishOptions, workplace: Workplace): Promise<void> {
  const { posts, pages, publishes, rounds, seconds, connections } = options.numbers
  const frontlist = frontlistIn(workplace)
  const dataSet = createDataSet(posts)
  const { key, slug } = await importDataSet(frontlist, dataSet, 'bench', workplace)
  const server = await frontlist.serve(settings)
  const expectations = createExpectations(dataSet)
  const place = { file: frontlist.databaseFile, slug, key, server }
  const { publishOne, close } = await openPublisher(place, dataSet, expectations)
  const round = { load: startLoad(workplace), connections, seconds }
  const cases: PublishCase[] = []
  for (const each of createCases(dataSet, pages, expectations)) {
    cases.push(await measureCase(each, { server, key, publishOne, round }, options.numbers))
  }
  await close()
  const results: PublishResults = {
    ...circumstances(),
    ...{ posts, publishesPerSecond: publishes, roundCount: rounds, roundSeconds: seconds, connections },
    wanted: 0.85,
    cases,
  }
  await finish({ name: 'publish', results, markdown: toPublishMarkdown(results) }, options)
}

const numbers = {
  posts: ['posts in the data set', 10_000, 60],
  pages: ['different requests, sent again and again', 500, 5],
  publishes: ['publishes a second', 1, 10],
  rounds: ['rounds with publishes and without', 5, 1],
  seconds: ['length of a round', 6, 0.4],
  connections: ['connections that the load keeps busy', 16, 4],
} as const
type PublishOptions = Options<keyof typeof numbers>

export const publish: Benchmark<keyof typeof numbers> = {
  name: 'publish',
  about: 'Reads at depth 2 with publishes of random posts among them, and without.',
  numbers,
  run,
}
