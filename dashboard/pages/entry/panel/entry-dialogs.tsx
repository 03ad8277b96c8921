// All dialogs about an entry. At most one is open.
import { ArchiveDialog, DeleteDialog, UnarchiveDialog } from '../archive/archive-dialogs.tsx'
import type { DialogName, DialogProps } from '../dialog/entry-dialog.tsx'
import { HistoryDrawer } from '../history/history-drawer.tsx'
import { ShareDialog } from '../preview/share-dialog.tsx'
import { PublishDialog } from '../publish/publish-dialog.tsx'
import { CancelScheduleDialog, DiscardDialog, UnpublishDialog } from '../publish/serving-dialogs.tsx'
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx'
import { UsedByDialog } from './used-by.tsx'

interface EntryDialogsProps extends Omit<DialogProps, 'opened'> {
  /** Null if no dialog is open. */
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
  share: ShareDialog,
} satisfies Record<DialogName, (props: DialogProps) => React.ReactNode>

/** Closed dialogs are rendered too, because a dialog can return the focus only if it was mounted before it opened. */
export function EntryDialogs({ open, ...props }: EntryDialogsProps) {
  return Object.entries(dialogs).map(([name, Dialog]) => (
    <Dialog key={name} {...props} opened={open === name} />
  ))
}
