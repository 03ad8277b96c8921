// Resolves the references of drafts to entries that were read before.

import type { SpaceId } from '../../base/ids.ts'
import { EntryPaths } from '../../content/publish/address-index.ts'
import { readBoundReferences, toPathKey } from '../../content/publish/bound-references.ts'
import { toReleasedSlug } from '../../content/tables/entries.store.ts'
import { readTargets, type TargetRow } from '../../content/tables/entry-targets.store.ts'
import { readLiveOwners } from '../../content/tables/live-owners.store.ts'
import { readLive } from '../../content/tables/publications.store.ts'
import type { FindTarget } from '../../content/values/field-rules.ts'
import type { ReferenceValue } from '../../content/values/field-values.ts'
import type { WrittenReference } from '../../content/values/references.ts'
import type { Reads } from '../../database/database.ts'

export interface Targets {
  readonly find: (reference: ReferenceValue) => TargetRow | null
  readonly findTarget: FindTarget
  /** Returns null if the reference has no target. */
  readonly idOf: (reference: ReferenceValue) => string | null
}

/**
 * Returns the paths to which references are bound. An archived entry can be referred to by id only, so its path has a
 * placeholder as slug.
 */
export function toAddresses(rows: readonly TargetRow[]): EntryPaths {
  const addresses = new EntryPaths()
  for (const { id, collection, slug, state } of rows) {
    addresses.set(id, { collection, slug: state === 'archived' ? toReleasedSlug(id) : slug })
  }
  return addresses
}

/** Ids of entries by the path that refers to them, `collection/slug`. */
export type Meanings = Pick<ReadonlyMap<string, string>, 'get'>

interface TargetsToPublish {
  readonly rows: readonly TargetRow[]
  readonly meanings: ReadonlyMap<string, string>
}

/**
 * Resolves the references of a draft as publishing it would. A reference by path keeps the target that it has in the live
 * publication; otherwise it refers to the entry that is live at the path, and then to the entry whose draft has the path.
 * The entries in `published` are published at the same time, so their drafts count instead of their live content.
 */
export async function readTargetsToPublish(
  reads: Reads,
  space: SpaceId,
  entry: string,
  references: readonly WrittenReference[],
  published: ReadonlySet<string>,
): Promise<TargetsToPublish> {
  const paths = references.flatMap(({ to }) => ('id' in to ? [] : [to]))
  const meanings = new Map<string, string>()
  if (paths.length > 0) {
    for (const [path, id] of await readLiveOwners(reads, space, paths)) {
      if (!published.has(id)) meanings.set(path, id)
    }
    const live = await readLive(reads, space, [entry])
    const bound = (await readBoundReferences(reads, space, live.values())).get(entry) ?? new Map()
    for (const [path, id] of bound) if (id !== null) meanings.set(path, id)
  }
  const meant = [...meanings.values()].map(id => ({ field: '', to: { id } }))
  return { rows: await readTargets(reads, space, [...references, ...meant]), meanings }
}

/** Resolves the references of a draft as if it were published now, alone. */
export async function readDraftTargets(
  reads: Reads,
  space: SpaceId,
  entry: string,
  references: readonly WrittenReference[],
): Promise<Targets> {
  const { rows, meanings } = await readTargetsToPublish(reads, space, entry, references, new Set([entry]))
  return targetsAmong(rows, meanings)
}

export function targetsAmong(rows: readonly TargetRow[], meanings: Meanings = new Map()): Targets {
  return toLookup(rows)(meanings)
}

/** Returns a function that resolves references among the same rows for several entries, each with its own meanings. */
export function toLookup(rows: readonly TargetRow[]): (meanings: Meanings) => Targets {
  const byId = new Map(rows.map(row => [row.id, row]))
  const byPath = new Map(
    rows.filter(({ state }) => state !== 'archived').map(row => [`${row.collection}/${row.slug}`, row]),
  )
  return meanings => {
    const find: Targets['find'] = to =>
      ('id' in to
        ? byId.get(to.id)
        : (byId.get(meanings.get(toPathKey(to)) ?? '') ?? byPath.get(toPathKey(to)))) ?? null
    return {
      find,
      findTarget: to => {
        const row = find(to)
        return row && { collection: row.collection, state: row.state === 'changed' ? 'live' : row.state }
      },
      // The target need not exist: an entry with this id may be created later.
      idOf: to => ('id' in to ? to.id : (find(to)?.id ?? null)),
    }
  }
}
