// Counts unpublished entries by collection, and lists their authors. No React here.

import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import type { Actor } from '../../../src/base/actor.ts'

type Item = Pick<EntryItemView, 'collection' | 'updatedBy'>

const namesMax = 3

/** Sorted by count, highest first. */
export function countByCollection(
  entries: readonly Item[],
): readonly { readonly collection: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { collection } of entries) counts.set(collection, (counts.get(collection) ?? 0) + 1)
  return [...counts]
    .map(([collection, count]) => ({ collection, count }))
    .sort((one, other) => other.count - one.count || one.collection.localeCompare(other.collection))
}

/** Returns for example `you, Mira and 2 others`, in the order of the entries. */
export function toNames(entries: readonly Item[], me: string, toName: (by: Actor) => string): string {
  const found = entries.flatMap(({ updatedBy: by }) => (by ? [by.name === me ? 'you' : toName(by)] : []))
  const names = [...new Set(found)]
  const others = names.length - namesMax
  const shown =
    others > 0 ? [...names.slice(0, namesMax), `${others} ${others === 1 ? 'other' : 'others'}`] : names
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(shown)
}
