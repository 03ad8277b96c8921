// What became of look-ups of kept answers in the last hour, minute by minute. It takes the same memory whatever comes
// and however long the process runs: a minute takes the place of the one an hour before it.
import {
  type CacheCounts,
  causes,
  countedMinutesMax,
  type InvalidationReason,
  type LookupOutcome,
} from '../base/cache-counts.ts'
import type { Clock } from '../base/clock.ts'

const minuteMs = 60_000

interface Place {
  /** Since 1970. */
  readonly minute: number
  readonly outcomes: Record<LookupOutcome, number>
  readonly invalidations: Record<InvalidationReason, number>
  evictions: number
}

export interface LastHour {
  /** Every minute of the hour since the process started, oldest first, with its beginning in milliseconds. */
  readonly minutes: readonly ({ readonly at: number } & Readonly<Record<LookupOutcome, number>>)[]
  readonly evictions: number
  readonly invalidations: Readonly<Record<InvalidationReason, number>>
  /** Kept now. */
  readonly bytes: number
}

export interface ActivityRing {
  readonly counts: CacheCounts
  readonly read: () => LastHour
}

export function createActivityRing(clock: Clock): ActivityRing {
  const toMinute = () => Math.floor(clock() / minuteMs)
  const started = toMinute()
  const places = Array.from({ length: countedMinutesMax }, () => toEmptyPlace(-1))
  let bytes = 0

  /** Where nothing happened in that minute, its place may still be another minute's. */
  const find = (minute: number): Place => {
    const place = places[minute % countedMinutesMax]!
    return place.minute === minute ? place : toEmptyPlace(minute)
  }

  const now = (): Place => {
    const minute = toMinute()
    const place = find(minute)
    places[minute % countedMinutesMax] = place
    return place
  }

  return {
    counts: {
      onLookup: (kind, outcome) => {
        // Of fragments, look-ups say how answers are made, and not what clients got.
        if (kind === 'answer') now().outcomes[outcome] += 1
      },
      onInvalidation: cause => {
        now().invalidations[cause] += 1
      },
      onEviction: () => {
        now().evictions += 1
      },
      onBytes: kept => {
        bytes = kept
      },
      onBuild: () => {},
    },
    read: () => {
      const last = toMinute()
      // Where the clock was set back behind the start there is the minute of now at least.
      const first = Math.min(last, Math.max(started, last - countedMinutesMax + 1))
      const minutes = Array.from({ length: last - first + 1 }, (_, after) => find(first + after))
      const invalidations = noInvalidations()
      for (const place of minutes) {
        for (const cause of causes) invalidations[cause] += place.invalidations[cause]
      }
      return {
        minutes: minutes.map(({ minute, outcomes }) => ({ at: minute * minuteMs, ...outcomes })),
        evictions: minutes.reduce((sum, place) => sum + place.evictions, 0),
        invalidations,
        bytes,
      }
    },
  }
}

function toEmptyPlace(minute: number): Place {
  return { minute, outcomes: noOutcomes(), invalidations: noInvalidations(), evictions: 0 }
}

function noOutcomes(): Record<LookupOutcome, number> {
  return { hit: 0, checked: 0, miss: 0 }
}

function noInvalidations(): Record<InvalidationReason, number> {
  return { entry: 0, address: 0, page: 0, collection: 0, model: 0, forgotten: 0, history: 0 }
}
