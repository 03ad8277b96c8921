// Counts requests with unknown API keys by client IP, and refuses clients that send too many. They are counted after the
// lookup, so that a valid key is never refused.
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors/errors.ts'
import { createBuckets } from './buckets.ts'

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
