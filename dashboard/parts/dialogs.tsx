// The dialogs of all pages: one that asks for a confirmation, one with a form, and the buttons at the end of dialogs.
import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSpace } from '../api/space.ts'
import { PendingButton } from './forms/pending-button.tsx'
import { ProblemAlert } from './forms/problem-alert.tsx'

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

/** Confirms an action that is hard to undo, names the space, and shows the error if the action fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, confirmLabel, onConfirm, pending, danger = false } = props
  const close = () => {
    if (!pending) onClose()
  }
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
        <DialogActions
          onClose={close}
          closeLabel={props.closeLabel}
          confirmLabel={confirmLabel}
          onConfirm={onConfirm}
          pending={pending}
          danger={danger}
          focus={danger ? 'close' : 'confirm'}
        />
      </Stack>
    </Modal>
  )
}

interface DialogActionsProps {
  readonly onClose: () => void
  /** `Cancel` by default. */
  readonly closeLabel?: string | undefined
  /** Null if there is nothing to confirm, so that only the button that closes the dialog is shown. */
  readonly confirmLabel: string | null
  /** Without it, the button submits the form that contains it. */
  readonly onConfirm?: () => void
  readonly pending?: boolean
  readonly disabled?: boolean
  /** True if the dialog cannot be closed. */
  readonly locked?: boolean
  /** True if the action destroys something: the button is red. */
  readonly danger?: boolean
  /** The button with the initial focus; absent if an input has it. */
  readonly focus?: 'close' | 'confirm' | undefined
  /** True if the buttons stay visible while the dialog scrolls. */
  readonly sticky?: boolean
  /** Rendered before the buttons. */
  readonly children?: ReactNode
}

/** The buttons at the end of a dialog: one that closes it, and one that confirms it. */
export function DialogActions(props: DialogActionsProps) {
  const { onClose, closeLabel = 'Cancel', confirmLabel, onConfirm, pending = false, disabled = false } = props
  const begin = { 'data-autofocus': true }
  return (
    <Group justify="flex-end" gap="sm" {...(props.sticky && { className: 'dialog-buttons' })}>
      {props.children}
      <Button
        variant="default"
        onClick={onClose}
        disabled={props.locked ?? false}
        {...(props.focus === 'close' && begin)}
      >
        {closeLabel}
      </Button>
      {confirmLabel === null ? null : (
        <PendingButton
          {...(onConfirm ? { onClick: onConfirm } : { type: 'submit' })}
          pending={pending}
          disabled={disabled}
          {...(props.danger && { color: 'red' })}
          {...(props.focus === 'confirm' && begin)}
        >
          {confirmLabel}
        </PendingButton>
      )}
    </Group>
  )
}

interface FormDialogProps extends ModalProps {
  /** Identifies the shown form if the dialog shows several in turn. */
  readonly form?: string
}

/**
 * The base of dialogs with inputs. A click outside or Escape closes it only while nothing was typed, so that an
 * accidental one does not lose input. The dialog's own buttons always close it.
 */
export function FormDialog(props: FormDialogProps) {
  const { form = '', closeOnClickOutside = true, closeOnEscape = true, ...modal } = props
  const [isTyped, setTyped] = useState(false)
  // A newly opened dialog, or another form, has no typed input yet.
  const current = modal.opened ? form : null
  const [last, setLast] = useState(current)
  if (current !== last) {
    setLast(current)
    setTyped(false)
  }
  return (
    <Modal
      {...modal}
      onInput={() => setTyped(true)}
      closeOnClickOutside={closeOnClickOutside && !isTyped}
      closeOnEscape={closeOnEscape && !isTyped}
    />
  )
}

/** The first line of a dialog, which names the space that it affects. */
export function SpaceLine() {
  const { name } = useSpace()
  return (
    <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
      Space: {name}
    </Text>
  )
}

/** Milliseconds, longer than the dialog takes to restore the focus itself. */
const waitMs = 50

/** Focuses the element unless another one has the focus. Otherwise the focus would move to the top of the document. */
export function keepFocus(place: () => HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) place()?.focus({ preventScroll: true })
  }, waitMs)
}
