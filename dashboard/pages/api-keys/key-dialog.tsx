// The frame of the dialogs of API keys, in some of which a secret appears.
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

interface KeyDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** When it has gone from view: the moment to forget what it showed. */
  readonly onGone: () => void
  readonly title: string
  /** Only its own buttons close it: something is under way, or a secret shows and would be lost. */
  readonly locked: boolean
  readonly children: ReactNode
}

export function KeyDialog({ opened, onClose, onGone, title, locked, children }: KeyDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      title={title}
      size="lg"
      closeOnClickOutside={!locked}
      closeOnEscape={!locked}
      withCloseButton={!locked}
    >
      {children}
    </Modal>
  )
}
