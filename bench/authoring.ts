// `npm run bench authoring`: how long editors wait, and what their saving costs readers of the same space.
import { createOwnDatabase } from '../test/kit/cluster/nodes.ts'
import {
  type AuthoringResults,
  type Place,
  places,
  type ReadRound,
  toAuthoringMarkdown,
  toReads,
  type WaitCase,
} from './authoring-report.ts'
import { createDataSet, type DataSet } from './data-set.ts'
import { createEditor, type Editor, editDuring } from './editors.ts'
import { createExpectations } from './expected.ts'
import { importDataSet } from './fill.ts'
import type { Measured } from './measure.ts'
import { type Benchmark, type Options, UsageError } from './options.ts'
import { primarySettings, withPrimary } from './primary.ts'
import { watchCpu } from './process-figures.ts'
import { type Frontlist, frontlistIn } from './processes.ts'
import { createRandom, type SeededRandom } from './random.ts'
import { readFor } from './raw-load.ts'
import { checkAll, entryRequest, listRequest, shuffledPages } from './requests.ts'
import { circumstances, finish, rounded } from './results.ts'
import { note } from './run-program.ts'
import { unlimitedCache } from './setup.ts'
import type { Workplace } from './workplace.ts'

/** Enough that the server has requests to serve while the load waits for its turn on the processor. */
const connections = 64
const patchWantedMs = 50

function toWait(title: string, wantedP95Ms: number | null, times: readonly number[]): WaitCase {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN, 3)
  note(`${title}: p95 ${at(0.95)} ms`)
  return { title, p50Ms: at(0.5), p95Ms: at(0.95), wantedP95Ms }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function repeat(count: number, work: (index: number) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) times.push(await work(index))
  return times
}

/** Returns the number of cache lookups of whole responses so far, and the number of misses. */
async function readLookups(url: string): Promise<{ readonly all: number; readonly misses: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  let all = 0
  let misses = 0
  for (const [, labels = '', value] of text.matchAll(/^frontlist_cache_lookups_total\{(.*)\} (\d+)$/gm)) {
    if (!labels.includes('"answer"')) continue
    all += Number(value)
    if (labels.includes('"miss"')) misses += Number(value)
  }
  return { all, misses }
}

function listWanted(posts: number): number | null {
  if (posts <= 10_000) return 50
  return posts <= 100_000 ? 300 : null
}

async function measureWaits(
  editor: Editor,
  ids: readonly string[],
  posts: number,
  samples: number,
  random: SeededRandom,
) {
  const saves = await repeat(samples, () => editor.save(random.pick(ids)))
  const waits = [toWait('PATCH of a post', posts <= 100_000 ? patchWantedMs : null, saves)]
  const lists: readonly (readonly [title: string, query: string])[] = [
    ['List of posts', 'collection=posts&perPage=50'],
    ['List of posts by title, page 20', 'collection=posts&perPage=50&sort=title&page=20'],
    ['List of changed posts', 'collection=posts&perPage=50&state=changed'],
    ['Search in the list of posts', 'collection=posts&perPage=50&search=saved'],
  ]
  for (const [title, query] of lists) {
    const times = await repeat(samples, () => timed(() => editor.list(query)))
    waits.push(toWait(title, listWanted(posts), times))
  }
  return waits
}

async function run(options: AuthoringOptions, workplace: Workplace): Promise<void> {
  const { database = 'sqlite' } = options.texts
  const name = 'elsewhere'
  if (database === 'sqlite') {
    const frontlists = { here: frontlistIn(workplace), elsewhere: frontlistIn(workplace, { name }) }
    return measureOn('SQLite', frontlists, options, workplace)
  }
  if (database !== 'postgres') throw new UsageError('--database must be sqlite or postgres.')
  return withPrimary(workplace, async ({ cluster, frontlist }) => {
    const settings = primarySettings(await createOwnDatabase(cluster, name))
    const frontlists = { here: frontlist, elsewhere: frontlistIn(workplace, { name, settings }) }
    return measureOn('PostgreSQL on the same machine', frontlists, options, workplace)
  })
}

async function measureOn(
  engine: string,
  frontlists: Readonly<Record<'here' | 'elsewhere', Frontlist>>,
  options: AuthoringOptions,
  workplace: Workplace,
): Promise<void> {
  const { posts, pages, editors, samples, rounds, seconds } = options.numbers
  const dataSet = createDataSet(posts)
  const { server, key, editor } = await openToEditors(frontlists.here, dataSet, workplace)
  const { editor: otherEditor } = await openToEditors(frontlists.elsewhere, dataSet, workplace)
  const expectations = createExpectations(dataSet)
  const ids = dataSet.entries.posts.map(({ id }) => id)
  const random = createRandom(23)
  const waits = await measureWaits(editor, ids, posts, samples, random)

  const requests = [
    ...Array.from({ length: pages }, () => entryRequest(expectations, random.pick(dataSet.entries.posts), 0)),
    ...shuffledPages(posts)
      .slice(0, pages)
      .map(page => listRequest(expectations, { page })),
  ]
  const checked = await checkAll(server.url, key, requests)
  const edited = Array.from({ length: editors }, () => random.pick(ids))
  const lookups = { alone: noLookups(), elsewhere: noLookups(), here: noLookups() }
  let saves = 0
  const measureOne = async (place: Place): Promise<Measured> => {
    const before = await readLookups(server.url)
    const measuring = readFor(server, checked, { connections, seconds })
    if (place === 'here') saves += await editDuring(measuring, editor, edited)
    if (place === 'elsewhere') await editDuring(measuring, otherEditor, edited)
    const measured = await measuring
    const after = await readLookups(server.url)
    lookups[place].all += after.all - before.all
    lookups[place].misses += after.misses - before.misses
    return measured
  }
  note('reads beside editors')
  const measuredRounds: ReadRound[] = []
  for (let round = 0; round < rounds; round++) {
    const measured: Partial<Record<Place, Measured>> = {}
    const first = round % places.length
    for (const place of [...places.slice(first), ...places.slice(0, first)])
      measured[place] = await measureOne(place)
    measuredRounds.push(measured as ReadRound)
  }
  const cpuSeconds = watchCpu(server.pid)
  const alone = await repeat(samples * 5, index => editor.save(edited[index % editors]!))
  const cpuMsPerSave = rounded((cpuSeconds() * 1000) / alone.length, 3)
  // Saving changes nothing that is served.
  await checkAll(server.url, key, requests)
  const hitRateOf = (place: Place) => rounded(1 - lookups[place].misses / lookups[place].all, 4)
  const results: AuthoringResults = {
    ...circumstances(),
    ...{ engine, posts, editors, roundCount: rounds, roundSeconds: seconds, connections },
    ...{ waits, ...toReads(measuredRounds), saves, cpuMsPerSave },
    hitRate: { alone: hitRateOf('alone'), elsewhere: hitRateOf('elsewhere'), here: hitRateOf('here') },
  }
  const name = engine === 'SQLite' ? 'authoring' : 'authoring-postgres'
  await finish({ name, results, markdown: toAuthoringMarkdown(results) }, options)
}

/** A running server with the posts, and an editor who may save them. */
async function openToEditors(frontlist: Frontlist, dataSet: DataSet, workplace: Workplace) {
  const { slug, key } = await importDataSet(frontlist, dataSet, 'bench', workplace)
  const created = await frontlist.run<{ key: string }>([
    ...['keys', 'create', '--space', slug, '--name', 'editors', '--scope', 'content.write'],
  ])
  const server = await frontlist.serve({ ...unlimitedCache, METRICS: '1' })
  return { server, key, editor: createEditor(server, created.key) }
}

const noLookups = () => ({ all: 0, misses: 0 })

const numbers = {
  posts: ['posts in the data set', 100_000, 60],
  pages: ['different entries, and pages of lists, sent again and again', 250, 3],
  editors: ['editors, each of whom saves once a second', 20, 3],
  samples: ['requests of each kind that an editor waits for', 200, 3],
  rounds: ['rounds of three measurements: alone, beside editors elsewhere, and here', 15, 1],
  seconds: ['length of a measurement', 4, 1.2],
} as const
type AuthoringOptions = Options<keyof typeof numbers>

export const authoring: Benchmark<keyof typeof numbers> = {
  name: 'authoring',
  about: 'How long editors wait for saves and lists, and reads while editors save.',
  numbers,
  texts: { 'database <name>': 'sqlite, or postgres: a server of its own that is started for this (sqlite)' },
  run,
}
