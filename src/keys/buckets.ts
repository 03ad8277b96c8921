// Buckets of tokens, one for each of many names: so many at once, and then as they come back.
import type { Clock } from '../base/clock.ts'

/** What an attempt to take a token has come to. */
export interface BucketResult {
  /** Seconds until there is one again; null where one was taken. */
  readonly waitSeconds: number | null
  /** Puts the token back, where one was taken; once. */
  giveBack(): void
  /** What the bucket holds now, and when it is full if nobody takes any. */
  left(): { readonly tokens: number; readonly fullInSeconds: number }
}

interface Bucket {
  tokens: number
  filledAt: number
}

/** The one that was used least lately goes; its name has a full one when it comes back. */
const bucketsMax = 10_000

/** Of `size` tokens each, which an empty one gets back in `fillMs`. */
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
