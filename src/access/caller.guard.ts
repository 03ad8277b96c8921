// Guards endpoints that accept a session or an API key.
import type { Caller, KeyCaller } from '../base/caller.ts'
import type { Member } from '../base/member.ts'
import type { Guard } from '../http/endpoint.ts'

interface CallerGuards {
  readonly bySession: Guard<Member>
  readonly byKey: Guard<KeyCaller>
}

/**
 * Authorizes a request with an Authorization header, whatever its value, by its API key alone, ignoring cookies; any
 * other request by its session. An API key needs no origin, because no browser adds one to a request of another page.
 */
export function keyOrSession({ bySession, byKey }: CallerGuards): Guard<Caller> {
  const hasKey = (request: Request) => request.headers.has('Authorization')
  const guardFor = (request: Request): Guard<Caller> => (hasKey(request) ? byKey : bySession)
  return {
    peek: (request, report) => guardFor(request).peek?.(request, report) ?? null,
    check: (request, report) => guardFor(request).check(request, report),
    needsOwnOrigin: request => !hasKey(request),
    security: [...bySession.security, ...byKey.security],
    errors: [...bySession.errors, ...byKey.errors],
    ...(bySession.headers && { headers: bySession.headers }),
  }
}
