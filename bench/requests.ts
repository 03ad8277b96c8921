// Requests with their expected responses, and the checks before they are measured.
import type { Json } from '../src/content/values/model.ts'
import type { BenchEntry } from './data-set.ts'
import type { Expectations, ListQuery } from './expected.ts'
import type { LoadRequest } from './load-order.ts'
import { createRandom } from './random.ts'

export interface ExpectedRequest {
  /** Path and query. */
  readonly target: string
  /** Sends the ETag of the response, to get a 304. */
  readonly isConditional?: boolean
  isExpected(body: Json): boolean
}

const base = '/api/v1/public/content/posts'
export const perPage = 20

/** Parameters with default values are omitted, as clients do. */
export function listTarget(query: Partial<ListQuery>): string {
  const { page = 1, depth = 0, variants = [] } = query
  const parameters = [
    ...(page > 1 ? [`page=${page}`] : []),
    ...((query.perPage ?? perPage) === perPage ? [] : [`perPage=${query.perPage}`]),
    ...(depth > 0 ? [`depth=${depth}`] : []),
    ...(variants.length > 0 ? [`variants=${variants.join(',')}`] : []),
  ]
  return parameters.length > 0 ? `${base}?${parameters.join('&')}` : base
}

export function listRequest(expectations: Expectations, query: Partial<ListQuery>): ExpectedRequest {
  const whole = { page: 1, perPage, depth: 0, variants: [], ...query }
  return {
    target: listTarget(whole),
    isExpected: body => Bun.deepEquals(body, expectations.list('posts', whole)),
  }
}

export function entryRequest(
  expectations: Expectations,
  entry: Pick<BenchEntry, 'id' | 'slug'>,
  depth: number,
): ExpectedRequest {
  return {
    target: `${base}/${entry.slug}${depth > 0 ? `?depth=${depth}` : ''}`,
    isExpected: body => Bun.deepEquals(body, expectations.entry(entry, { depth, variants: [] })),
  }
}

interface PageQuery {
  readonly page: number
  readonly depth: number
}

export function bareTarget(space: string, { page, depth }: PageQuery): string {
  return `/${space}/posts?page=${page}&perPage=${perPage}&depth=${depth}`
}

/** The rows of a page in any order, from bare-database-server.ts. */
export function rowsRequest(expectations: Expectations, space: string, query: PageQuery): ExpectedRequest {
  const toTexts = (values: readonly Json[]) => values.map(value => JSON.stringify(value)).sort()
  return {
    target: bareTarget(space, query),
    isExpected: body =>
      Bun.deepEquals(
        toTexts(body as readonly Json[]),
        toTexts(expectations.values('posts', { ...query, perPage })),
      ),
  }
}

/** All pages of this many posts, shuffled. */
export function shuffledPages(posts: number, size = perPage): number[] {
  const random = createRandom(size)
  const pages = Array.from({ length: Math.ceil(posts / size) }, (_, index) => index + 1)
  for (let end = pages.length - 1; end > 0; end--) {
    const other = random.below(end + 1)
    ;[pages[end], pages[other]] = [pages[other]!, pages[end]!]
  }
  return pages
}

/** No compression, because it is not measured. */
export function headersOf(key: string): Record<string, string> {
  return { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'identity' }
}

/** A request for which any response with status 200 is accepted. */
export function uncheckedRequest(key: string, target: string): LoadRequest {
  return { target, headers: headersOf(key), statuses: [200] }
}

/** Sends the request and fails unless the response is the expected one. */
export async function check(url: string, key: string, request: ExpectedRequest): Promise<LoadRequest> {
  const { target, isConditional = false, isExpected } = request
  const headers = headersOf(key)
  const full = await send(url, { target, headers })
  if (full.status !== 200) throw new Error(`${target}: status ${full.status} instead of 200.`)
  if (!isExpected(JSON.parse(full.body.toString()))) {
    throw new Error(`${target}: the response differs from the data set.`)
  }
  if (!isConditional) return { target, headers, statuses: [200], bytes: full.body.length }
  const conditional = { ...headers, 'If-None-Match': full.headers.etag ?? '' }
  const { status } = await send(url, { target, headers: conditional })
  if (status !== 304) throw new Error(`${target}: status ${status} instead of 304 for its own ETag.`)
  return { target, headers: conditional, statuses: [304], bytes: 0 }
}

export async function checkAll(
  url: string,
  key: string,
  requests: readonly ExpectedRequest[],
): Promise<LoadRequest[]> {
  const checked: LoadRequest[] = []
  for (const request of requests) checked.push(await check(url, key, request))
  return checked
}

/** Fails unless the other server returns the same bytes with the same status and headers. */
export async function requireSameResponses(
  url: string,
  otherUrl: string,
  requests: readonly LoadRequest[],
): Promise<void> {
  for (const request of requests) {
    if (Bun.deepEquals(await send(url, request), await send(otherUrl, request))) continue
    throw new Error(`${request.target}: the bare server's response differs from Frontlist's.`)
  }
}

/** Headers that vary between responses, or belong to the connection. */
const volatileHeaders: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'x-request-id'])

async function send(url: string, { target, headers }: Pick<LoadRequest, 'target' | 'headers'>) {
  const response = await fetch(url + target, { headers, signal: AbortSignal.timeout(10_000) })
  const body = Buffer.from(await response.arrayBuffer())
  const stable = [...response.headers].filter(([name]) => !volatileHeaders.has(name))
  return { status: response.status, headers: Object.fromEntries(stable), body }
}
