// What happens in the cache, for those who count it.
import type { SpaceId } from './ids.ts'

/** Why a cached response may not be used any more. */
export const causes = ['entry', 'address', 'page', 'collection', 'model', 'forgotten', 'history'] as const
export type InvalidationReason = (typeof causes)[number]

/** `checked`: cached, and found to be unaffected by what has changed. */
export type LookupOutcome = 'hit' | 'checked' | 'miss'

/** A response, or what it is put together from. */
export type LookupKind = 'answer' | 'fragment' | 'entry'

export interface CacheCounts {
  readonly onLookup: (kind: LookupKind, outcome: LookupOutcome, space: SpaceId) => void
  /** Of a cached response; `history`: an older copy has replaced the database. */
  readonly onInvalidation?: ((cause: InvalidationReason) => void) | undefined
  readonly onBuild?: ((seconds: number) => void) | undefined
  /** What an evicted value took. */
  readonly onEviction?: ((bytes: number) => void) | undefined
  /** What is cached now. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

export const uncounted: CacheCounts = { onLookup: () => {} }
