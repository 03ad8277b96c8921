// Cached lists of queries beside random publishes: each response is compared with that of an app that caches nothing,
// and none may be built again whose body stays the same.
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type Get, getFrom } from '../kit/app/other-app.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import { GeneratedQueries, Random } from '../kit/oracle/generated-queries.ts'
import type { GeneratedQuery } from '../kit/oracle/oracle-types.ts'
import { QueryChanges } from './query-changes.ts'
import type { Findings } from './runner.ts'

export interface CachedQueriesOptions {
  readonly publishes: number
  readonly queries: number
  readonly seed: number
  /** All queries are compared after every so many publishes; after the others, one of each kind. */
  readonly allEvery: number
  /** Entries that one publish in a thousand changes at once, in a collection that paths lead to; 0 for none. */
  readonly bulk: number
}

const sizes = { posts: 40, authors: 8, cats: 6, countries: 3 }
const resolutions = ['', '&fields=title,author.name', '&depth=2', '&variants=vip', '&depth=1&variants=de,vip']
const meanwhileMax = 3
const progressEvery = 500
const examplesMax = 5

export function toRecords(seed: number): { generated: GeneratedQueries; records: readonly ImportRecord[] } {
  const generated = new GeneratedQueries(seed, sizes)
  return { generated, records: generated.records() }
}

interface CachedQuery {
  readonly path: string
  readonly kind: string
}

function kindOf({ search, variant, conditions, sort }: GeneratedQuery): string {
  if (search !== null) return 'search'
  if (variant !== null) return 'variant'
  if (conditions.some(({ path }) => path.length > 1)) return 'reference'
  if (sort.length > 0) return 'sort'
  return conditions.length > 0 ? 'condition' : 'all'
}

interface QueryResponse {
  readonly body: string
  /** Of `Server-Timing`. */
  readonly outcome: string
}

export async function readQueryResponse(response: Response): Promise<QueryResponse> {
  const outcome = /cache;desc=(\w+)/.exec(response.headers.get('Server-Timing') ?? '')?.[1]
  return { body: await response.text(), outcome: outcome ?? `status ${response.status}` }
}

/** What was received, and what was wrong with it. */
class Comparison {
  readonly outcomes = new Map<string, number>()
  readonly stale: string[] = []
  readonly rebuilt: string[] = []
  readonly notCached: string[] = []
  readonly unchanged = new Map<string, number>()
  compared = 0
  /** The last response to each path, which was right. */
  readonly #known = new Map<string, string>()

  get summary(): string {
    return `${this.compared} responses compared, ${this.stale.length} stale, ${this.rebuilt.length} built again for nothing`
  }

  bodyOf({ path }: CachedQuery): string | null {
    return this.#known.get(path) ?? null
  }

  /** `expected`: the right bodies, more than one while content changes. */
  add(
    { path, kind }: CachedQuery,
    cause: string,
    received: QueryResponse,
    expected: readonly string[],
  ): void {
    const { body, outcome } = received
    this.compared += 1
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
    if (!expected.includes(body)) this.stale.push(`${path} after ${cause}: ${body.slice(0, 300)}`)
    const known = this.#known.get(path)
    if (known === body) {
      if (outcome === 'checked') this.unchanged.set(kind, (this.unchanged.get(kind) ?? 0) + 1)
      if (outcome !== 'hit' && outcome !== 'checked') this.rebuilt.push(`${path} after ${cause}: ${outcome}`)
    }
    this.#known.set(path, body)
  }

  addRepeated({ path }: CachedQuery, cause: string, { outcome }: QueryResponse): void {
    if (outcome !== 'hit') this.notCached.push(`${path} after ${cause}: ${outcome}`)
  }
}

/** `get` sends the requests that are compared; the space's own app caches responses. */
export async function runCachedQueries(
  { space, generated, get = space.get }: { space: TestSpace; generated: GeneratedQueries; get?: Get },
  findings: Findings,
  options: CachedQueriesOptions,
): Promise<void> {
  const queries = Array.from({ length: options.queries }, (_, index): CachedQuery => {
    const query = generated.query()
    const path = `${generated.toPath(query)}${resolutions[index % resolutions.length]}`
    return { path, kind: kindOf(query) }
  })
  const send = async ({ path }: CachedQuery) => readQueryResponse(await get(path))
  const random = new Random(options.seed)
  const changes = new QueryChanges(space, generated, random, options.bulk)
  const comparison = new Comparison()
  let fresh = getFrom(space, {})
  const readFresh = async ({ path }: CachedQuery) => (await fresh(path)).text()
  const compare = async (some: readonly CachedQuery[], cause: string) => {
    for (const query of some) {
      const expected = await readFresh(query)
      comparison.add(query, cause, await send(query), [expected])
      comparison.addRepeated(query, cause, await send(query))
    }
  }
  await compare(queries, 'nothing')
  const kinds = [...Map.groupBy(queries, ({ kind }) => kind).values()]
  let last: readonly CachedQuery[] = []
  for (let step = 1; step <= options.publishes; step++) {
    space.time.now += 1000
    const meanwhile = last.slice(0, meanwhileMax)
    const before = meanwhile.map(query => comparison.bodyOf(query)!)
    const sent = Promise.all(meanwhile.map(send))
    const cause = `publish ${step}, ${await changes.make(step)}`
    const isAll = step % options.allEvery === 0
    // One that has not followed the changes before.
    if (isAll) fresh = getFrom(space, {})
    for (const [at, received] of (await sent).entries())
      comparison.add(meanwhile[at]!, `and during ${cause}`, received, [
        before[at]!,
        await readFresh(meanwhile[at]!),
      ])
    const some = isAll ? queries : kinds.map(all => random.pick(all))
    await compare(some, cause)
    last = some
    if (step % progressEvery === 0) findings.say(`  ${step} publishes: ${comparison.summary}`)
  }
  report(comparison, changes, findings, new Set(queries.map(({ kind }) => kind)))
}

function report(
  { outcomes, stale, rebuilt, notCached, compared, unchanged }: Comparison,
  { made }: QueryChanges,
  findings: Findings,
  kinds: ReadonlySet<string>,
): void {
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
  findings.say(`${compared} responses compared: ${list(outcomes)}`)
  findings.say(`changes: ${list(made)}; same body after a change: ${list(unchanged)}`)
  for (const [title, found] of [
    ['stale', stale],
    ['built again', rebuilt],
    ['not cached', notCached],
  ] as const)
    for (const one of found.slice(0, examplesMax)) findings.say(`  ${title}: ${one}`)
  findings.claim(stale.length === 0, `no response is stale (${stale.length})`)
  findings.claim(rebuilt.length === 0, `none is built again whose body is the same (${rebuilt.length})`)
  findings.claim(notCached.length === 0, `the same request again is a hit (${notCached.length})`)
  const untried = [...kinds].filter(kind => !unchanged.has(kind))
  findings.claim(
    untried.length === 0 && outcomes.has('miss'),
    `of each kind some stayed the same after a change, and some did not ${untried.join(', ')}`,
  )
}

/** A faulty cache that must be detected: it repeats its responses until it has been asked for them ten times. */
export function repeatResponses({ get }: Pick<TestSpace, 'get'>): Get {
  const stored = new Map<string, { response: Response; uses: number }>()
  return async (path, headers) => {
    const found = stored.get(path)
    const entry = found && found.uses < 10 ? found : { response: await get(path, headers), uses: 0 }
    stored.set(path, entry)
    entry.uses += 1
    return entry.response.clone() as Response
  }
}
