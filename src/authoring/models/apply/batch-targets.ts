// Resolves the references of a batch of entries while their model changes.
import type { EntryPaths } from '../../../content/publish/address-index.ts'
import { type BoundReferences, readBoundReferences } from '../../../content/publish/bound-references.ts'
import type { ChangeSet } from '../../../content/publish/change-set.ts'
import { readTargets } from '../../../content/tables/entry-targets.store.ts'
import { readLiveOwners } from '../../../content/tables/live-owners.store.ts'
import type { LivePublication } from '../../../content/tables/publications.store.ts'
import type { WrittenReference } from '../../../content/values/references.ts'
import type { Reads } from '../../../database/database.ts'
import { type Targets, toAddresses, toLookup } from '../../../entries/drafts/targets.ts'

export interface BatchTargets {
  readonly addresses: EntryPaths
  /** The resolved references of live publications, by entry. */
  readonly bound: ReadonlyMap<string, BoundReferences>
  /** Returns the targets that the references of a draft would have if it were published now. */
  readonly ofDraft: (entry: string) => Targets
}

export async function readBatchTargets(
  reads: Reads,
  { space }: Pick<ChangeSet, 'space'>,
  live: ReadonlyMap<string, LivePublication>,
  written: readonly WrittenReference[],
): Promise<BatchTargets> {
  const paths = written.flatMap(({ to }) => ('id' in to ? [] : [to]))
  const owners: ReadonlyMap<string, string> =
    paths.length === 0 ? new Map() : await readLiveOwners(reads, space, paths)
  const bound = await readBoundReferences(reads, space, live.values())
  const meant = [...owners.values(), ...[...bound.values()].flatMap(each => [...each.values()])]
  const others = [...new Set(meant)].flatMap(id => (id === null ? [] : [{ field: '', to: { id } }]))
  const rows = await readTargets(reads, space, [...written, ...others])
  const lookup = toLookup(rows)
  return {
    addresses: toAddresses(rows),
    bound,
    ofDraft: entry =>
      lookup({
        get: path => {
          const owner = owners.get(path)
          return bound.get(entry)?.get(path) ?? (owner === entry ? undefined : owner)
        },
      }),
  }
}
