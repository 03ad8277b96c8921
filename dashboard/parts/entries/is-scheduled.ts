// Checks whether the entry has a pending publication or withdrawal. A failed publication is not pending.
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'

export function isScheduled({ schedule }: Pick<EntryItemView, 'schedule'>): boolean {
  if (schedule === null) return false
  return schedule.unpublishAt !== null || (schedule.publishAt !== null && schedule.state === 'pending')
}
