// Reads the stored entries of a batch that an import is about to process.

import type { ChangeSet } from '../../content/publish/change-set.ts'
import { type FindRow, readFindAsset } from '../../content/publish/resolve-assets.ts'
import { type EntryRow, readEntries } from '../../content/tables/entries.store.ts'
import {
  type History,
  type LivePublication,
  readHistory,
  readLive,
} from '../../content/tables/publications.store.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import type { ImportPlan, PlannedEntry } from './import-plan.ts'

export interface ExistingEntries {
  readonly entries: ReadonlyMap<string, EntryRow>
  readonly live: ReadonlyMap<string, LivePublication>
  readonly history: ReadonlyMap<string, History>
  /** Finds the assets that the batch names. */
  readonly findAsset: FindRow
  /** Entries that were live at a path that they leave. */
  readonly movedLive: readonly string[]
}

/**
 * Reads the entries. Closes the publications of entries that leave their path; the next ones are opened at the new path.
 */
export async function readExisting(
  writes: Writes,
  changes: ChangeSet,
  plan: ImportPlan,
  ids: readonly string[],
  assets: readonly string[],
): Promise<ExistingEntries> {
  const old = ids.filter(id => plan.before.get(id) !== undefined)
  const some = old.length > 0
  const entries = some ? await readEntries(writes, changes.space, old) : []
  const live = new Map(some ? await readLive(readsWithin(writes), changes.space, old) : [])
  const movedLive = [...live.keys()].filter(id => isMoved(plan, id))
  for (const id of movedLive) {
    live.delete(id)
    changes.close(id)
  }
  return {
    entries: new Map(entries.map(row => [row.id, row])),
    live,
    movedLive,
    findAsset: await readFindAsset(readsWithin(writes), changes.space, assets, changes.assets),
    // Includes entries that are new in this import, because they may have been published and removed before.
    history: changes.revision === 1 ? new Map() : await readHistory(writes, changes.space, ids),
  }
}

/** Checks whether the entry moves to another collection or slug. */
export function isMoved(plan: ImportPlan, id: string): boolean {
  const old = plan.before.get(id)
  const address = plan.addresses.get(id)
  if (!old || !address) return false
  return !(old.collection === address.collection && old.slug === address.slug)
}

/** Returns the planned path of an entry; null if the plan does not have it. */
export function findPlanned(plan: ImportPlan, id: string): PlannedEntry | null {
  const address = plan.addresses.get(id)
  return address ? { id, collection: address.collection, slug: address.slug } : null
}
