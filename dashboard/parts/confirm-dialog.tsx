// Asks before something happens that cannot be taken back easily, and shows what went wrong if it did not work.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { keepFocus } from './keep-focus.ts'
import { PendingButton } from './pending-button.tsx'
import { ProblemAlert } from './problem-alert.tsx'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** What will happen. */
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly pending: boolean
  readonly error: unknown
  /** Something is lost by it: the button is red, and the focus begins on "Cancel". */
  readonly danger?: boolean
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, confirmLabel, onConfirm, pending, error, danger = false } = props
  const close = () => {
    if (!pending) onClose()
  }
  const begin = { 'data-autofocus': true }
  return (
    <Modal
      opened={opened}
      onClose={close}
      // What opened it may be gone by what was confirmed.
      onExitTransitionEnd={() => keepFocus(() => document.getElementById('page'))}
      title={title}
      centered
    >
      <Stack>
        <Text component="div" size="sm">
          {children}
        </Text>
        <ProblemAlert error={error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} {...(danger ? begin : {})}>
            Cancel
          </Button>
          <PendingButton onClick={onConfirm} pending={pending} {...(danger ? { color: 'red' } : begin)}>
            {confirmLabel}
          </PendingButton>
        </Group>
      </Stack>
    </Modal>
  )
}
