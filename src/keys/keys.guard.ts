// Authenticates requests with an API key, from the Authorization header to a space, or to a caller who manages its
// content, before any other work on a request.
import { insufficientScope, invalidKey } from '../access/access-problems.ts'
import { readBearer } from '../access/bearer.ts'
import { type ContentRight, scopeFor, scopesHave } from '../access/rights.ts'
import { hashSecret } from '../access/secrets.ts'
import type { KeyCaller } from '../base/caller.ts'
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { type DeliveryScope, scopesByKind } from '../base/scopes.ts'
import type { Guard, GuardReport } from '../http/endpoint.ts'
import { isWellFormedKey, keyStatus } from './api-key.ts'
import { type AcceptedKey, type KeyCache, type KeyRequirement, peekCallers, requireOne } from './key-cache.ts'
import type { KeyUsage } from './key-usage.ts'
import type { RateLimit, UnknownKeyThrottle } from './rate-limit.ts'

interface KeyGuardParts {
  readonly keys: KeyCache
  readonly clock: Clock
  readonly rateLimit: RateLimit
  readonly usage: KeyUsage
  readonly countUnknownKey: UnknownKeyThrottle
  readonly addressOf: (request: Request) => string
}

/** Requires an active key with the scope, and returns its space. For delivery. */
export function requireScope(parts: KeyGuardParts, scope: DeliveryScope): Guard<SpaceId> {
  return requireKey(parts, requireOne(scope))
}

/** Requires an active key whose scopes grant all of the rights. For management. */
export function requireKeyCaller(parts: KeyGuardParts, rights: readonly ContentRight[]): Guard<KeyCaller> {
  return requireKey(parts, {
    needed: rights.map(scopeFor),
    isMet: scopes => rights.every(right => scopesHave(scopes, right)),
    toCaller: toKeyCaller,
  })
}

/** Requires an active key that may read drafts: one for previews, or one of management. */
export function requirePreviewKey(
  parts: KeyGuardParts,
): Guard<{ readonly space: SpaceId; readonly keyId: string; readonly expiresAt: number | null }> {
  return requireKey(parts, {
    needed: scopesByKind.preview,
    isMet: scopes => scopesByKind.preview.some(scope => scopes.includes(scope)) || scopesHave(scopes, 'read'),
    toCaller: ({ key: { space, id, expiresAt } }) => ({ space, keyId: id, expiresAt }),
  })
}

function toKeyCaller({ key: { space, id, name, scopes }, hash }: AcceptedKey): KeyCaller {
  return { kind: 'key', space, keyId: id, name, scopes, secretHash: hash }
}

/** Requires an active key within the rate limit. */
function requireKey<KeyHolder>(
  { keys, clock, rateLimit, usage, countUnknownKey, addressOf }: KeyGuardParts,
  requirement: KeyRequirement<KeyHolder>,
): Guard<KeyHolder> {
  const { needed, isMet, toCaller } = requirement
  const find = async (request: Request, now: number, report: GuardReport): Promise<AcceptedKey> => {
    const text = readBearer(request.headers.get('Authorization'))
    if (!isWellFormedKey(text)) throw invalidKey('api_key_invalid')
    const hash = hashSecret(text)
    const key = await keys.find(hash, now)
    // Counted only after the lookup, so that an existing key is never refused because of other requests from its address.
    if (key === null) countUnknownKey(addressOf(request))
    if (key === null) throw invalidKey('api_key_invalid')
    report.caller({ keyId: key.id, spaceId: key.space })
    const status = keyStatus(key, now)
    if (status === 'expired') throw invalidKey('api_key_expired')
    if (status === 'revoked') throw invalidKey('api_key_revoked')
    if (!isMet(key.scopes)) throw insufficientScope(needed, key.scopes)
    return { key, hash }
  }
  return {
    peek: peekCallers({ keys, clock, rateLimit, usage }, requirement),
    security: [{ apiKey: [...needed] }],
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
      const found = await find(request, now, report)
      const ticket = rateLimit?.(found.key.id)
      if (ticket) report.rateLimitTicket(ticket)
      if (ticket && ticket.waitSeconds !== null) {
        throw new Problem(
          'too_many_requests',
          'This API key has used up its requests for this second. Retry after the delay in `Retry-After`.',
          { headers: { 'Retry-After': String(ticket.waitSeconds) } },
        )
      }
      usage.note(found.key, now)
      return toCaller(found)
    },
  }
}
