// Cancels the schedule of an entry.
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ScheduledEntryView } from '../../../src/authoring/schedules/schedule.schema.ts'
import { useCancelSchedule } from '../../api/content/entry-actions.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { toExactText } from '../../parts/time/moment-text.ts'
import { titleOf } from './schedule-tables.tsx'

interface CancelDialogProps {
  /** Null while the dialog is closed. */
  readonly schedule: ScheduledEntryView | null
  readonly onClose: () => void
}

export function CancelDialog({ schedule, onClose }: CancelDialogProps) {
  // Keeps the last schedule while the dialog fades out.
  const [shown, setShown] = useState(schedule)
  if (schedule !== null && schedule !== shown) setShown(schedule)
  const { mutate, isPending, error, reset } = useCancelSchedule({
    id: shown?.entry.id ?? '',
    onChanged: () => {},
  })
  const close = () => {
    onClose()
    reset()
  }
  return (
    <ConfirmDialog
      opened={schedule !== null}
      onClose={close}
      title={shown ? `Cancel the schedule of “${titleOf(shown)}”?` : ''}
      confirmLabel="Cancel the schedule"
      closeLabel="Keep it"
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: () => {
            close()
            notifications.show({ message: 'The schedule is cancelled.' })
          },
        })
      }
      pending={isPending}
      error={error}
      errorTitle="Could not cancel the schedule"
    >
      {shown ? describe(shown) : null}
    </ConfirmDialog>
  )
}

function describe({ state, publishAt, unpublishAt }: ScheduledEntryView): string {
  if (state === 'failed' && unpublishAt === null) {
    return 'It failed and will not be tried again. Cancelling removes it from this list.'
  }
  const parts = [
    ...(publishAt !== null && state === 'pending' ? [`go live on ${toExactText(publishAt)}`] : []),
    ...(unpublishAt ? [`be unpublished on ${toExactText(unpublishAt)}`] : []),
  ]
  return `The entry will not ${parts.join(', and will not ')}.`
}
