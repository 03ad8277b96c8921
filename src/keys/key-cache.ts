// Caches API keys by hash, so that most requests need no database query for theirs. A cached key is used only while no
// key of its space has changed: a revoked, narrowed or rotated key is looked up again first.
import type { Grant, PeekGrant } from '../access/caller.guard.ts'
import { createHashLookup } from '../access/hash-lookup.ts'
import { hashSecret } from '../access/secrets.ts'
import type { Clock } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Scope } from '../base/scopes.ts'
import type { Database } from '../database/database.ts'
import { findVersions, type SpaceVersion } from '../database/space-versions.ts'
import type { GuardReport } from '../http/endpoint.ts'
import { consume } from '../http/server-env.ts'
import type { ApiKey } from './api-key.ts'
import type { KeyUsage } from './key-usage.ts'
import { findKeysByHash, type KeyLookupResult } from './keys.store.ts'
import type { RateLimit } from './rate-limit.ts'

/** The maximum number of cached keys, of some kilobytes each. The least recently used one is evicted. */
const keysMax = 10_000

/** The usual spelling; the guard accepts other spellings. */
const scheme = 'Bearer '

interface CachedKey {
  readonly found: KeyLookupResult
  /** The time when the key expires, or the secret by which it was found. */
  readonly activeUntil: number
  /** The key revision of the space at the lookup, and the database history (epoch) that it belongs to. */
  readonly revision: number
  readonly epoch: number
}

export interface KeyCache {
  /**
   * Returns an active key with sufficient scopes, by the value of the Authorization header; null if the guard must decide.
   */
  peek(
    authorization: string | null | undefined,
    isEnough: KeyRequirement<unknown>['isMet'],
  ): CachedGrant | null
  /**
   * Finds a key by the hash of the whole key. After a rotation, the old secret finds its key until the overlap ends.
   * Rejects with DatabaseUnavailable if the node does not know whether the cached key is still current.
   */
  find(hash: string, now: number): Promise<ApiKey | null>
}

/** The scopes that a request requires of its key, and how the key becomes its caller. */
export interface KeyRequirement<KeyHolder> {
  /** The scopes that errors name. */
  readonly needed: readonly Scope[]
  readonly isMet: (scopes: readonly Scope[]) => boolean
  readonly toCaller: (accepted: AcceptedKey) => KeyHolder
}

export interface AcceptedKey {
  readonly key: ApiKey
  /** The hash of the secret by which the key was found. */
  readonly hash: string
}

interface CachedGrant extends AcceptedKey {
  readonly versions: SpaceVersion
}

export function createKeyCache(
  { reads, versions }: Pick<Database, 'reads' | 'versions'>,
  clock: Clock,
): KeyCache {
  const cached = new Map<string, CachedKey>()
  const lookUp = createHashLookup(hashes => findKeysByHash(reads, hashes))

  const remember = async (hash: string, space: SpaceId): Promise<KeyLookupResult | null> => {
    // Read before the key, so that a change in between makes the cached key newer than its version, never older.
    const before = await findVersions(versions, space)
    const found = before && (await lookUp(hash))
    if (!before || !found) return null
    if (cached.size >= keysMax) cached.delete(cached.keys().next().value ?? '')
    const { keys: revision, epoch } = before
    cached.set(hash, { found, activeUntil: activeUntilOf(found), revision, epoch })
    return found
  }

  /** Checks a cached key, and makes a current one the most recently used. */
  const isCurrent = (hash: string, cachedKey: CachedKey, now: SpaceVersion | null): boolean => {
    cached.delete(hash)
    if (now === null || now.keys !== cachedKey.revision || now.epoch !== cachedKey.epoch) return false
    cached.set(hash, cachedKey)
    return true
  }

  return {
    peek: (authorization, isEnough) => {
      if (!authorization?.startsWith(scheme)) return null
      const hash = hashSecret(authorization.slice(scheme.length))
      const cachedKey = cached.get(hash)
      if (cachedKey === undefined) return null
      const { key } = cachedKey.found
      const now = versions.current(key.space)
      if (now === null || !isCurrent(hash, cachedKey, now)) return null
      return clock() < cachedKey.activeUntil && isEnough(key.scopes) ? { key, hash, versions: now } : null
    },
    find: async (hash, now) => {
      const cachedKey = cached.get(hash)
      if (cachedKey && isCurrent(hash, cachedKey, await findVersions(versions, cachedKey.found.key.space)))
        return toUsable(cachedKey.found, now)
      // Only the database knows the space of an unknown hash.
      const space = cachedKey?.found.key.space ?? (await lookUp(hash))?.key.space
      const found = space === undefined ? null : await remember(hash, space)
      return found && toUsable(found, now)
    },
  }
}

interface GrantParts {
  readonly keys: KeyCache
  readonly clock: Clock
  readonly rateLimit: RateLimit
  readonly usage: KeyUsage
}

/** Requires one scope. For delivery, where the caller is the space of the key. */
export function requireOne(scope: Scope): KeyRequirement<SpaceId> {
  return {
    needed: [scope],
    isMet: scopes => scopes.includes(scope),
    toCaller: ({ key }) => key.space,
  }
}

/** Grants access on the fast path, which counts a request once there is a response to it. */
export function peekGrants({ keys, clock, rateLimit, usage }: GrantParts, scope: Scope): PeekGrant {
  const { isMet } = requireOne(scope)
  return (authorization): Grant | null => {
    const peeked = keys.peek(authorization, isMet)
    if (peeked === null) return null
    const { key, versions } = peeked
    return {
      space: key.space,
      versions,
      consume: response => {
        const ticket = rateLimit?.(key.id)
        if (ticket) {
          if (ticket.waitSeconds !== null) return false
          consume(ticket, response)
        }
        usage.note(key, clock())
        return true
      },
    }
  }
}

/** Grants access for the guard, which counts a request before it is handled. */
export function peekCallers<KeyHolder>(
  { keys, clock, rateLimit, usage }: GrantParts,
  { isMet, toCaller }: KeyRequirement<KeyHolder>,
) {
  return (request: Request, report: GuardReport): KeyHolder | null => {
    const peeked = keys.peek(request.headers.get('Authorization'), isMet)
    if (peeked === null) return null
    const { key } = peeked
    const ticket = rateLimit?.(key.id)
    if (ticket && ticket.waitSeconds !== null) return null
    if (ticket) report.rateLimitTicket(ticket)
    report.caller({ keyId: key.id, spaceId: key.space })
    usage.note(key, clock())
    return toCaller(peeked)
  }
}

function toUsable({ key, validUntil }: KeyLookupResult, now: number): ApiKey | null {
  return validUntil === null || validUntil > now ? key : null
}

function activeUntilOf({ key, validUntil }: KeyLookupResult): number {
  if (key.revokedAt !== null) return Number.NEGATIVE_INFINITY
  return Math.min(key.expiresAt ?? Number.POSITIVE_INFINITY, validUntil ?? Number.POSITIVE_INFINITY)
}
