// Serves repeated requests for content from the cache (src/http/fast-path.ts). Key and response are checked for freshness
// as in the full pipeline.
import type { PeekGrant } from '../access/caller.guard.ts'
import type { CacheCounts } from '../base/cache-counts.ts'
import type { SpaceId } from '../base/ids.ts'
import { contentCors } from '../http/cors.ts'
import { createFastPath, type PlainHeaders, type Target } from '../http/fast-path.ts'
import {
  type Coding,
  chooseCoding,
  codings,
  describe,
  type JsonResponse,
  matches,
  validators,
} from '../http/json-response.ts'
import { commonHeaders, type RequestContextOptions } from '../http/request-context.ts'
import type { Fetch } from '../http/server-env.ts'
import type { CacheKey, ResponseCache } from './cache/response-cache.ts'
import { ByteCache } from './cache/variant-cache.ts'
import { type EntryQuery, type ListQuery, toCacheKey } from './query.ts'

export interface ContentFastPath {
  /**
   * Must be called after a response of 200 to a request without unknown parameters, with the space of the request's key.
   */
  remember(request: Request, space: SpaceId, query: ListQuery | EntryQuery): void
  /** Tries the fast path, then `next`. */
  before(next: Fetch): Fetch
}

interface ContentFastPathParts extends RequestContextOptions {
  readonly peekGrant: PeekGrant
  readonly responses: Pick<ResponseCache, 'peek'>
  readonly counts: Pick<CacheCounts, 'onLookup'>
}

interface ContentTarget extends Target {
  /** The space whose model the names in the query were compared with; null if the query has no names. */
  readonly space: SpaceId | null
  readonly key: CacheKey
}

/** The headers of a cached response in one coding, except for the request id. */
interface PreparedHeaders {
  readonly found: Headers
  readonly notModified: Headers
}

const targetBytesMax = 4 * 1024 * 1024
/** Approximate memory of a target, without its strings. */
const targetBytes = 400
/** The limit of remembered Accept-Encoding values; few are in use. */
const acceptsMax = 200

/** The only preference of content requests. Without unknown parameters it only adds a header. */
const strict = 'handling=strict'

export function createContentFastPath(parts: ContentFastPathParts): ContentFastPath {
  const { peekGrant, responses, counts } = parts
  const addHeaders = commonHeaders(parts.publicOrigin)
  const targets = new ByteCache<ContentTarget>(targetBytesMax)
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
  const respond = (target: ContentTarget, headers: PlainHeaders, url: string): Response | null => {
    const { prefer } = headers
    const grant = prefer === undefined || prefer === strict ? peekGrant(headers.authorization) : null
    if (grant === null) return null
    const own =
      target.space === null || target.space === grant.space ? target : targets.get(keyIn(grant.space, url))
    const hit = own === undefined ? null : responses.peek(grant.space, own.key, grant.versions)
    if (hit === null) return null
    const response = toResponse(hit, headers['accept-encoding'], headers['if-none-match'])
    if (response === null || !grant.consume(response)) return null
    if (prefer !== undefined) response.headers.set('Preference-Applied', strict)
    counts.onLookup('response', 'hit', grant.space)
    return response
  }

  const { isOff, before } = createFastPath(parts, { find: ({ url }) => targets.get(url), respond })
  return {
    before,
    remember: ({ url, headers }, caller, query) => {
      if (isOff) return
      const { collection, modelRevision } = query
      const params = { collection, slug: 'slug' in query ? query.slug : undefined }
      const space = modelRevision === undefined ? null : caller
      const target = { host: headers.get('Host') ?? '', params, space, key: toCacheKey(query) }
      const known = targets.get(url)?.space ?? null
      targets.set(
        known === null || known === space ? url : keyIn(caller, url),
        target,
        targetBytes + 2 * target.key.text.length,
      )
    },
  }
}

/**
 * Returns the key of a URL that means something else in another space, because its query names fields of the space's model.
 */
function keyIn(space: SpaceId, url: string): string {
  return `${space} ${url}`
}
