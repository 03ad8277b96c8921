// Assigns a slug to each record of an import if several claim the same one.

import type { EntryPath } from '../../base/ids.ts'
import { numberedSlug } from '../../entries/unique-slug.ts'
import type { EntryClaim } from '../read/first-pass.ts'
import { toWhereText } from '../read/import-source.ts'
import { type Loss, toLoss } from '../read/losses.ts'
import type { EntryPaths } from './entry-paths.ts'

/**
 * Assigns slugs. The current owner of a slug keeps it, otherwise the first entry in the file gets it. The others get
 * `-2`, `-3`, … and keep such a slug later, so that importing the same file again changes nothing. `addresses` and
 * `liveSlugs` have the slugs that are already taken.
 */
export function assignSlugs(
  claims: readonly EntryClaim[],
  ids: readonly string[],
  before: EntryPaths,
  addresses: EntryPaths,
  liveSlugs: ReadonlyMap<string, string>,
): Loss[] {
  const isTaken = (id: string, { collection, slug }: EntryPath) => {
    const owner = addresses.idAt(collection, slug) ?? liveSlugs.get(`${collection}\n${slug}`)
    return owner !== undefined && owner !== id
  }
  const has = (place: number) => before.size > 0 && isAt(before, ids[place]!, claims[place]!)
  const left: number[] = []
  const settle = (place: number) => {
    const claim = claims[place]!
    const id = ids[place]!
    if (isTaken(id, claim)) left.push(place)
    else addresses.set(id, claim)
  }
  for (const place of ids.keys()) if (has(place)) settle(place)
  for (const place of ids.keys()) if (!has(place)) settle(place)
  const losses: Loss[] = []
  const counters = new Map<string, number>()
  const hasNumber = (place: number) => {
    const { collection, slug } = claims[place]!
    const had = before.get(ids[place]!)
    return had?.collection === collection && isSuffixed(had.slug, slug)
  }
  // A new entry must not take a numbered slug that another entry already has.
  const numbered = [...left.filter(hasNumber), ...left.filter(place => !hasNumber(place))]
  for (const place of numbered) {
    const id = ids[place]!
    const { where, collection, slug } = claims[place]!
    const free = nextFree(claims[place]!, before.get(id), path => !isTaken(id, path), counters)
    addresses.set(id, { collection, slug: free })
    const what = `The slug "${slug}" of ${id} is taken in ${collection}; it became "${free}".`
    losses.push(toLoss({ kind: 'slug_changed', where: toWhereText(where), collection, entry: id, what }))
  }
  return losses
}

function isAt(addresses: EntryPaths, id: string, { collection, slug }: EntryPath): boolean {
  return addresses.idAt(collection, slug) === id
}

/** `counters` has the last number of each slug, so that a thousand equal slugs do not take a million lookups. */
function nextFree(
  { collection, slug }: EntryPath,
  had: EntryPath | undefined,
  isFree: (path: EntryPath) => boolean,
  counters: Map<string, number>,
): string {
  if (had?.collection === collection && isSuffixed(had.slug, slug) && isFree(had)) return had.slug
  const counter = `${collection}\n${slug}`
  for (let number = counters.get(counter) ?? 2; ; number++) {
    const candidate = numberedSlug(slug, number)
    if (!isFree({ collection, slug: candidate })) continue
    counters.set(counter, number + 1)
    return candidate
  }
}

export function isSuffixed(candidate: string, slug: string): boolean {
  const number = Number(/-([1-9]\d*)$/.exec(candidate)?.[1] ?? 0)
  return number >= 2 && numberedSlug(slug, number) === candidate
}
