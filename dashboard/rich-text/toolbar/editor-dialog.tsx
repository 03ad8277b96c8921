// The base of the editor's dialogs. It returns the focus to the text when it closes.
import { Modal, Stack } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { DialogActions, FormDialog } from '../../parts/dialogs.tsx'

export type OpenDialog = 'link' | 'image' | 'entry' | 'table' | 'component' | null

interface EditorDialogProps {
  readonly editor: Editor
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
  /** True if what is typed is in the text at once, so that the dialog can be closed at any time. */
  readonly isSaved?: boolean
  /** Mounted each time the dialog is opened. */
  readonly children: ReactNode
}

export function EditorDialog(props: EditorDialogProps) {
  const { editor, title, opened, onClose, isSaved = false, children } = props
  const wasOpened = useRef(opened)
  useLayoutEffect(() => {
    if (wasOpened.current && !opened) editor.view.focus()
    wasOpened.current = opened
  }, [editor, opened])
  // A dialog of an input in this one is elsewhere in the document, and closes by itself.
  const closeByKey = (event: KeyboardEvent<HTMLElement>) => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key === 'Escape' && isInside && !event.defaultPrevented) onClose()
  }
  if (isSaved) {
    return (
      <Modal
        {...{ opened, onClose, title }}
        size="lg"
        centered
        returnFocus={false}
        closeOnEscape={false}
        onKeyDown={closeByKey}
      >
        {children}
      </Modal>
    )
  }
  return (
    <FormDialog opened={opened} onClose={onClose} title={title} centered returnFocus={false}>
      {children}
    </FormDialog>
  )
}

interface DialogFormProps {
  readonly submitLabel: string
  readonly onSubmit: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
  /** Rendered beside the buttons. */
  readonly aside?: ReactNode
}

export function DialogForm({ submitLabel, onSubmit, onCancel, children, aside }: DialogFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The event must not reach the form of the page, which contains the dialog in React's tree.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children}
        <DialogActions onClose={onCancel} confirmLabel={submitLabel}>
          {aside}
        </DialogActions>
      </Stack>
    </form>
  )
}
