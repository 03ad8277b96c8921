// Whether anything is still to be done to an entry by its schedule. A refused publication is over.
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'

export function isScheduled({ schedule }: Pick<EntryItemView, 'schedule'>): boolean {
  if (schedule === null) return false
  return schedule.unpublishAt !== null || (schedule.publishAt !== null && schedule.state === 'pending')
}
