// Sorts scanned entries by the keys of a selection, in slices. Entries with equal values keep their order.
import { sortedLength } from '../../content/index/query-keys.ts'
import { factsOf, slugOrderField } from '../../content/model/query-model.ts'
import { foldBeginning } from '../../content/values/query-text.ts'
import type { SortKey } from '../bound-query.ts'
import { compareBy, type SortValue, type WithSortValues } from '../sort-order.ts'
import type { Pace } from './pace.ts'
import { scalarsOf } from './rules.ts'
import type { EntryValues } from './scanned-entry.ts'

export interface SortedEntry extends WithSortValues {
  readonly id: string
}

export function toSorted(entry: EntryValues, keys: readonly SortKey[]): SortedEntry {
  return { id: entry.entry.id, values: keys.map(key => sortValueOf(entry, key)) }
}

function sortValueOf(entry: EntryValues, { indexField, type }: SortKey): SortValue {
  const isSlug = indexField === slugOrderField
  const [value] = isSlug ? [entry.entry.slug] : scalarsOf(entry, { indexField, type })
  if (value === undefined) return null
  if (typeof value !== 'string') return Number(value)
  return Buffer.from(isSlug || factsOf(type).isFolded ? foldBeginning(value, sortedLength) : value)
}

type Compare = ReturnType<typeof compareBy>

/** The number of entries that are sorted, or merged, at once. */
const runLength = 256

export async function sortEntries(
  entries: readonly SortedEntry[],
  keys: readonly SortKey[],
  pace: Pace,
): Promise<readonly SortedEntry[]> {
  const compare = compareBy(keys)
  let runs: (readonly SortedEntry[])[] = []
  for (let from = 0; from < entries.length; from += runLength) {
    runs.push(entries.slice(from, from + runLength).sort(compare))
    if (pace.isDue) await pace.pause()
  }
  while (runs.length > 1) {
    const merged: (readonly SortedEntry[])[] = []
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at]!, runs[at + 1] ?? [], compare, pace))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge(
  a: readonly SortedEntry[],
  b: readonly SortedEntry[],
  compare: Compare,
  pace: Pace,
): Promise<readonly SortedEntry[]> {
  const merged: SortedEntry[] = []
  let [left, right] = [0, 0]
  while (left < a.length && right < b.length) {
    // On equal values, the one that was before stays before.
    merged.push(compare(a[left]!, b[right]!) <= 0 ? a[left++]! : b[right++]!)
    if (merged.length % runLength === 0 && pace.isDue) await pace.pause()
  }
  return [...merged, ...a.slice(left), ...b.slice(right)]
}
