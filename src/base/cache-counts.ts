// The cache events that metrics and counters record.
import type { SpaceId } from './ids.ts'

/** The reasons why a cached response is no longer valid. */
export type InvalidationReason =
  | 'entry'
  | 'address'
  | 'page'
  | 'query'
  | 'collection'
  | 'model'
  | 'forgotten'
  | 'history'

/** `checked` means that a cached value was still valid after the latest changes. */
type LookupOutcome = 'hit' | 'checked' | 'miss'

/** A whole response, or a part from which responses are built. */
export type LookupKind = 'response' | 'fragment' | 'entry'

export interface CacheCounts {
  readonly onLookup: (kind: LookupKind, outcome: LookupOutcome, space: SpaceId) => void
  /** Called when a cached response is invalidated. `history` means that the database was replaced by an older copy. */
  readonly onInvalidation?: ((cause: InvalidationReason) => void) | undefined
  readonly onBuild?: ((seconds: number) => void) | undefined
  /** Called with the size of an evicted value. */
  readonly onEviction?: ((bytes: number) => void) | undefined
  /** Called with the current size of the cache. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

export const uncounted: CacheCounts = { onLookup: () => {} }
