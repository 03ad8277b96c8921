// Calculates the effect of a publication, for the button, the panel and the dialog.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { type Change, listChanges } from '../diff/changes.ts'
import type { EntryPanelProps } from '../panel-props.ts'

export type Problem = EntryView['problems'][number]

export function errorsOf({ problems }: Pick<EntryView, 'problems'>): readonly Problem[] {
  return problems.filter(({ severity }) => severity === 'error')
}

/** Returns the changes from the live version to the edited draft; empty if nothing is live. */
export function pendingChanges({ entry: { live }, model, draft }: EntryPanelProps): readonly Change[] {
  if (live === null) return []
  const known = compared.get(draft)
  if (known && known.live === live && known.model === model) return known.changes
  const changes = listChanges(model.fields, live, draft)
  compared.set(draft, { live, model, changes })
  return changes
}

interface Compared {
  readonly live: EntryView['live']
  readonly model: EntryPanelProps['model']
  readonly changes: readonly Change[]
}

/** Caches the result, because several components need it. */
const compared = new WeakMap<EntryPanelProps['draft'], Compared>()

/** Checks whether the draft equals the live version. */
export function isPublished(panel: EntryPanelProps): boolean {
  const { entry } = panel
  if (entry.live === null || pendingChanges(panel).length > 0) return false
  return entry.state === 'live' || panel.unsaved
}

/** Checks whether the entry is new and nothing has been typed, so that nothing is stored yet. */
export function isEmpty({ entry, unsaved }: EntryPanelProps): boolean {
  return entry.draftVersion === 0 && !unsaved
}

export function countChanges(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`
}

/** For example `12 fields and 1 variant`. */
export function describeSize({ data, variants }: Pick<EntryView, 'data' | 'variants'>): string {
  const filled = Object.values(data).filter(
    value => value !== null && !(Array.isArray(value) && value.length === 0),
  ).length
  const overlays = Object.keys(variants).length
  const fields = `${filled} ${filled === 1 ? 'field' : 'fields'}`
  return overlays === 0 ? fields : `${fields} and ${overlays} ${overlays === 1 ? 'variant' : 'variants'}`
}
