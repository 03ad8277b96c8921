// How many requests a second a key may make on this node: a bucket of tokens for each key that is in use.
import type { Clock } from '../base/clock.ts'
import type { Charge } from '../http/charge.ts'

/** Takes a token for a request of the key; null where there is no limit. */
export type RateLimit = (keyId: string) => Charge | null

interface Bucket {
  tokens: number
  filledAt: number
}

/** Buckets that are full again hold nothing that a new one would not; beyond this many they are swept out. */
const bucketsMax = 10_000

/** The one policy, by which its two fields name it (draft-ietf-httpapi-ratelimit-headers-10). */
const policy = '"key"'

/** A key can use up one second's requests at once; then they come back at the rate. 0 is no limit. */
export function createRateLimit(perSecond: number, clock: Clock): RateLimit {
  if (perSecond === 0) return () => null
  const buckets = new Map<string, Bucket>()
  return keyId => {
    const now = clock()
    if (buckets.size >= bucketsMax) sweep(buckets, now)
    const bucket = buckets.get(keyId) ?? { tokens: perSecond, filledAt: now }
    const gained = (Math.max(0, now - bucket.filledAt) / 1000) * perSecond
    bucket.tokens = Math.min(perSecond, bucket.tokens + gained)
    bucket.filledAt = now
    buckets.set(keyId, bucket)
    const isTaken = bucket.tokens >= 1
    if (isTaken) bucket.tokens -= 1
    return {
      waitSeconds: isTaken ? null : Math.ceil((1 - bucket.tokens) / perSecond),
      settle: status => {
        // Who asks whether anything is new, and hears that nothing is, has cost next to nothing.
        if (isTaken && status === 304) bucket.tokens = Math.min(perSecond, bucket.tokens + 1)
        const remaining = Math.floor(bucket.tokens)
        const fullInSeconds = Math.ceil((perSecond - bucket.tokens) / perSecond)
        return {
          'RateLimit-Policy': `${policy};q=${perSecond};w=1`,
          RateLimit: `${policy};r=${remaining};t=${fullInSeconds}`,
        }
      },
    }
  }
}

/** A second without a request fills any bucket. */
function sweep(buckets: Map<string, Bucket>, now: number): void {
  for (const [keyId, bucket] of buckets) if (now - bucket.filledAt >= 1000) buckets.delete(keyId)
}
