// How the references of drafts are resolved among entries that were read.

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
  /** Null if the reference means nothing. */
  readonly idOf: (reference: ReferenceValue) => string | null
}

/** For binding references: an archived entry has an id, and no path. */
export function toAddresses(rows: readonly TargetRow[]): EntryPaths {
  const addresses = new EntryPaths()
  for (const { id, collection, slug, state } of rows) {
    addresses.set(id, { collection, slug: state === 'archived' ? toReleasedSlug(id) : slug })
  }
  return addresses
}

/** Entries by the path that refers to them, `collection/slug`. */
export type Meanings = Pick<ReadonlyMap<string, string>, 'get'>

interface TargetsToPublish {
  readonly rows: readonly TargetRow[]
  readonly meanings: ReadonlyMap<string, string>
}

/**
 * What the references of a draft mean when it is published: what they mean in what is live of it; otherwise what is live
 * at their path, and then what has that path in its draft. `published` are published at the same time, by their drafts.
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

/** What the references of a draft would mean if it were published now, by itself. */
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

/** For several entries whose references mean something else each. */
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
      // An entry with this id may come.
      idOf: to => ('id' in to ? to.id : (find(to)?.id ?? null)),
    }
  }
}
