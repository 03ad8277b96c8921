// Asks for the address of a link.
import { Button, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { removeLink, setLink } from '../commands.ts'
import type { Reading } from '../reading.ts'
import { AddressInput, isAddress, withScheme } from './address-input.tsx'
import { DialogForm, EditorDialog } from './editor-dialog.tsx'

interface LinkDialogProps {
  readonly editor: Editor
  readonly reading: Reading
  readonly opened: boolean
  readonly onClose: () => void
}

export function LinkDialog(props: LinkDialogProps) {
  const { editor, opened, onClose } = props
  const title = props.reading.href === null ? 'Add a link' : 'Change the link'
  return (
    <EditorDialog editor={editor} title={title} opened={opened} onClose={onClose}>
      <LinkForm {...props} />
    </EditorDialog>
  )
}

function LinkForm({ editor, reading, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(reading.href ?? '')
  const [text, setText] = useState('')
  const [isFinal, setFinal] = useState(false)
  const needsText = reading.href === null && !reading.hasSelection
  const submit = () => {
    setFinal(true)
    const href = withScheme(address)
    if (!isAddress(href, 'link')) return
    const { view } = editor
    setLink(href, text.trim() || null)(view.state, view.dispatch)
    onClose()
  }
  const remove = () => {
    removeLink(editor.state, editor.view.dispatch)
    onClose()
  }
  return (
    <DialogForm
      onCancel={onClose}
      submitLabel={reading.href === null ? 'Add link' : 'Change link'}
      onSubmit={submit}
      aside={
        reading.href === null ? null : (
          <Button variant="subtle" color="red" mr="auto" onClick={remove}>
            Remove link
          </Button>
        )
      }
    >
      <AddressInput use="link" value={address} onChange={setAddress} isFinal={isFinal} />
      {needsText ? (
        <TextInput
          label="Text"
          description="What readers see. Without it, the address itself."
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      ) : null}
    </DialogForm>
  )
}
