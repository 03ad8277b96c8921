// Numbers of things, in words. No React here.
import type { CollectionModelView } from '../../src/authoring/models.schema.ts'

export function countEntries(count: number): string {
  return count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`
}

export function countProblems(count: number): string {
  return count === 1 ? '1 problem' : `${count.toLocaleString('en')} problems`
}

export function countFields(count: number): string {
  return count === 1 ? '1 field' : `${count.toLocaleString('en')} fields`
}

/** For example `38 of 40 entries live`. */
export function countLive({ entries, live }: Pick<CollectionModelView, 'entries' | 'live'>): string {
  return entries === 0 ? 'No entries' : `${live.toLocaleString('en')} of ${countEntries(entries)} live`
}
