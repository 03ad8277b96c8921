// The props of all dialogs about an entry, and the arguments of their mutations.
import type { EntryPanelProps } from '../panel-props.ts'

export interface DialogProps {
  readonly panel: EntryPanelProps
  readonly opened: boolean
  readonly onClose: () => void
}

/** Returns the entry that a mutation changes, and the callback for the new version. */
export function toTarget({ entry, onChanged }: EntryPanelProps) {
  return { id: entry.id, onChanged }
}

/** Returns the same for mutations that replace values of the draft, which Ctrl+Z can undo. */
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
