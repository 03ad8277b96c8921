// Confirms an action that is hard to undo, names the space, and shows the error if the action fails.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PendingButton } from '../forms/pending-button.tsx'
import { ProblemAlert } from '../forms/problem-alert.tsx'
import { keepFocus } from './keep-focus.ts'
import { SpaceLine } from './space-line.tsx'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** The consequences of the action. */
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly pending: boolean
  readonly error: unknown
  readonly errorTitle: string
  /** Returns an explanation that replaces the server's message; undefined keeps the message. */
  readonly explain?: (error: unknown) => ReactNode
  /** The label of the button that closes the dialog. */
  readonly closeLabel?: string
  /** True if the action destroys something: the button is red, and "Cancel" has the initial focus. */
  readonly danger?: boolean
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, confirmLabel, onConfirm, pending, danger = false } = props
  const close = () => {
    if (!pending) onClose()
  }
  const begin = { 'data-autofocus': true }
  return (
    <Modal
      opened={opened}
      onClose={close}
      // The button that opened the dialog may have been removed.
      onExitTransitionEnd={() => keepFocus(() => document.getElementById('page'))}
      title={title}
      centered
    >
      <SpaceLine />
      <Stack>
        <Text component="div" size="sm">
          {children}
        </Text>
        <ProblemAlert error={props.error} title={props.errorTitle}>
          {props.explain?.(props.error)}
        </ProblemAlert>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} {...(danger ? begin : {})}>
            {props.closeLabel ?? 'Cancel'}
          </Button>
          <PendingButton onClick={onConfirm} pending={pending} {...(danger ? { color: 'red' } : begin)}>
            {confirmLabel}
          </PendingButton>
        </Group>
      </Stack>
    </Modal>
  )
}
