// The limits of one response of the content API. Responses are held to them, and so is each entry when it is published
// or imported: an entry that is over them by itself could not be served.

export interface Budget {
  /** Entries with `data` in the response, nested ones counted. */
  readonly entriesMax: number
  /** UTF-8 bytes of the whole response before encoding. */
  readonly bytesMax: number
  /** References in the values that are read, as often as they occur, those to entries that are not published included. */
  readonly referencesMax: number
  /** Different entries that are referred to: each is a lookup. */
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
 * Bytes that may be read from the database for one response: twice what a response may hold, since overlays that lose
 * and references to unpublished entries cost reading too.
 */
export const storedBytesMax = 32 * 1024 * 1024
