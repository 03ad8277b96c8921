// The base of the editor's dialogs. It returns the focus to the text when it closes.
import { Stack } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type FormEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { DialogActions, FormDialog } from '../../parts/dialogs.tsx'

export type OpenDialog = 'link' | 'image' | 'entry' | 'table' | null

interface EditorDialogProps {
  readonly editor: Editor
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
  /** Mounted each time the dialog is opened. */
  readonly children: ReactNode
}

export function EditorDialog({ editor, title, opened, onClose, children }: EditorDialogProps) {
  const wasOpened = useRef(opened)
  useLayoutEffect(() => {
    if (wasOpened.current && !opened) editor.view.focus()
    wasOpened.current = opened
  }, [editor, opened])
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
