// Computes the terms that an entry has in the query index before and after a change, and the difference.

import type { LivePublication, OverlayRow, PublicationRow } from '../tables/publications.store.ts'
import type { StoredData } from '../values/stored-data.ts'
import { eachTerm, type IndexedEntry, type TermListener, type TermPlan } from './index-terms.ts'
import type { PostingChanges } from './posting-changes.ts'
import { eachWordKey, type KeyText, type Slot } from './term-keys.ts'

type Row = Omit<PublicationRow, 'space' | 'to_revision'>

/** Returns the indexed content by entry. The list may contain one publication per entry. */
export function contentsOf(
  publications: readonly Row[],
  overlays: readonly OverlayRow[],
): ReadonlyMap<string, IndexedEntry> {
  const overlaysOf = new Map<string, Map<string, StoredData>>()
  for (const overlay of overlays) {
    const publication = toPublication(overlay)
    const known = overlaysOf.get(publication)
    if (known) known.set(overlay.variant, overlay)
    else overlaysOf.set(publication, new Map([[overlay.variant, overlay]]))
  }
  return new Map(
    publications.map(row => [row.entry, toIndexed(row, overlaysOf.get(toPublication(row)) ?? noOverlays)]),
  )
}

const toPublication = (row: Pick<OverlayRow, 'entry' | 'from_revision'>) =>
  `${row.from_revision} ${row.entry}`

const noOverlays: ReadonlyMap<string, StoredData> = new Map()

export function contentsOfLive(
  live: ReadonlyMap<string, LivePublication>,
): ReadonlyMap<string, IndexedEntry> {
  return new Map([...live].map(([id, { row, overlays }]) => [id, toIndexed(row, overlays)]))
}

export function toIndexed(row: Row, overlays: ReadonlyMap<string, StoredData>): IndexedEntry {
  return {
    id: row.entry,
    collection: row.collection,
    slug: row.slug,
    publishedAt: row.published_at,
    firstPublishedAt: row.first_published_at,
    values: row,
    overlays,
  }
}

/** All terms and sort numbers of an entry in the index. */
export interface Terms {
  /** Keys without duplicates. */
  readonly keys: ReadonlyMap<Slot, ReadonlySet<KeyText>>
  readonly sortNumbers: ReadonlyMap<Slot, number>
}

/** Collects the terms that an entry gains and loses. Entries of collections without a plan have none. */
export function eachDifference(
  plans: Pick<ReadonlyMap<string, TermPlan>, 'get'>,
  changes: PostingChanges,
  number: number,
  old: IndexedEntry | null,
  next: IndexedEntry | null,
): void {
  const before = toTerms(plans, old)
  const after = toTerms(plans, next)
  const isSameCollection = old?.collection === next?.collection
  if (old) eachOutside(before, isSameCollection ? after : noTerms, changes.remove(old.collection, number))
  if (next) eachOutside(after, isSameCollection ? before : noTerms, changes.add(next.collection, number))
}

const noTerms: Terms = { keys: new Map(), sortNumbers: new Map() }

function toTerms(plans: Pick<ReadonlyMap<string, TermPlan>, 'get'>, entry: IndexedEntry | null): Terms {
  const plan = entry && plans.get(entry.collection)
  if (!plan) return noTerms
  return termsOf(plan, entry)
}

export function termsOf(plan: TermPlan, entry: IndexedEntry): Terms {
  const terms = new Map<Slot, Set<KeyText>>()
  const sortNumbers = new Map<Slot, number>()
  const onKey = (slot: Slot, key: KeyText) => {
    const keys = terms.get(slot)
    if (keys) keys.add(key)
    else terms.set(slot, new Set([key]))
  }
  eachTerm(plan, entry, {
    onKey,
    onText: (slot, text) => eachWordKey(text, key => onKey(slot, key)),
    onSortNumber: (slot, value) => sortNumbers.set(slot, value),
  })
  return { keys: terms, sortNumbers }
}

/**
 * Calls the listener for everything that `other` lacks. Losses must be collected before gains, because a new sort number
 * replaces the previous one.
 */
function eachOutside(terms: Terms, other: Terms, { onKey, onSortNumber }: TermListener): void {
  for (const [slot, keys] of terms.keys) {
    const there = other.keys.get(slot)
    for (const key of keys) if (!there?.has(key)) onKey(slot, key)
  }
  for (const [slot, value] of terms.sortNumbers) {
    if (other.sortNumbers.get(slot) !== value) onSortNumber(slot, value)
  }
}
