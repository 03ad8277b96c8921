// The frame of the dialogs of API keys, in some of which a secret appears.
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { SpaceLine } from '../../parts/space-line.tsx'

interface KeyDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** After it has closed: the moment to drop what it showed. */
  readonly onGone: () => void
  readonly title: string
  /** Only its own buttons close it: a request is running, or a secret is shown and would be lost. */
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
      <SpaceLine />
      {children}
    </Modal>
  )
}
