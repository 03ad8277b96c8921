// Derives the publication state from `sys` alone. Only an exact "published" counts as published; everything else is a
// draft.
import { parseTimestamp, toTimestamp } from '../../../base/clock.ts'
import type { Sys } from './sys.ts'

/** `changed` means published and edited since; the file has only the edited values. */
export type State = 'published' | 'changed' | 'draft' | 'archived'

/** Returns the state. An archived entry stays archived even if it still has a published version. */
export function stateOf(sys: Sys): State {
  if (sys.archived) return 'archived'
  if (isFromDelivery(sys)) return 'published'
  if (sys.publishedVersion === null) return 'draft'
  // Spaces created by an import have a version below the published one, which means that nothing was edited since.
  const edits = (sys.version ?? 0) - sys.publishedVersion - 1
  return edits > 0 ? 'changed' : 'published'
}

/** Checks whether the published values are missing from the file, in at least one of these locales. */
export function isChanged(sys: Sys, codes: readonly string[]): boolean {
  return stateOf(sys) === 'changed' || codes.some(code => sys.localeStatus.get(code) === 'changed')
}

/** Checks whether Contentful delivers the entry. It keeps delivering the published values of a changed entry. */
export function isServed(state: State): boolean {
  return state === 'published' || state === 'changed'
}

/** Checks a locale, because a single one can be unpublished if the space publishes by locale. */
export function isLocaleServed(sys: Sys, code: string): boolean {
  return sys.localeStatus.size === 0 || isFromDelivery(sys) || sys.localeStatus.get(code) !== 'draft'
}

/** Returns the publication time in UTC, or null if the file has no valid one. */
export function publishedAtOf(sys: Sys): string | null {
  // The delivery API has no publication time, but it changes `updatedAt` at each publication and only then.
  for (const text of [sys.publishedAt, sys.updatedAt]) {
    const time = text === null ? null : parseTimestamp(text)
    if (time !== null) return toTimestamp(time)
  }
  return null
}

// The delivery API counts publications in `revision` and has no versions; everything it returns is published.
function isFromDelivery(sys: Sys): boolean {
  return sys.revision !== null && sys.version === null
}
