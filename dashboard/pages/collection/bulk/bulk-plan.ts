// Predicts the effect of an action on each selected entry from its state.
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { BulkOperation } from '../../../api/content/operations.ts'
import { isScheduled } from '../../../parts/entries/entry-state.tsx'
import { countProblems } from '../../../parts/lists/counts.ts'

export type BulkAction = 'publish' | 'unpublish' | 'schedule' | 'archive'

/** Times in RFC 3339 format; empty for never. */
export interface ScheduleTimes {
  readonly publishAt: string
  readonly unpublishAt: string
}

export interface RefusedEntry {
  readonly entry: EntryItemView
  readonly reason: string
}

export interface BulkPlan {
  /** The number of all selected entries. */
  readonly count: number
  readonly able: readonly EntryItemView[]
  /** Entries that are already in the resulting state. */
  readonly same: readonly EntryItemView[]
  readonly refused: readonly RefusedEntry[]
}

interface PlanOptions {
  readonly mayPublish: boolean
  readonly times?: ScheduleTimes
}

/** True if the entry can be changed, `same` if it is already in the resulting state, or a reason why not. */
type Verdict = true | 'same' | { readonly reason: string }

export function planBulk(
  action: BulkAction,
  entries: readonly EntryItemView[],
  options: PlanOptions,
): BulkPlan {
  const able: EntryItemView[] = []
  const same: EntryItemView[] = []
  const refused: RefusedEntry[] = []
  for (const entry of entries) {
    const verdict = checkEntry(action, entry, options)
    if (verdict === true) able.push(entry)
    else if (verdict === 'same') same.push(entry)
    else refused.push({ entry, reason: verdict.reason })
  }
  return { count: entries.length, able, same, refused }
}

export function isLive({ state }: Pick<EntryItemView, 'state'>): boolean {
  return state === 'live' || state === 'changed'
}

function checkEntry(action: BulkAction, entry: EntryItemView, { mayPublish, times }: PlanOptions): Verdict {
  if (entry.state === 'archived') {
    return action === 'archive' ? 'same' : { reason: 'is archived' }
  }
  switch (action) {
    case 'archive':
      if (isLive(entry) && !mayPublish) return { reason: 'is published, and your role cannot unpublish' }
      if (isScheduled(entry) && !mayPublish) {
        return { reason: 'is scheduled, and your role cannot cancel that' }
      }
      return true
    case 'unpublish':
      return isLive(entry) ? true : 'same'
    case 'publish':
      return checkPublication(entry)
    case 'schedule':
      if (times?.publishAt) return checkPublication(entry)
      return isLive(entry) ? true : { reason: 'is not published' }
  }
}

function checkPublication({ state, problems }: EntryItemView): Verdict {
  if (problems > 0) return { reason: `has ${countProblems(problems)}` }
  return state === 'live' ? 'same' : true
}

/** Adds the version of the draft that the list showed, so that users do not change drafts that they have not seen. */
export function toOperations(
  action: BulkAction,
  entries: readonly EntryItemView[],
  times?: ScheduleTimes,
): readonly BulkOperation[] {
  return entries.map(({ id, draftVersion }) => {
    if (action === 'unpublish') return { op: action, id }
    if (action !== 'schedule') return { op: action, id, draftVersion }
    return {
      op: action,
      id,
      draftVersion,
      ...(times?.publishAt && { publishAt: times.publishAt }),
      ...(times?.unpublishAt && { unpublishAt: times.unpublishAt }),
    }
  })
}
