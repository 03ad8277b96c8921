// Two lists, item by item: what went, what came, and whether only the order is another. No React here.
import { diffLists, type Kind } from './text-diff.ts'

export interface ListDiff {
  /** Items that went or came; of lists with the same items in another order, none. */
  readonly changed: readonly { readonly kind: Kind; readonly item: unknown }[]
  /** How many stayed where they were. */
  readonly stayed: number
  readonly isReordered: boolean
}

/** No value is an empty list. */
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
