// Keys that nobody has, by the address that sends them: each costs a question of the database, which no guesser should be
// able to ask without end. Keys that this node knows are never held up.
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import { createBuckets } from './buckets.ts'

/**
 * A site whose key was forgotten at a rotation asks as often; the questions cost a few hundredths of a core, and find none
 * of 2^190 keys.
 */
export const unknownMax = 3000
const windowMs = 10_000

/** Looks a key up, unless the address has sent too many that nobody has: then refuses with `too_many_requests`. */
export type Strangers = <Key>(address: string, find: () => Promise<Key | null>) => Promise<Key | null>

export function createStrangers(clock: Clock): Strangers {
  const take = createBuckets(unknownMax, windowMs, clock)
  return async (address, find) => {
    // Counted beforehand, so that many at once are not more than many one after another.
    const taken = take(address)
    if (taken.waitSeconds !== null) {
      throw new Problem('too_many_requests', 'Too many API keys that nobody has came from this address.', {
        headers: { 'Retry-After': String(taken.waitSeconds) },
      })
    }
    const key = await find().catch(error => {
      // A database that does not answer is not the client's fault.
      taken.giveBack()
      throw error
    })
    if (key !== null) taken.giveBack()
    return key
  }
}
