// `npm run bench authoring`: how long editors wait, and what their saving costs readers of the same space.
import { createEditor, type Editor, editDuring } from './editors.ts'
import { type Comparison, type Measured, measurePairs } from './measure.ts'
import { type Benchmark, type Options, UsageError } from './options.ts'
import { withPrimary } from './primary.ts'
import { watchCpu } from './process-figures.ts'
import { type Frontlist, frontlistIn } from './processes.ts'
import { createRandom, type SeededRandom } from './random.ts'
import { readFor } from './raw-load.ts'
import { checkAll, entryRequest, listRequest, shuffledPages } from './requests.ts'
import {
  type Circumstances,
  circumstances,
  finish,
  formatNumber,
  rounded,
  toHead,
  toTable,
} from './results.ts'
import { note } from './run-program.ts'
import { setUp, unlimitedCache } from './setup.ts'
import type { Workplace } from './workplace.ts'

/** What an editor waits for, one request at a time. */
export interface WaitCase {
  readonly title: string
  readonly p50Ms: number
  readonly p95Ms: number
  /** Null if there is no goal for so many posts. */
  readonly wantedP95Ms: number | null
}

export interface AuthoringResults extends Circumstances {
  readonly engine: string
  readonly posts: number
  readonly editors: number
  readonly roundCount: number
  readonly roundSeconds: number
  readonly connections: number
  readonly waits: readonly WaitCase[]
  /** The subject: reads while editors save; the baseline: the same reads alone. */
  readonly reads: Comparison
  readonly saves: number
  /** CPU time of the server for a save, once it has carried out many: it does not depend on what else the machine does. */
  readonly cpuMsPerSave: number
  /** Shares of the reads that were cached. */
  readonly hitRate: { readonly alone: number; readonly beside: number }
}

const depth = 2
const connections = 16
const readsWanted = 0.95
const patchWantedMs = 50

export function toAuthoringMarkdown(results: AuthoringResults): string {
  const { posts, editors, roundCount, roundSeconds, waits, reads, saves, hitRate } = results
  const waitRows = waits.map(({ title, p50Ms, p95Ms, wantedP95Ms }) => [
    title,
    ...[String(p50Ms), String(p95Ms), wantedP95Ms === null ? '' : `≤ ${wantedP95Ms}`],
  ])
  const { subject, baseline, ratio } = reads
  const readRow = [
    `${formatNumber(baseline.requestsPerSecond)} / ${formatNumber(subject.requestsPerSecond)}`,
    ...[String(ratio.requestsPerSecond.median), `≥ ${readsWanted}`, `${baseline.p99Ms} / ${subject.p99Ms}`],
    ...[`${hitRate.alone} / ${hitRate.beside}`, formatNumber(saves), String(results.cpuMsPerSave)],
  ]
  return `${toHead(results)}. ${results.engine}. ${formatNumber(posts)} posts; ${editors} editors, each of whom saves once a second; medians of ${roundCount} rounds of ${roundSeconds} s each, with and without in turn; ${results.connections} connections.

${toTable(['Editors wait for', 'p50 ms', 'p95 ms', 'Wanted p95'], waitRows)}

${toTable(['Reads/s, alone / beside editors', 'Ratio', 'Wanted', 'p99 ms', 'Hit rate', 'Saves', 'CPU ms/save'], [readRow])}
`
}

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

/** Of all responses so far, by outcome. */
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
  if (database === 'sqlite') return measureOn('SQLite', frontlistIn(workplace), options, workplace)
  if (database !== 'postgres') throw new UsageError('--database must be sqlite or postgres.')
  return withPrimary(workplace, ({ frontlist }) =>
    measureOn('PostgreSQL on the same machine', frontlist, options, workplace),
  )
}

async function measureOn(
  engine: string,
  frontlist: Frontlist,
  options: AuthoringOptions,
  workplace: Workplace,
): Promise<void> {
  const { posts, pages, editors, samples, rounds, seconds } = options.numbers
  const { site, content } = setUp(workplace, posts, undefined, frontlist)
  const { slug, key } = await site.space('bench')
  const scopes = ['--scope', 'content.write']
  const created = await site.frontlist.run<{ key: string }>([
    ...['keys', 'create', '--space', slug, '--name', 'editors', ...scopes],
  ])
  const server = await site.frontlist.serve({ ...unlimitedCache, METRICS: '1' })
  const editor = createEditor(server, created.key)
  const { dataSet, expectations } = content('bench')
  const ids = dataSet.entries.posts.map(({ id }) => id)
  const random = createRandom(23)
  const waits = await measureWaits(editor, ids, posts, samples, random)

  const requests = [
    ...Array.from({ length: pages }, () =>
      entryRequest(expectations, random.pick(dataSet.entries.posts), depth),
    ),
    ...shuffledPages(posts)
      .slice(0, pages)
      .map(page => listRequest(expectations, { page, depth })),
  ]
  const checked = await checkAll(server.url, key, requests)
  const edited = Array.from({ length: editors }, () => random.pick(ids))
  const lookups = { subject: { all: 0, misses: 0 }, baseline: { all: 0, misses: 0 } }
  let saves = 0
  const measureOne = async (name: keyof typeof lookups): Promise<Measured> => {
    const before = await readLookups(server.url)
    const measuring = readFor(server, checked, { connections, seconds })
    if (name === 'subject') saves += await editDuring(measuring, editor, edited)
    const measured = await measuring
    const after = await readLookups(server.url)
    lookups[name].all += after.all - before.all
    lookups[name].misses += after.misses - before.misses
    return measured
  }
  note('reads beside editors')
  const reads = await measurePairs(rounds, measureOne)
  const cpuSeconds = watchCpu(server.pid)
  const alone = await repeat(samples * 5, index => editor.save(edited[index % editors]!))
  const cpuMsPerSave = rounded((cpuSeconds() * 1000) / alone.length, 3)
  // Saving changes nothing that is served.
  await checkAll(server.url, key, requests)
  const hitRateOf = ({ all, misses }: { all: number; misses: number }) => rounded(1 - misses / all, 4)
  const results: AuthoringResults = {
    ...circumstances(),
    ...{ engine, posts, editors, roundCount: rounds, roundSeconds: seconds, connections },
    ...{ waits, reads, saves, cpuMsPerSave },
    hitRate: { alone: hitRateOf(lookups.baseline), beside: hitRateOf(lookups.subject) },
  }
  const name = engine === 'SQLite' ? 'authoring' : 'authoring-postgres'
  await finish({ name, results, markdown: toAuthoringMarkdown(results) }, options)
}

const numbers = {
  posts: ['posts in the data set', 100_000, 60],
  pages: ['different entries, and pages of lists, sent again and again', 250, 3],
  editors: ['editors, each of whom saves once a second', 20, 3],
  samples: ['requests of each kind that an editor waits for', 200, 3],
  rounds: ['rounds with editors and without', 5, 1],
  seconds: ['length of a round', 6, 1.2],
} as const
type AuthoringOptions = Options<keyof typeof numbers>

export const authoring: Benchmark<keyof typeof numbers> = {
  name: 'authoring',
  about: 'How long editors wait for saves and lists, and reads while editors save.',
  numbers,
  texts: { 'database <name>': 'sqlite, or postgres: a server of its own that is started for this (sqlite)' },
  run,
}
