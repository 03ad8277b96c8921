// How many requests a second a key may make on this node.
import type { Clock } from '../base/clock.ts'
import type { RateLimitTicket } from '../http/rate-limit-ticket.ts'
import { createBuckets } from './buckets.ts'

/** Takes a token for a request of the key; null where there is no limit. */
export type RateLimit = ((keyId: string) => RateLimitTicket) | null

/** The one policy, by which its two fields name it (draft-ietf-httpapi-ratelimit-headers-10). */
const policy = '"key"'

/** A key can use up one second's requests at once; then they come back at the rate. 0 is no limit. */
export function createRateLimit(perSecond: number, clock: Clock): RateLimit {
  if (perSecond === 0) return null
  const take = createBuckets(perSecond, 1000, clock)
  return keyId => {
    const taken = take(keyId)
    return {
      waitSeconds: taken.waitSeconds,
      settle: status => {
        // Who asks whether anything is new, and hears that nothing is, has cost next to nothing.
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
