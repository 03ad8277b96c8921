// Serves repeated requests from the cache in one linear pass. The target is known, so it is not parsed; key and response are
// checked for freshness as in the full pipeline. Any other request takes the full pipeline, which also produces all errors.
import type { PeekGrant } from '../access/grant.ts'
import type { CacheCounts } from '../base/cache-counts.ts'
import type { SpaceId } from '../base/ids.ts'
import {
  commonHeaders,
  headerBytesMax,
  type RequestContextOptions,
  requestIdHeader,
} from '../http/request-context.ts'
import type { SentParams } from '../http/request-url.ts'
import { contentCors } from '../http/response/cors.ts'
import {
  type Coding,
  chooseCoding,
  codings,
  describe,
  type JsonResponse,
  matches,
  validators,
} from '../http/response/json-response.ts'
import type { Fetch } from '../http/server-env.ts'
import type { CacheKey, ResponseCache } from './cache/response-cache.ts'
import { ByteCache } from './cache/variant-cache.ts'
import { type EntryQuery, type ListQuery, toCacheKey } from './query.ts'

export interface FastPath {
  /** Must be called after a response of 200 to a request without unknown parameters, with the space of the request's key. */
  remember(request: Request, space: SpaceId, query: ListQuery | EntryQuery): void
  /** Tries the fast path, then `next`. */
  before(next: Fetch): Fetch
}

interface FastPathParts extends RequestContextOptions {
  readonly peekGrant: PeekGrant
  readonly responses: Pick<ResponseCache, 'peek'>
  readonly counts: Pick<CacheCounts, 'onLookup'>
}

/** The parsed form of a URL that was requested before. */
interface Target {
  readonly host: string
  /** The space whose model the names in the query were compared with; null if the query has no names. */
  readonly space: SpaceId | null
  readonly key: CacheKey
  readonly collection: string | null
  readonly slug: string | null | undefined
}

/** The headers of a cached response in one coding, except for the request id. */
interface PreparedHeaders {
  readonly found: Headers
  readonly notModified: Headers
}

/**
 * Header names in lower case, joined values. Bun's `Headers.toJSON` returns this; it is the cheapest way to read all
 * headers.
 */
type PlainHeaders = Readonly<Record<string, string>>

const targetBytesMax = 4 * 1024 * 1024
/** Approximate memory of a target, without its strings. */
const targetBytes = 400
/** The limit of remembered Accept-Encoding values; few are in use. */
const acceptsMax = 200

/** The only preference of content requests. Without unknown parameters it only adds a header. */
const strict = 'handling=strict'

export function createFastPath(parts: FastPathParts): FastPath {
  const { peekGrant, responses, counts, logger, newRequestId, onResponse, publicOrigin } = parts
  // Logging each request costs far more than the fast path saves.
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
    for (const one of Object.values(headers)) addHeaders(one, contentCors)
    const others = prepared.get(response) ?? new Map<Coding | null, PreparedHeaders>()
    prepared.set(response, others.set(coding, headers))
    return headers
  }

  /** Returns null if the response is not encoded in that coding yet. */
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

  /** Returns null if the request has to take the full pipeline. */
  const respond = (request: Request, sent: SentParams | undefined): Response | null => {
    if (isOff || request.method !== 'GET') return null
    const target = targets.get(request.url)
    if (target === undefined || !wasSentAs(sent, target)) return null
    const started = performance.now()
    const headers: PlainHeaders = request.headers.toJSON()
    if (!isPlain(headers, target)) return null
    const grant = peekGrant(headers.authorization)
    if (grant === null) return null
    const own =
      target.space === null || target.space === grant.space
        ? target
        : targets.get(keyIn(grant.space, request.url))
    const hit = own === undefined ? null : responses.peek(grant.space, own.key, grant.versions)
    if (hit === null) return null
    const response = toResponse(hit, headers['accept-encoding'], headers['if-none-match'])
    if (response === null || !grant.consume(response)) return null
    if (headers.prefer !== undefined) response.headers.set('Preference-Applied', strict)
    response.headers.set(requestIdHeader, newRequestId())
    counts.onLookup('response', 'hit', grant.space)
    const seconds = (performance.now() - started) / 1000
    onResponse?.({ status: response.status, seconds })
    return response
  }

  return {
    remember: ({ url, headers }, caller, query) => {
      const slug = 'slug' in query ? query.slug : undefined
      const { collection, modelRevision } = query
      const space = modelRevision === undefined ? null : caller
      const target = { host: headers.get('Host') ?? '', space, key: toCacheKey(query), collection, slug }
      const known = targets.get(url)?.space ?? null
      targets.set(
        known === null || known === space ? url : keyIn(caller, url),
        target,
        targetBytes + 2 * target.key.text.length,
      )
    },
    before: next => (request, env, execution) =>
      respond(request, env?.sentParams) ?? next(request, env, execution),
  }
}

/**
 * Returns the key of a URL that means something else in another space, because its query names fields of the space's model.
 */
function keyIn(space: SpaceId, url: string): string {
  return `${space} ${url}`
}

/** Checks the path as it was sent. `request.url` is normalized, so another path may result in the same URL. */
function wasSentAs(sent: SentParams | undefined, { collection, slug }: Target): boolean {
  return sent === undefined || (sent?.collection === collection && sent.slug === slug)
}

/** Checks whether the full pipeline would accept the headers. `host` is that of the request that was served before. */
export function hasPlainHeaders(headers: PlainHeaders, host: string): boolean {
  if ((headers.host ?? '') !== host || headers['content-length'] !== undefined) return false
  let bytes = 0
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + 4
  return bytes <= headerBytesMax
}

/** Checks whether the response depends on nothing but target, key and content. */
function isPlain(headers: PlainHeaders, { host }: Target): boolean {
  if (headers.prefer !== undefined && headers.prefer !== strict) return false
  return hasPlainHeaders(headers, host)
}
