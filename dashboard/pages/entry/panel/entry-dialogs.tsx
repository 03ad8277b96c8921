// All dialogs about an entry, of which one is open at a time.
import { ArchiveDialog, DeleteDialog, UnarchiveDialog } from '../archive/archive-dialogs.tsx'
import type { DialogName, DialogProps } from '../dialog/dialog-props.ts'
import { HistoryDrawer } from '../history/history-drawer.tsx'
import { PublishDialog } from '../publish/publish-dialog.tsx'
import { CancelScheduleDialog, DiscardDialog, UnpublishDialog } from '../publish/serving-dialogs.tsx'
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx'
import { UsedByDialog } from './used-by.tsx'

interface EntryDialogsProps extends Omit<DialogProps, 'opened'> {
  /** Null if none is. */
  readonly open: DialogName | null
}

const dialogs = {
  publish: PublishDialog,
  schedule: ScheduleDialog,
  cancelSchedule: CancelScheduleDialog,
  unpublish: UnpublishDialog,
  discard: DiscardDialog,
  archive: ArchiveDialog,
  unarchive: UnarchiveDialog,
  delete: DeleteDialog,
  history: HistoryDrawer,
  usedBy: UsedByDialog,
} satisfies Record<DialogName, (props: DialogProps) => React.ReactNode>

/** Closed ones are rendered too: a dialog returns the focus only if it has seen where it was. */
export function EntryDialogs({ open, ...props }: EntryDialogsProps) {
  return Object.entries(dialogs).map(([name, Dialog]) => (
    <Dialog key={name} {...props} opened={open === name} />
  ))
}
