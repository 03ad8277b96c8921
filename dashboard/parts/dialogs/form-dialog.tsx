// The frame of dialogs with inputs: a click outside or Escape closes one only while nothing was typed in it, because a
// slip must not lose that. Its own buttons always close it.
import { Modal, type ModalProps } from '@mantine/core'
import { useState } from 'react'

interface FormDialogProps extends ModalProps {
  /** Names the form that is shown, in a dialog that has several in turn. */
  readonly form?: string
}

export function FormDialog(props: FormDialogProps) {
  const { form = '', closeOnClickOutside = true, closeOnEscape = true, ...modal } = props
  const [isTyped, setTyped] = useState(false)
  // Opened again, or with another form, it has nothing to lose yet.
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
