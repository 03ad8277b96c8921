// Cached responses to requests that were answered before, on one straight way: the target is known, so nothing of it is
// parsed; the key is checked, the response is looked up, and both are as fresh as on the long way. Whatever is not certain
// at once takes the long way, which is where all errors come from.
import type { ExecutionContext } from 'hono'
import type { PeekGrant } from '../access/grant.ts'
import type { CacheCounts } from '../base/cache-counts.ts'
import {
  type Coding,
  chooseCoding,
  codings,
  describe,
  type JsonResponse,
  matches,
  validators,
} from '../http/json-response.ts'
import {
  commonHeaders,
  headerBytesMax,
  type RequestContextOptions,
  requestIdHeader,
} from '../http/request-context.ts'
import type { SentParams } from '../http/request-url.ts'
import type { ServerEnv } from '../http/server-env.ts'
import type { CacheKey, ResponseCache } from './cache/response-cache.ts'
import { ByteCache } from './cache/variant-cache.ts'
import { type EntryQuery, type ListQuery, toCacheKey } from './query.ts'

export interface FastPath {
  /** For a request that was answered with 200, all of whose parameters are known. */
  remember(request: Request, query: ListQuery | EntryQuery): void
  /** Tries the fast path before `next`. */
  before(next: Fetch): Fetch
}

interface FastPathParts extends RequestContextOptions {
  readonly peekGrant: PeekGrant
  readonly responses: Pick<ResponseCache, 'peek'>
  readonly counts: Pick<CacheCounts, 'onLookup'>
}

type Fetch = (
  request: Request,
  env?: ServerEnv['Bindings'],
  execution?: ExecutionContext,
) => Response | Promise<Response>

/** What is known of a URL that was requested before. */
interface Target {
  readonly host: string
  readonly key: CacheKey
  readonly collection: string | null
  readonly slug: string | null | undefined
}

/** The headers of a cached response in one coding, but for the id of the request. */
interface PreparedHeaders {
  readonly found: Headers
  readonly notModified: Headers
}

const targetBytesMax = 4 * 1024 * 1024
/** Of a target in memory, about. */
const targetBytes = 400
/** Values of Accept-Encoding that are remembered; few are in use. */
const acceptsMax = 200

/** The one preference that content requests know: without unknown parameters it changes nothing but a header. */
const strict = 'handling=strict'

export function createFastPath(parts: FastPathParts): FastPath {
  const { peekGrant, responses, counts, logger, newRequestId, onResponse, publicOrigin } = parts
  // A line in the log for each request costs far more than what is saved here.
  const isOff = logger.isLevelEnabled('info')
  const addHeaders = commonHeaders(publicOrigin)
  const targets = new ByteCache<Target>(targetBytesMax)
  const prepared = new WeakMap<JsonResponse, Map<Coding | null, PreparedHeaders>>()
  const accepts = new Map<string, Coding | null>()

  const choose = (accept: string | undefined): Coding | null => {
    if (accept === undefined) return null
    const known = accepts.get(accept)
    if (known !== undefined) return known
    const coding = chooseCoding(accept, codings)
    if (accepts.size >= acceptsMax) accepts.clear()
    accepts.set(accept, coding)
    return coding
  }

  const prepare = (response: JsonResponse, coding: Coding | null, body: Blob): PreparedHeaders => {
    const both = { ...validators(response, coding), 'Server-Timing': 'cache;desc=hit' }
    const headers = {
      found: new Headers({ ...both, ...describe(body, coding) }),
      notModified: new Headers(both),
    }
    for (const one of Object.values(headers)) addHeaders(one, true)
    const others = prepared.get(response) ?? new Map<Coding | null, PreparedHeaders>()
    prepared.set(response, others.set(coding, headers))
    return headers
  }

  /** Null where the response was not encoded in that coding yet. */
  const toResponse = (hit: JsonResponse, accept: string | undefined, noneMatch: string | undefined) => {
    const coding = hit.isCompressible ? choose(accept) : null
    const body = coding === null ? hit.body : hit.encoded[coding]
    if (!(body instanceof Blob)) return null
    const { found, notModified } = prepared.get(hit)?.get(coding) ?? prepare(hit, coding, body)
    const isSame =
      noneMatch !== undefined && (noneMatch === found.get('ETag') || matches(noneMatch, hit.digest))
    return isSame
      ? new Response(null, { status: 304, headers: notModified })
      : new Response(body, { headers: found })
  }

  /** Null where the request has to take the long way. */
  const respond = (request: Request, sent: SentParams | undefined): Response | null => {
    if (isOff || request.method !== 'GET') return null
    const target = targets.get(request.url)
    if (target === undefined || !wasSentAs(sent, target)) return null
    const started = performance.now()
    // Bun's own, and the cheapest way to all of them: names in lower case, values joined as Headers.get does.
    const headers: Readonly<Record<string, string>> = request.headers.toJSON()
    if (!isPlain(headers, target)) return null
    const grant = peekGrant(headers.authorization)
    if (grant === null) return null
    const hit = responses.peek(grant.space, target.key, grant.versions)
    if (hit === null) return null
    const response = toResponse(hit, headers['accept-encoding'], headers['if-none-match'])
    if (response === null || !grant.settle(response)) return null
    if (headers.prefer !== undefined) response.headers.set('Preference-Applied', strict)
    response.headers.set(requestIdHeader, newRequestId())
    counts.onLookup('answer', 'hit', grant.space)
    const seconds = (performance.now() - started) / 1000
    onResponse?.({ status: response.status, seconds })
    return response
  }

  return {
    remember: ({ url, headers }, query) => {
      const slug = 'slug' in query ? query.slug : undefined
      const { collection } = query
      const target = { host: headers.get('Host') ?? '', key: toCacheKey(query), collection, slug }
      targets.set(url, target, targetBytes)
    },
    before: next => (request, env, execution) =>
      respond(request, env?.sentParams) ?? next(request, env, execution),
  }
}

/** The URL tells the path as it was resolved; what was sent may be another one that leads there. */
function wasSentAs(sent: SentParams | undefined, { collection, slug }: Target): boolean {
  return sent === undefined || (sent?.collection === collection && sent.slug === slug)
}

/** Whether the response depends on nothing but target, key and content. */
function isPlain(headers: Readonly<Record<string, string>>, { host }: Target): boolean {
  if ((headers.host ?? '') !== host || headers['content-length'] !== undefined) return false
  if (headers.prefer !== undefined && headers.prefer !== strict) return false
  let bytes = 0
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + 4
  return bytes <= headerBytesMax
}
