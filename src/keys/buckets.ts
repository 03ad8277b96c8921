// Token buckets by name, for rate limits: bursts up to the size of a bucket, then a steady refill.
import type { Clock } from '../base/clock.ts'

/** The result of an attempt to take a token. */
export interface BucketResult {
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
