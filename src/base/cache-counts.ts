// What happens to what is kept, told to whoever counts.
/** Why an answer may not be given again. */
export type Cause = 'entry' | 'address' | 'page' | 'collection' | 'model' | 'forgotten' | 'history'

export interface CacheCounts {
  readonly onLookup: (kind: 'answer' | 'fragment', outcome: 'hit' | 'checked' | 'miss') => void
  /** Of an answer that was kept; `history` is that the database's past is another than it was. */
  readonly onInvalidation: (cause: Cause) => void
  readonly onBuild: (seconds: number) => void
  /** One that has gone because others came. */
  readonly onEviction: () => void
  /** What is kept now, in bytes. */
  readonly onBytes: (bytes: number) => void
}

export const uncounted: CacheCounts = {
  onLookup: () => {},
  onInvalidation: () => {},
  onBuild: () => {},
  onEviction: () => {},
  onBytes: () => {},
}
