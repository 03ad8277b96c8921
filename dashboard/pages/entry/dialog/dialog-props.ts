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

/** The same for requests that replace values of the draft: Ctrl+Z brings them back. */
export function toUndoable({ entry, onReplaced }: EntryPanelProps) {
  return { id: entry.id, onChanged: onReplaced }
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
