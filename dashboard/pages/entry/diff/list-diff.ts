// Compares two lists: removed items, added items, and whether only the order differs. No React here.
import { diffLists, type Kind } from './text-diff.ts'

export interface ListDiff {
  /** The removed and added items; empty if only the order differs. */
  readonly changed: readonly { readonly kind: Kind; readonly item: unknown }[]
  /** The number of items that kept their place. */
  readonly stayed: number
  readonly isReordered: boolean
}

/** A missing value is compared as an empty list. */
export function diffItems(before: unknown, after: unknown): ListDiff {
  const [old, now] = [toList(before), toList(after)]
  const steps = diffLists(old, now, toKey)
  const changed = steps.filter(({ kind }) => kind !== 'same')
  const isReordered = changed.length > 0 && sortedKeys(old) === sortedKeys(now)
  return { changed: isReordered ? [] : changed, stayed: steps.length - changed.length, isReordered }
}

const toKey = (item: unknown) => JSON.stringify(item)
const sortedKeys = (items: readonly unknown[]) => JSON.stringify(items.map(toKey).sort())

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
