// Guards endpoints that accept a session or an API key, and declares how the fast path of cached responses checks a key.
import type { SpaceId } from '../base/ids.ts'
import type { SpaceVersion } from '../database/space-versions.ts'
import type { Guard } from '../http/endpoint.ts'

interface CallerGuards<BySession, ByKey> {
  readonly bySession: Guard<BySession>
  readonly byKey: Guard<ByKey>
}

/**
 * Authorizes a request with an Authorization header, whatever its value, by its API key alone, ignoring cookies; any
 * other request by its session. An API key needs no origin, because no browser adds one to a request of another page.
 */
export function keyOrSession<BySession, ByKey>({
  bySession,
  byKey,
}: CallerGuards<BySession, ByKey>): Guard<BySession | ByKey> {
  const hasKey = (request: Request) => request.headers.has('Authorization')
  const guardFor = (request: Request): Guard<BySession | ByKey> => (hasKey(request) ? byKey : bySession)
  return {
    peek: (request, report) => guardFor(request).peek?.(request, report) ?? null,
    check: (request, report) => guardFor(request).check(request, report),
    needsOwnOrigin: request => !hasKey(request),
    security: [...bySession.security, ...byKey.security],
    errors: [...bySession.errors, ...byKey.errors],
    ...(bySession.headers && { headers: bySession.headers }),
  }
}

/** The access that a known API key grants, read from memory without a database query. */
export interface Grant {
  readonly space: SpaceId
  /** The version of the space for which the key is known to be valid. */
  readonly versions: SpaceVersion
  /** Counts the request and writes the rate limit headers. Returns false if the key has used up its rate. */
  consume(response: Response): boolean
}

/** Takes the value of the Authorization header. Returns null if the guard must decide. */
export type PeekGrant = (authorization: string | undefined) => Grant | null
