// Formats counts with their nouns. No React here.
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'

/** Uses the separators of the browser's language: `1,204`, `1.204` or `1 204`. */
export function formatCount(count: number): string {
  return count.toLocaleString()
}

export function countEntries(count: number): string {
  return count === 1 ? '1 entry' : `${formatCount(count)} entries`
}

export function countProblems(count: number): string {
  return count === 1 ? '1 problem' : `${formatCount(count)} problems`
}

type Counts = Pick<CollectionModelView, 'entries' | 'archived' | 'live'>

/** Returns the number of entries in the collection's list, which excludes archived ones. */
export function countListed({ entries, archived }: Pick<Counts, 'entries' | 'archived'>): number {
  return entries - archived
}

/** For example `38 of 40 entries published`. */
export function countLive(counts: Counts): string {
  const listed = countListed(counts)
  return listed === 0 ? 'No entries' : `${formatCount(counts.live)} of ${countEntries(listed)} published`
}
