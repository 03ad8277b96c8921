// Events of the cache, for metrics and counters.
import type { SpaceId } from './ids.ts'

/** Why a cached response is no longer valid. */
export const causes = [
  'entry',
  'address',
  'page',
  'query',
  'collection',
  'model',
  'forgotten',
  'history',
] as const
export type InvalidationReason = (typeof causes)[number]

/** `checked`: cached, and found to be the same after the latest changes. */
export type LookupOutcome = 'hit' | 'checked' | 'miss'

/** A whole response, or a part from which responses are built. */
export type LookupKind = 'response' | 'fragment' | 'entry'

export interface CacheCounts {
  readonly onLookup: (kind: LookupKind, outcome: LookupOutcome, space: SpaceId) => void
  /** Invalidation of a cached response; `history`: the database was replaced by an older copy. */
  readonly onInvalidation?: ((cause: InvalidationReason) => void) | undefined
  readonly onBuild?: ((seconds: number) => void) | undefined
  /** The size of an evicted value. */
  readonly onEviction?: ((bytes: number) => void) | undefined
  /** The current size of the cache. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

export const uncounted: CacheCounts = { onLookup: () => {} }
