// The limits of one response of the content API. Publishing and importing check each entry against them, because an entry
// that exceeds them alone could not be served.

export interface Budget {
  /** Entries with `data` in the response, including nested ones. */
  readonly entriesMax: number
  /** UTF-8 bytes of the whole response before compression. */
  readonly bytesMax: number
  /** References in the values that are read, including repetitions and references to unpublished entries. */
  readonly referencesMax: number
  /** Distinct referenced entries, because each needs a lookup. */
  readonly targetsMax: number
}

/** A limit of the budget, or `stored` for {@link storedBytesMax}. */
export type Limit = 'entries' | 'bytes' | 'references' | 'targets' | 'stored'

export const defaultBudget: Budget = {
  entriesMax: 20_000,
  bytesMax: 16 * 1024 * 1024,
  referencesMax: 500_000,
  targetsMax: 100_000,
}

/**
 * The maximum number of bytes read from the database for one response. It is twice the limit of the response, because
 * overridden overlays and references to unpublished entries are read, too.
 */
export const storedBytesMax = 32 * 1024 * 1024
