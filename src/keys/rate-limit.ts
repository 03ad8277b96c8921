// The rate limit of each API key on this node, in requests per second.
import type { Clock } from '../base/clock.ts'
import type { RateLimitTicket } from '../http/rate-limit-ticket.ts'
import { createBuckets } from './buckets.ts'

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
