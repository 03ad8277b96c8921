// `npm run bench authoring`: how long editors wait, and what their saving costs readers of the same space.
import { type Comparison, type Measured, measurePairs, measureRound } from './measure.ts'
import type { Benchmark, Options } from './options.ts'
import type { ServerProcess } from './processes.ts'
import { createRandom, type SeededRandom } from './random.ts'
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
  readonly posts: number
  readonly editors: number
  readonly roundCount: number
  readonly roundSeconds: number
  readonly connections: number
  readonly waits: readonly WaitCase[]
  /** The subject: reads while editors save; the baseline: the same reads alone. */
  readonly reads: Comparison
  readonly saves: number
  /** Shares of the reads that were cached. */
  readonly hitRate: { readonly alone: number; readonly beside: number }
}

const depth = 2
const connections = 16
const readsWanted = 0.95
const savesEveryMs = 1000
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
    ...[`${hitRate.alone} / ${hitRate.beside}`, formatNumber(saves)],
  ]
  return `${toHead(results)}. ${formatNumber(posts)} posts; ${editors} editors, each of whom saves once a second; medians of ${roundCount} rounds of ${roundSeconds} s each, with and without in turn; ${results.connections} connections.

${toTable(['Editors wait for', 'p50 ms', 'p95 ms', 'Wanted p95'], waitRows)}

${toTable(['Reads/s, alone / beside editors', 'Ratio', 'Wanted', 'p99 ms', 'Hit rate', 'Saves'], [readRow])}
`
}

/** Sends requests of the management API; fails on any that is refused. */
function createEditor(server: ServerProcess, key: string) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const send = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${server.url}/api/v1/${path}`, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<{ doc: { draftVersion: number } }>
  }
  const versions = new Map<string, number>()
  let count = 0
  return {
    list: (query: string) => send('GET', `entries?${query}`),
    /** Another title each time, based on the version that this editor has seen. */
    save: async (id: string) => {
      const seen = versions.get(id) ?? (await send('GET', `entries/${id}`)).doc.draftVersion
      const started = performance.now()
      const data = { title: `Saved ${++count} times` }
      const { doc } = await send('PATCH', `entries/${id}`, { draftVersion: seen, data })
      versions.set(id, doc.draftVersion)
      return performance.now() - started
    },
  }
}

type Editor = ReturnType<typeof createEditor>

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

/** Each editor saves once a second, in an entry of their own, until `work` is done. */
async function editDuring(work: Promise<unknown>, editor: Editor, ids: readonly string[]): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  const over = work.then(end, end)
  let saves = 0
  const edit = async (id: string, index: number) => {
    // Spread over the second, as people are.
    for (let due = performance.now() + (index * savesEveryMs) / ids.length; ; due += savesEveryMs) {
      await Promise.race([over, Bun.sleep(Math.max(0, due - performance.now()))])
      if (isOver) return
      await editor.save(id)
      saves++
    }
  }
  await Promise.all(ids.map(edit))
  return saves
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
  const { posts, pages, editors, samples, rounds, seconds } = options.numbers
  const { site, content, load } = setUp(workplace, posts)
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
    const measuring = measureRound(server, checked, { load, connections }, seconds)
    if (name === 'subject') saves += await editDuring(measuring, editor, edited)
    const measured = await measuring
    const after = await readLookups(server.url)
    lookups[name].all += after.all - before.all
    lookups[name].misses += after.misses - before.misses
    return measured
  }
  note('reads beside editors')
  const reads = await measurePairs(rounds, measureOne)
  // Saving changes nothing that is served.
  await checkAll(server.url, key, requests)
  const hitRateOf = ({ all, misses }: { all: number; misses: number }) => rounded(1 - misses / all, 4)
  const results: AuthoringResults = {
    ...circumstances(),
    ...{ posts, editors, roundCount: rounds, roundSeconds: seconds, connections, waits, reads, saves },
    hitRate: { alone: hitRateOf(lookups.baseline), beside: hitRateOf(lookups.subject) },
  }
  await finish({ name: 'authoring', results, markdown: toAuthoringMarkdown(results) }, options)
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
  run,
}
