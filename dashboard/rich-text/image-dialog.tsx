// Asks for an image: its address, what it shows, its caption.
import { TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { AddressInput, isAddress } from './address-input.tsx'
import { setImage } from './commands.ts'
import { DialogForm, EditorDialog } from './editor-dialog.tsx'
import { unknownFacts } from './portable-text.ts'
import type { Reading } from './reading.ts'

interface ImageDialogProps {
  readonly editor: Editor
  readonly reading: Reading
  readonly opened: boolean
  readonly onClose: () => void
}

export function ImageDialog(props: ImageDialogProps) {
  const { editor, opened, onClose } = props
  const title = props.reading.image === null ? 'Add an image' : 'Change the image'
  return (
    <EditorDialog editor={editor} title={title} opened={opened} onClose={onClose}>
      <ImageForm {...props} />
    </EditorDialog>
  )
}

function ImageForm({ editor, reading: { image }, onClose }: ImageDialogProps) {
  const [address, setAddress] = useState(image?.asset.url ?? '')
  const [title, setTitle] = useState(image?.asset.title ?? '')
  const [caption, setCaption] = useState(image?.caption ?? '')
  const [isFinal, setFinal] = useState(false)
  const submit = () => {
    setFinal(true)
    if (!isAddress(address, 'asset')) return
    const url = address.trim()
    // What is known of a file is not known of another.
    const facts = url === image?.asset.url ? image.asset : unknownFacts
    const { view } = editor
    setImage({ ...facts, url, title: title === '' ? null : title }, caption === '' ? null : caption)(
      view.state,
      view.dispatch,
    )
    onClose()
  }
  return (
    <DialogForm
      onCancel={onClose}
      submitLabel={image === null ? 'Add image' : 'Change image'}
      onSubmit={submit}
    >
      <AddressInput use="asset" value={address} onChange={setAddress} isFinal={isFinal} />
      <TextInput
        label="Alternative text"
        description="What the image shows, for those who cannot see it."
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <TextInput
        label="Caption"
        description="Stands below the image. It may be left out."
        value={caption}
        onChange={event => setCaption(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
