// Whether something is published, told from its `sys` alone. Only an exact "published" is: all else is a draft.
import { parseTimestamp, toTimestamp } from '../../../base/clock.ts'
import type { Sys } from './sys.ts'

/** `changed`: published, and edited since; the file has the edited values only. */
export type State = 'published' | 'changed' | 'draft' | 'archived'

/** An archived entry is archived even where it still has a published version. */
export function stateOf(sys: Sys): State {
  if (sys.archived) return 'archived'
  if (isFromDelivery(sys)) return 'published'
  if (sys.publishedVersion === null) return 'draft'
  // Spaces that were made by an import have a version below the published one: nothing was edited since.
  const edits = (sys.version ?? 0) - sys.publishedVersion - 1
  return edits > 0 ? 'changed' : 'published'
}

/** Whether the file lacks what was published, in one of these locales at least. */
export function isChanged(sys: Sys, codes: readonly string[]): boolean {
  return stateOf(sys) === 'changed' || codes.some(code => sys.localeStatus.get(code) === 'changed')
}

/** Contentful goes on delivering what was published of a changed entry. */
export function isServed(state: State): boolean {
  return state === 'published' || state === 'changed'
}

/** A locale can be held back on its own where the space publishes by locale. */
export function isLocaleServed(sys: Sys, code: string): boolean {
  return sys.localeStatus.size === 0 || isFromDelivery(sys) || sys.localeStatus.get(code) !== 'draft'
}

/** The time of publication in UTC, or null where the file has none that can be read. */
export function publishedAtOf(sys: Sys): string | null {
  // The delivery API shows no publication time; it changes `updatedAt` at each publication and only then.
  for (const text of [sys.publishedAt, sys.updatedAt]) {
    const time = text === null ? null : parseTimestamp(text)
    if (time !== null) return toTimestamp(time)
  }
  return null
}

// The delivery API counts publications in `revision` and has no versions; all that it gives out is published.
function isFromDelivery(sys: Sys): boolean {
  return sys.revision !== null && sys.version === null
}
