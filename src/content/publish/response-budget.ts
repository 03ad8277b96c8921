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

/** Returns the sentence that says which limit a response or a preview exceeds. */
export function describeExcess(
  subject: 'response' | 'preview',
  limit: Limit,
  budget: Budget & { readonly storedBytesMax: number },
): string {
  const { entriesMax, bytesMax, referencesMax, targetsMax, storedBytesMax: storedMax } = budget
  switch (limit) {
    case 'entries':
      return `The ${subject} would contain more than ${format(entriesMax)} entries with data.`
    case 'bytes':
      return `The ${subject} would be larger than ${formatBytes(bytesMax)} of JSON.`
    case 'references':
      return `The ${subject} would contain more than ${format(referencesMax)} references.`
    case 'targets':
      return `The ${subject} would refer to more than ${format(targetsMax)} different entries.`
    case 'stored':
      return `More than ${formatBytes(storedMax)} of stored content would have to be read for the ${subject}.`
  }
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}

function formatBytes(bytes: number): string {
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB` : `${format(bytes)} bytes`
}
