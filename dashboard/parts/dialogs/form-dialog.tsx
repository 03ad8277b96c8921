// The base of dialogs with inputs. A click outside or Escape closes it only while nothing was typed, so that an accidental
// one does not lose input. The dialog's own buttons always close it.
import { Modal, type ModalProps } from '@mantine/core'
import { useState } from 'react'

interface FormDialogProps extends ModalProps {
  /** Identifies the shown form if the dialog shows several in turn. */
  readonly form?: string
}

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
