// The common layout of the API key dialogs, some of which show a secret.
import type { ReactNode } from 'react'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { SpaceLine } from '../../parts/dialogs/space-line.tsx'

interface KeyDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Called after the dialog has closed, to discard its state. */
  readonly onGone: () => void
  readonly title: string
  /**
   * True if only the dialog's own buttons may close it, because a request is running or a visible secret would be lost.
   */
  readonly locked: boolean
  readonly children: ReactNode
}

export function KeyDialog({ opened, onClose, onGone, title, locked, children }: KeyDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      title={title}
      size="lg"
      closeOnClickOutside={!locked}
      closeOnEscape={!locked}
      withCloseButton={!locked}
    >
      <SpaceLine />
      {children}
    </FormDialog>
  )
}
