// Rate limits by token buckets: the requests of each API key on this node, and requests with unknown keys by client IP.
// The latter are counted after the lookup, so that a valid key is never refused.
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { RateLimitTicket } from '../http/server-env.ts'

/** The result of an attempt to take a token. */
interface BucketResult {
  /** Seconds until a token is available; null if one was taken. */
  readonly waitSeconds: number | null
  /** Returns the token to the bucket if one was taken, at most once. */
  giveBack(): void
  /** Returns the current tokens, and when the bucket is full if no more are taken. */
  left(): { readonly tokens: number; readonly fullInSeconds: number }
}

interface Bucket {
  tokens: number
  filledAt: number
}

/** The least recently used bucket is evicted. Its name gets a full one at its next use. */
const bucketsMax = 10_000

/** Creates buckets of `size` tokens. An empty one is full again after `fillMs`. */
export function createBuckets(size: number, fillMs: number, clock: Clock): (name: string) => BucketResult {
  const buckets = new Map<string, Bucket>()
  return name => {
    const now = clock()
    const bucket = buckets.get(name) ?? { tokens: size, filledAt: now }
    const gained = (Math.max(0, now - bucket.filledAt) / fillMs) * size
    bucket.tokens = Math.min(size, bucket.tokens + gained)
    bucket.filledAt = now
    buckets.delete(name)
    if (buckets.size >= bucketsMax) buckets.delete(buckets.keys().next().value ?? '')
    buckets.set(name, bucket)
    const secondsFor = (tokens: number) => Math.ceil((tokens * fillMs) / size / 1000)
    let isTaken = bucket.tokens >= 1
    const waitSeconds = isTaken ? null : secondsFor(1 - bucket.tokens)
    if (isTaken) bucket.tokens -= 1
    return {
      waitSeconds,
      giveBack: () => {
        if (isTaken) bucket.tokens = Math.min(size, bucket.tokens + 1)
        isTaken = false
      },
      left: () => ({
        tokens: Math.floor(bucket.tokens),
        fullInSeconds: secondsFor(size - bucket.tokens),
      }),
    }
  }
}

/** Takes a token for a request of the key; null if there is no limit. */
export type RateLimit = ((keyId: string) => RateLimitTicket) | null

/** The only policy. Two response header fields refer to it by this name (draft-ietf-httpapi-ratelimit-headers-10). */
const policy = '"key"'

/** Creates the limit. A key can use one second's requests at once; then they refill at the rate. 0 means no limit. */
export function createRateLimit(perSecond: number, clock: Clock): RateLimit {
  if (perSecond === 0) return null
  const take = createBuckets(perSecond, 1000, clock)
  return keyId => {
    const taken = take(keyId)
    return {
      waitSeconds: taken.waitSeconds,
      consume: status => {
        // A conditional request whose content is unchanged costs almost nothing.
        if (status === 304) taken.giveBack()
        const { tokens, fullInSeconds } = taken.left()
        return {
          'RateLimit-Policy': `${policy};q=${perSecond};w=1`,
          RateLimit: `${policy};r=${tokens};t=${fullInSeconds}`,
        }
      },
    }
  }
}

/** The burst size, then 300 a second. A site whose key was not updated after a rotation may send that many. */
export const unknownMax = 3000
const windowMs = 10_000

/** Counts an unknown key. Throws `too_many_requests` if the client IP has sent too many. */
export type UnknownKeyThrottle = (clientIp: string) => void

export function createUnknownKeyThrottle(clock: Clock): UnknownKeyThrottle {
  const take = createBuckets(unknownMax, windowMs, clock)
  return clientIp => {
    const { waitSeconds } = take(clientIp)
    if (waitSeconds === null) return
    throw new Problem('too_many_requests', 'Too many requests with unknown API keys from this address.', {
      headers: { 'Retry-After': String(waitSeconds) },
    })
  }
}
