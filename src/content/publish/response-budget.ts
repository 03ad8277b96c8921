// The limits of one content API response. Each entry is also checked against them when it is published or imported:
// an entry that exceeds them by itself could not be served.

export interface Budget {
  /** Entries with `data` in the response, nested ones counted. */
  readonly entriesMax: number
  /** UTF-8 bytes of the whole response before encoding. */
  readonly bytesMax: number
  /** References in the values that are read, counting repetitions and references to unpublished entries. */
  readonly referencesMax: number
  /** Distinct referenced entries: each is a lookup. */
  readonly targetsMax: number
}

/** A limit of the budget, or `stored`: {@link storedBytesMax}. */
export type Limit = 'entries' | 'bytes' | 'references' | 'targets' | 'stored'

export const defaultBudget: Budget = {
  entriesMax: 20_000,
  bytesMax: 16 * 1024 * 1024,
  referencesMax: 500_000,
  targetsMax: 100_000,
}

/**
 * Bytes that may be read from the database for one response: twice the response limit, because overridden overlays
 * and references to unpublished entries are read too.
 */
export const storedBytesMax = 32 * 1024 * 1024
