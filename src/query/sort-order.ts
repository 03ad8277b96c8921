// Compares entries by the values of sort keys.
import type { SortKey } from './bound-query.ts'

/** A number, or bytes that compare like the value; null if there is no value. */
export type SortValue = number | Uint8Array | null

export interface WithSortValues {
  /** One value for each sort key. */
  readonly values: readonly SortValue[]
}

export function compareBy(keys: readonly SortKey[]): (a: WithSortValues, b: WithSortValues) => number {
  return (a, b) => {
    for (const [index, { isDescending }] of keys.entries()) {
      const order = compareValues(a.values[index]!, b.values[index]!, isDescending)
      if (order !== 0) return order
    }
    return 0
  }
}

/** Entries without a value come last in both directions. */
function compareValues(a: SortValue, b: SortValue, isDescending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const ascending = typeof a === 'number' ? a - (b as number) : Buffer.compare(a, b as Uint8Array)
  return isDescending ? -ascending : ascending
}
