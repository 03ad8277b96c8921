// What a space holds of the entries that an import is about to decide on.

import type { ChangeSet } from '../content/change-set.ts'
import { type EntryRow, readEntries } from '../content/entries.store.ts'
import { type History, type LivePublication, readHistory, readLive } from '../content/publications.store.ts'
import type { Writes } from '../database/database.ts'
import type { ImportPlan } from './import-plan.ts'

export interface ExistingEntries {
  readonly entries: ReadonlyMap<string, EntryRow>
  readonly live: ReadonlyMap<string, LivePublication>
  readonly history: ReadonlyMap<string, History>
  /** Entries that were live at a place that they leave. */
  readonly movedLive: readonly string[]
}

/** Closes what is live at a place that its entry leaves: what follows is published at the new one. */
export async function readExisting(
  writes: Writes,
  changes: ChangeSet,
  plan: ImportPlan,
  ids: readonly string[],
): Promise<ExistingEntries> {
  const old = ids.filter(id => plan.before.get(id) !== undefined)
  const some = old.length > 0
  const entries = some ? await readEntries(writes, changes.space, old) : []
  const live = new Map(some ? await readLive(writes, changes.space, old) : [])
  const movedLive = [...live.keys()].filter(id => isMoved(plan, id))
  for (const id of movedLive) {
    live.delete(id)
    changes.close(id)
  }
  return {
    entries: new Map(entries.map(row => [row.id, row])),
    live,
    movedLive,
    // Also of entries that are new here: they may have been removed, and published before that.
    history: changes.revision === 1 ? new Map() : await readHistory(writes, changes.space, ids),
  }
}

/** Whether the entry leaves the collection or the slug that it has. */
export function isMoved(plan: ImportPlan, id: string): boolean {
  const old = plan.before.get(id)
  const address = plan.addresses.get(id)
  if (!old || !address) return false
  return !(old.collection === address.collection && old.slug === address.slug)
}
