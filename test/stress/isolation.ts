// A key gets the published content of its own space and nothing else, however warm the caches are and whatever is
// published meanwhile. Each response, including its headers, is searched for the marker words of the other spaces and
// of drafts.
import { createRandom, type SeededRandom } from '../../bench/random.ts'
import type { Database } from '../../src/database/database.ts'
import { mintKey } from '../../src/keys/api-key.ts'
import { contentPath } from './changes.ts'
import type { Findings } from './runner.ts'
import { canary, changeSpace, type MarkedSpace, ownCollection, slugs } from './spaces.ts'

export interface IsolationSetup {
  /** Servers of one database, used in turn; each with metrics. */
  readonly urls: readonly string[]
  /** A separate handle, used for publishing. */
  readonly database: Database
  readonly spaces: readonly MarkedSpace[]
}

export interface IsolationOptions {
  readonly responses: number
  readonly pollers: number
  /** Number of responses between two changes. */
  readonly responsesPerChange: number
}

interface Counts {
  readonly statuses: Map<number, number>
  /** By space: responses that contained its own word. */
  readonly shown: number[]
  foreign: number
  drafts: number
  withoutKey: number
  foreignEtags: number
  changes: number
  readonly examples: string[]
}

interface StressQuery {
  readonly path: string
  /** null: with an unknown key, or without one. */
  readonly space: MarkedSpace | null
  readonly headers: Record<string, string>
  /** Sends an ETag of another space. */
  readonly hasForeignEtag: boolean
}

export async function runIsolation(
  { urls, database, spaces }: IsolationSetup,
  findings: Findings,
  { responses, pollers, responsesPerChange }: IsolationOptions,
): Promise<void> {
  const counts: Counts = {
    statuses: new Map(),
    shown: spaces.map(() => 0),
    foreign: 0,
    drafts: 0,
    withoutKey: 0,
    foreignEtags: 0,
    changes: 0,
    examples: [],
  }
  const random = createRandom(7)
  /** By path: the last ETag of a response with content, and its space. */
  const etags = new Map<string, { etag: string; space: MarkedSpace }>()
  let sent = 0
  const send = async () => {
    while (sent < responses) {
      const url = urls[sent++ % urls.length]!
      const query = createQuery(random, spaces, etags)
      const response = await fetch(`${url}${query.path}`, { headers: query.headers })
      classify(query, response, await response.text(), counts, etags)
    }
  }
  const change = async () => {
    const ofChanges = createRandom(8)
    while (sent < responses) {
      if (sent < counts.changes * responsesPerChange) {
        await Bun.sleep(1)
        continue
      }
      await changeSpace(database, ofChanges.pick(spaces), ofChanges, counts.changes)
      counts.changes += 1
    }
  }
  const startedAt = performance.now()
  await Promise.all([change(), ...Array.from({ length: pollers }, send)])
  const seconds = (performance.now() - startedAt) / 1000
  const hits = await countHits(urls)
  const statuses = [...counts.statuses].map(([status, count]) => `${status}: ${count}`)
  findings.say(
    `${responses} answers of ${spaces.length} spaces in ${seconds.toFixed(0)} s, ${statuses.join(', ')}`,
  )
  findings.say(`${counts.changes} changes meanwhile; ${hits} answers and fragments came out of the cache`)
  claim(findings, counts, hits)
}

function claim(findings: Findings, counts: Counts, hits: number): void {
  const { foreign, drafts, withoutKey, foreignEtags, examples, shown, statuses, changes } = counts
  for (const example of examples) findings.say(example)
  findings.claim(foreign === 0, `nothing of another space is in a response (${foreign})`)
  findings.claim(drafts === 0, `nothing of a draft is in a response (${drafts})`)
  findings.claim(withoutKey === 0, `who has no key is shown nothing (${withoutKey})`)
  findings.claim(foreignEtags === 0, `the ETag of another space is worth nothing (${foreignEtags})`)
  findings.claim(
    shown.every(count => count > 0),
    'each space is shown its own content',
  )
  findings.claim(hits > 0 && changes > 0, 'the caches were warm, and content changed')
  const others = [...statuses.keys()].filter(status => ![200, 304, 400, 401, 404].includes(status))
  findings.claim(others.length === 0, `no other status ${others.join(' ')}`)
}

function createQuery(
  random: SeededRandom,
  spaces: readonly MarkedSpace[],
  etags: ReadonlyMap<string, { etag: string; space: MarkedSpace }>,
): StressQuery {
  const path = createPath(random, spaces)
  if (random.below(50) === 0) {
    const made = mintKey(length => Uint8Array.from({ length }, () => random.below(256)))
    const headers: Record<string, string> = random.below(2) === 0 ? {} : { Authorization: `Bearer ${made}` }
    return { path, space: null, headers, hasForeignEtag: false }
  }
  const space = random.pick(spaces)
  const headers: Record<string, string> = { Authorization: `Bearer ${space.key}` }
  const known = etags.get(path)
  const hasEtag = known !== undefined && random.below(4) === 0
  if (hasEtag) headers['If-None-Match'] = known.etag
  return { path, space, headers, hasForeignEtag: hasEtag && known.space !== space }
}

/** Queries that find entries of every space, or would find drafts. */
const searches = [
  ...['filter[title][prefix]=canary', 'filter[next.title][exists]=true', 'not[all]=e1', 'sort=-title'],
  ...['q=canary', 'q=canary+draft', 'filter[next.title][prefix]=canary-draft', 'fields=title,next.title'],
] as const

/** From a few hundred, so that most are cache hits. */
function createPath(random: SeededRandom, spaces: readonly MarkedSpace[]): string {
  const kind = random.below(10)
  const depth = random.below(3)
  const variants = random.pick(['', '', '&variants=members', '&variants=members,nobody'])
  const query = `depth=${depth}${variants}`
  if (kind === 0) return `${contentPath}/${ownCollection(random.pick(spaces).number)}?${query}`
  if (kind === 1) return `${contentPath}/notes?perPage=0&${query}`
  if (kind === 2) return `${contentPath}/notes?${random.pick(searches)}&perPage=5&${query}`
  if (kind < 5) return `${contentPath}/notes?page=${1 + random.below(3)}&perPage=5&${query}`
  return `${contentPath}/notes/${random.pick(slugs)}?${query}`
}

const examplesMax = 3

function classify(
  { path, space, hasForeignEtag }: StressQuery,
  response: Response,
  body: string,
  counts: Counts,
  etags: Map<string, { etag: string; space: MarkedSpace }>,
): void {
  const { status } = response
  counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1)
  const text = `${body}\n${JSON.stringify([...response.headers])}`
  const words = [...text.matchAll(canary)]
  const foreign = words.filter(([, , number]) => Number(number) !== space?.number)
  const drafts = words.filter(([, kind]) => kind === 'draft')
  const isShownWithout = space === null && (words.length > 0 || status !== 401)
  const isForeign = space !== null && foreign.length > 0
  if (isShownWithout) counts.withoutKey += 1
  if (isForeign) counts.foreign += 1
  if (drafts.length > 0) counts.drafts += 1
  if (hasForeignEtag && status === 304) counts.foreignEtags += 1
  if ((isShownWithout || isForeign || drafts.length > 0) && counts.examples.length < examplesMax) {
    const found = new Set([...foreign, ...drafts].map(([word]) => word))
    counts.examples.push(`${path} of ${space ? `space ${space.number}` : 'nobody'}: ${[...found].join(', ')}`)
  }
  if (status !== 200 || space === null || words.length === 0) return
  counts.shown[space.number] = (counts.shown[space.number] ?? 0) + 1
  const etag = response.headers.get('ETag')
  if (etag !== null) etags.set(path, { etag, space })
}

async function countHits(urls: readonly string[]): Promise<number> {
  const texts = await Promise.all(urls.map(async url => (await fetch(`${url}/metrics`)).text()))
  const lines = texts.flatMap(text => [
    ...text.matchAll(/^frontlist_cache_lookups_total\{.*outcome="hit".*\} (\d+)$/gm),
  ])
  return lines.reduce((sum, [, count]) => sum + Number(count), 0)
}

/** A faulty proxy that must be detected: it caches responses by URL, without regard to the key. */
export function startForgetfulCache(url: string): { readonly url: string; stop(): Promise<void> } {
  const stored = new Map<string, Promise<{ body: string; status: number; headers: Headers }>>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async request => {
      const { pathname, search } = new URL(request.url)
      const address = `${pathname}${search}`
      const send = async () => {
        const response = await fetch(`${url}${address}`, { headers: request.headers })
        return { body: await response.text(), status: response.status, headers: response.headers }
      }
      const received = await (pathname === '/metrics' ? send() : (stored.get(address) ?? send()))
      if (received.status === 200) stored.set(address, Promise.resolve(received))
      const type = received.headers.get('Content-Type') ?? ''
      return new Response(received.body, { status: received.status, headers: { 'Content-Type': type } })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
