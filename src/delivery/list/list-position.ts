// An entry's position in the list of its collection: newest first, then by id.

export interface ListPosition {
  readonly publishedAt: number
  readonly entry: string
}

/** Precedes every entry. */
export const beginning: ListPosition = { publishedAt: Number.MAX_SAFE_INTEGER, entry: '' }

/** Ids are ASCII, so comparing UTF-16 units equals comparing code points, as the databases do. */
export function comparePositions(a: ListPosition, b: ListPosition): number {
  if (a.publishedAt !== b.publishedAt) return b.publishedAt - a.publishedAt
  if (a.entry === b.entry) return 0
  return a.entry < b.entry ? -1 : 1
}
