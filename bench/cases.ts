// The cases of `npm run bench compare`: the measured requests, what they are compared with, and the target ratio.
import type { DataSet } from './data-set.ts'
import type { Expectations } from './expected.ts'
import { createRandom } from './random.ts'
import { type ExpectedRequest, entryRequest, listRequest, perPage } from './requests.ts'

/** The minimum ratio of requests per second, and the maximum ratio of CPU time per request. */
export interface Wanted {
  readonly requestsPerSecond?: number
  readonly cpu?: number
}

/**
 * `bytes`: a server that returns the same bytes (bare-server.ts); `checks`: that server with the indispensable work;
 * `rows`: one that reads the same rows from SQLite; `page`: one that builds the same response from them; `checkout`:
 * another Frontlist.
 */
export type Beside = 'bytes' | 'checks' | 'rows' | 'page' | 'checkout'

export interface Case {
  readonly name: string
  readonly title: string
  readonly wanted: Wanted
  readonly beside: Exclude<Beside, 'checkout'>
}

/** Requests that are sent repeatedly to one server process. */
export interface CachedCase extends Case {
  requests(dataSet: DataSet, expectations: Expectations): ExpectedRequest[]
}

/** Pages that each server process gets at most once. */
export interface NewCase extends Case {
  readonly depth: number
}

function cached(
  [name, title]: readonly [string, string],
  requests: CachedCase['requests'],
  wanted: Wanted = {},
  beside: Case['beside'] = 'bytes',
): CachedCase {
  return { name, title, wanted, beside, requests }
}

const goal: Wanted = { requestsPerSecond: 0.8, cpu: 1.35 }
const random = createRandom(7)
const hundred = (create: () => ExpectedRequest) => Array.from({ length: 100 }, create)
// No entry has overlays for `someone`: real requests contain such ids too.
const variants = ['returning', 'members', 'someone']
const notModified: CachedCase['requests'] = (_, expectations) => [
  { ...listRequest(expectations, {}), isConditional: true },
]

export const cachedCases: readonly CachedCase[] = [
  cached(['list', 'First page of 20 posts'], (_, it) => [listRequest(it, {})], goal),
  cached(['depth-2', 'First page, depth 2'], (_, it) => [listRequest(it, { depth: 2 })], goal),
  cached(
    ['depth-2-variants', 'First page, depth 2, 3 variants'],
    (_, it) => [listRequest(it, { depth: 2, variants })],
    goal,
  ),
  cached(['random-pages', 'Random pages'], ({ entries: { posts } }, it) =>
    hundred(() => listRequest(it, { page: 1 + random.below(Math.ceil(posts.length / perPage)) })),
  ),
  cached(['entry', 'One entry by its slug'], ({ entries: { posts } }, it) =>
    hundred(() => entryRequest(it, random.pick(posts), 0)),
  ),
  cached(['not-modified', 'First page, not modified (304)'], notModified, { requestsPerSecond: 0.9 }),
  cached(
    ['not-modified-checks', 'The same; bare hashes the key, reads the log, creates an id'],
    notModified,
    {},
    'checks',
  ),
]

/** Uncached pages at depth 2 whose entries are all cached. */
export const fragmentCase: Case = {
  name: 'fragments',
  title: 'New pages of cached entries, depth 2',
  wanted: { requestsPerSecond: 0.25 },
  beside: 'bytes',
}

const newPages = (depth: number, beside: 'rows' | 'page', wanted: Wanted = {}): NewCase => ({
  name: `new-pages${depth > 0 ? `-depth-${depth}` : ''}${beside === 'page' ? '-whole' : ''}`,
  title: `New pages${depth > 0 ? `, depth ${depth}` : ''}; bare ${beside === 'page' ? 'builds the same bytes' : 'sends the rows'}`,
  ...{ wanted, beside, depth },
})

export const newCases: readonly NewCase[] = [
  newPages(0, 'rows', { cpu: 2 }),
  newPages(2, 'rows', { cpu: 3 }),
  newPages(0, 'page'),
  newPages(2, 'page'),
]

export const caseNames: readonly string[] = [...cachedCases, fragmentCase, ...newCases].map(
  ({ name }) => name,
)
