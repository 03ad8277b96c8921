// Authenticates requests with an API key: from the Authorization header to a space, before any other work on a request.
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Scope } from '../base/scopes.ts'
import type { Guard, GuardReport } from '../http/endpoint.ts'
import { type ApiKey, isWellFormedKey, keyStatus } from './api-key.ts'
import { hashKey, type KeyCache, peekCallers } from './key-cache.ts'
import type { KeyUsage } from './key-usage.ts'
import type { RateLimit } from './rate-limit.ts'
import type { UnknownKeyThrottle } from './unknown-key-throttle.ts'

interface GuardParts {
  readonly keys: KeyCache
  readonly clock: Clock
  readonly rateLimit: RateLimit
  readonly usage: KeyUsage
  readonly countUnknownKey: UnknownKeyThrottle
  readonly addressOf: (request: Request) => string
}

/** Requires an active key with the scope; grants access to the key's space within the rate limit. */
export function requireKey(
  { keys, clock, rateLimit, usage, countUnknownKey, addressOf }: GuardParts,
  scope: Scope,
): Guard<SpaceId> {
  const find = async (request: Request, now: number, report: GuardReport): Promise<ApiKey> => {
    const text = readCredential(request.headers.get('Authorization'))
    const isPossible = isWellFormedKey(text)
    const key = isPossible ? await keys.find(hashKey(text), now) : null
    // Checked only after the lookup: an existing key is never refused because of other requests from its address.
    if (isPossible && key === null) countUnknownKey(addressOf(request))
    if (key === null) throw invalid('api_key_invalid', 'The API key is malformed or unknown.')
    report.caller({ keyId: key.id, spaceId: key.space })
    const status = keyStatus(key, now)
    if (status === 'expired') throw invalid('api_key_expired', 'The API key has expired.')
    if (status === 'revoked') throw invalid('api_key_revoked', 'The API key was revoked.')
    if (!key.scopes.includes(scope)) {
      throw new Problem('insufficient_scope', `This API key does not have the scope ${scope}.`, {
        headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
      })
    }
    return key
  }
  return {
    peek: peekCallers({ keys, clock, rateLimit, usage }, scope),
    security: [{ apiKey: [scope] }],
    errors: [
      'api_key_missing',
      'api_key_invalid',
      'api_key_expired',
      'api_key_revoked',
      'insufficient_scope',
      'too_many_requests',
    ],
    check: async (request, report) => {
      const now = clock()
      const key = await find(request, now, report)
      const ticket = rateLimit?.(key.id)
      if (ticket) report.rateLimitTicket(ticket)
      if (ticket && ticket.waitSeconds !== null) {
        throw new Problem(
          'too_many_requests',
          'This API key has used up its requests for this second. Retry after the delay in `Retry-After`.',
          { headers: { 'Retry-After': String(ticket.waitSeconds) } },
        )
      }
      usage.note(key, now)
      return key.space
    },
  }
}

/**
 * The text after `Bearer`. Two headers arrive joined by a comma (RFC 9110, section 5.3); a key contains neither commas
 * nor spaces, so text after a comma that looks like a second credential is one.
 */
function readCredential(header: string | null): string {
  const match = header === null ? null : /^bearer(?:(?=[ \t]) *(.*))?$/i.exec(header.trim())
  if (!match || /,\s*(?:[a-z][\w-]*\s+\S|$)/i.test(header!)) {
    const detail =
      header === null
        ? 'Send the API key in the header Authorization: Bearer <API_KEY>.'
        : 'Send exactly one Authorization header, of the form Bearer <API_KEY>.'
    throw new Problem('api_key_missing', detail, { headers: { 'WWW-Authenticate': 'Bearer' } })
  }
  return match[1] ?? ''
}

function invalid(code: 'api_key_invalid' | 'api_key_expired' | 'api_key_revoked', detail: string): Problem {
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } })
}
