// Reads the targets of a live publication's references by collection and slug. A reference keeps its target wherever the
// entry moves, until an import changes it.
import type { SpaceId } from '../../base/ids.ts'
import type { Reads } from '../../database/database.ts'
import { readAllPaths } from '../tables/publication-reads.store.ts'
import type { LivePublication } from '../tables/publications.store.ts'
import type { ReferenceValue } from '../values/field-values.ts'
import { readReferences, type StoredData } from '../values/stored-data.ts'
import type { AddressIndex } from './bind-references.ts'
import { parseValues } from './entry-values.ts'

/** Ids of entries by the path that refers to them, `collection/slug`; null if the reference has no target. */
export type BoundReferences = ReadonlyMap<string, string | null>

/** The present and past paths of entries, by id. */
type PathsOf = ReadonlyMap<string, ReadonlySet<string>>

interface BoundField {
  readonly references: readonly ReferenceValue[]
  /** The targets in the order of the references, without those of references that have none. */
  readonly ids: readonly string[]
}

const nothingBound: BoundReferences = new Map()

export function toPathKey({ collection, slug }: { readonly collection: string; readonly slug: string }) {
  return `${collection}/${slug}`
}

/** Reads the bound references by entry. Entries whose references are all by id are absent. */
export async function readBoundReferences(
  reads: Reads,
  space: SpaceId,
  live: Iterable<LivePublication>,
): Promise<ReadonlyMap<string, BoundReferences>> {
  const unsettled = [...live].filter(({ row }) => row.rebind !== 0)
  const fields = new Map(
    unsettled.map(({ row, overlays }) => [row.entry, [row, ...overlays.values()].flatMap(fieldsOf)]),
  )
  // If some references have no target, positions do not match, and the ids are assigned by their paths.
  const partial = [...fields.values()].flat().filter(({ references, ids }) => ids.length < references.length)
  const paths = await readAllPaths(reads, space, [...new Set(partial.flatMap(({ ids }) => ids))])
  return new Map([...fields].map(([entry, each]) => [entry, toBound(each, paths)]))
}

function fieldsOf({ data, refs }: StoredData): BoundField[] {
  const values = Object.values(parseValues(data)) as unknown[]
  return readReferences(refs).map(([line, targets]) => ({
    references: [values[line] ?? []].flat() as ReferenceValue[],
    ids: [targets ?? []].flat(),
  }))
}

function toBound(fields: readonly BoundField[], paths: PathsOf): BoundReferences {
  const bound = new Map<string, string | null>()
  for (const { references, ids } of fields) {
    for (const [index, id] of assignIds(references, ids, paths).entries()) {
      const to = references[index]!
      if ('id' in to) continue
      const key = toPathKey(to)
      bound.set(key, bound.get(key) ?? id)
    }
  }
  return bound
}

function assignIds(references: readonly ReferenceValue[], ids: readonly string[], paths: PathsOf) {
  if (ids.length === references.length) return ids
  const left = [...ids]
  const take = (isMeant: (id: string) => boolean): string | null => {
    const index = left.findIndex(isMeant)
    return index < 0 ? null : left.splice(index, 1)[0]!
  }
  // References by id come first, because their target is certain. Otherwise a reference by path could take the id, if the
  // entry was at that path once.
  const byId = references.map(to => ('id' in to ? take(id => id === to.id) : null))
  const known = references.map((to, index) =>
    'id' in to ? byId[index]! : take(id => paths.get(id)?.has(toPathKey(to)) === true),
  )
  return references.map((to, index) => known[index] ?? ('id' in to ? null : (left.shift() ?? null)))
}

/** Returns the addresses, except that a path to which a reference is bound leads to the bound entry, if it still exists. */
export function withBound(
  addresses: AddressIndex,
  bound: ReadonlyMap<string, string | null> = nothingBound,
): AddressIndex {
  if (bound.size === 0) return addresses
  return {
    get: id => addresses.get(id),
    idAt: (collection, slug) => {
      const id = bound.get(toPathKey({ collection, slug })) ?? null
      return id !== null && addresses.get(id) ? id : addresses.idAt(collection, slug)
    },
  }
}
