// All dialogs about an entry, of which one is open at a time.
import { ArchiveDialog, DeleteDialog, UnarchiveDialog } from './archive-dialogs.tsx'
import type { DialogName, DialogProps } from './dialog-props.ts'
import { HistoryDrawer } from './history-drawer.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { CancelScheduleDialog, DiscardDialog, UnpublishDialog } from './serving-dialogs.tsx'
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
