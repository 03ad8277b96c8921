// What every dialog about an entry gets, and what the requests of a dialog need.
import type { EntryPanelProps } from '../panel-props.ts'

export interface DialogProps {
  readonly panel: EntryPanelProps
  readonly opened: boolean
  readonly onClose: () => void
}

/** The entry that a request changes, and who is told. */
export function toTarget({ entry, onChanged }: EntryPanelProps) {
  return { id: entry.id, onChanged }
}

export type DialogName =
  | 'publish'
  | 'schedule'
  | 'cancelSchedule'
  | 'unpublish'
  | 'discard'
  | 'archive'
  | 'unarchive'
  | 'delete'
  | 'history'
  | 'usedBy'
