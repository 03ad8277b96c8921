// Counts each space's content requests in the last hour, and how many the cache served. Memory is bounded: a minute
// reuses the slot of the minute one hour earlier, and the number of spaces is limited.
import type { CacheCounts } from '../base/cache-counts.ts'
import type { Clock } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'

const minuteMs = 60_000
const slotCount = 60

/** A space takes less than 1 KiB. Beyond this number, the space that was added first is dropped and restarts at zero. */
export const countedSpacesMax = 1000

/** For each slot, its minute since 1970 and the counts. */
interface Slots {
  readonly minutes: Uint32Array
  readonly requests: Uint32Array
  readonly cacheHits: Uint32Array
}

interface RequestCounts {
  readonly requests: number
  readonly cacheHits: number
}

export interface LastHour {
  /** Wraps cache counts so that lookups of responses are counted here as well. */
  readonly watch: (counts?: CacheCounts) => CacheCounts
  readonly count: (space: SpaceId, isCacheHit: boolean) => void
  /** Returns the counts of the last 60 minutes, including the current one. */
  readonly read: (space: SpaceId) => RequestCounts
}

export function createLastHour(clock: Clock): LastHour {
  const spaces = new Map<SpaceId, Slots>()
  const toMinute = () => Math.floor(clock() / minuteMs)

  const slotsOf = (space: SpaceId): Slots => {
    const known = spaces.get(space)
    if (known) return known
    if (spaces.size >= countedSpacesMax) {
      for (const first of spaces.keys()) {
        spaces.delete(first)
        break
      }
    }
    const slots = {
      minutes: new Uint32Array(slotCount),
      requests: new Uint32Array(slotCount),
      cacheHits: new Uint32Array(slotCount),
    }
    spaces.set(space, slots)
    return slots
  }

  const count: LastHour['count'] = (space, isCacheHit) => {
    const { minutes, requests, cacheHits } = slotsOf(space)
    const minute = toMinute()
    const slot = minute % slotCount
    if (minutes[slot] !== minute) {
      minutes[slot] = minute
      requests[slot] = 0
      cacheHits[slot] = 0
    }
    requests[slot]! += 1
    if (isCacheHit) cacheHits[slot]! += 1
  }

  return {
    count,
    watch: counts => ({
      ...counts,
      onLookup: (kind, outcome, space) => {
        if (kind === 'response') count(space, outcome !== 'miss')
        counts?.onLookup(kind, outcome, space)
      },
    }),
    read: space => {
      const slots = spaces.get(space)
      const last = toMinute()
      let [requests, cacheHits] = [0, 0]
      for (let slot = 0; slots && slot < slotCount; slot++) {
        const age = last - slots.minutes[slot]!
        if (age < 0 || age >= slotCount) continue
        requests += slots.requests[slot]!
        cacheHits += slots.cacheHits[slot]!
      }
      return { requests, cacheHits }
    },
  }
}
