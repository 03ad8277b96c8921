// Matches each record of an import to an entry.

import { deriveEntryId, type EntryPath } from '../../base/ids.ts'
import type { EntryClaim } from '../read/first-pass.ts'
import { isSuffixed } from './assign-slugs.ts'
import type { EntryPaths } from './entry-paths.ts'

/**
 * Returns an id for each record. A record without an id matches the entry at its slug; otherwise it is new, with an id
 * derived from collection and slug.
 */
export function assignIds(
  claims: readonly EntryClaim[],
  named: ReadonlyMap<string, number>,
  before: EntryPaths,
): string[] {
  const given = new Set<string>()
  const isTaken = (id: string) => named.has(id) || given.has(id)
  const attempts = new Map<string, number>()
  return claims.map(({ id, collection, slug }) => {
    if (id !== undefined) return id
    const there = before.idAt(collection, slug)
    if (there !== undefined && !isTaken(there)) {
      given.add(there)
      return there
    }
    const key = `${collection}\n${slug}`
    for (let attempt = attempts.get(key) ?? 1; ; attempt++) {
      const derived = deriveEntryId({ collection, slug }, attempt)
      if (isTaken(derived) || isElsewhere(before.get(derived), collection, slug)) continue
      given.add(derived)
      attempts.set(key, attempt + 1)
      return derived
    }
  })
}

function isElsewhere(address: EntryPath | undefined, collection: string, slug: string): boolean {
  if (address === undefined) return false
  return address.collection !== collection || !(address.slug === slug || isSuffixed(address.slug, slug))
}
