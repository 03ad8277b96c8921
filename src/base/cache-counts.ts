// What happens in the cache, for those who count it.
import type { SpaceId } from './ids.ts'

/** Why an answer may not be given again. */
export const causes = ['entry', 'address', 'page', 'collection', 'model', 'forgotten', 'history'] as const
export type InvalidationReason = (typeof causes)[number]

/** What came of a look-up; a `checked` one was found to be unaffected by what has changed. */
export type LookupOutcome = 'hit' | 'checked' | 'miss'

/** What is looked for: an answer, or what it is put together from. */
export type LookupKind = 'answer' | 'fragment' | 'entry'

export interface CacheCounts {
  readonly onLookup: (kind: LookupKind, outcome: LookupOutcome, space: SpaceId) => void
  /** Of an answer that was kept; `history` is that the database's past is another than it was. */
  readonly onInvalidation?: ((cause: InvalidationReason) => void) | undefined
  readonly onBuild?: ((seconds: number) => void) | undefined
  /** One that has gone because others came, and what it took. */
  readonly onEviction?: ((bytes: number) => void) | undefined
  /** What is kept now, in bytes. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

export const uncounted: CacheCounts = { onLookup: () => {} }
