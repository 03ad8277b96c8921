// Inserts or changes an image of the text: its file, from the library, an upload or a URL, its alt text, and its caption.
import { Anchor, Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { useAsset } from '../../api/media/assets.ts'
import { AssetPickerDialog } from '../../media/asset-picker-dialog.tsx'
import type { NamedAsset } from '../../media/asset-value.ts'
import { describeFile } from '../../media/file-words.ts'
import { OwnValues } from '../../media/own-values.tsx'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { setPart } from '../commands.ts'
import { type Asset, unknownFacts } from '../document/portable-text.ts'
import type { Reading } from '../reading.ts'
import { DialogForm, EditorDialog } from './editor-dialog.tsx'
import { isSafeUrl, UrlInput } from './link-dialog.tsx'

interface ImageDialogProps {
  readonly editor: Editor
  readonly reading: Reading
  readonly opened: boolean
  readonly lang: string | undefined
  readonly onClose: () => void
}

const images = ['image/*'] as const

/**
 * For a new image, the user first chooses a file. An existing one starts with its description, and its file can be
 * replaced.
 */
export function ImageDialog(props: ImageDialogProps) {
  const { editor, opened, onClose, reading } = props
  const [step, setStep] = useState<'choose' | 'url' | 'describe'>('choose')
  const [chosen, setChosen] = useState<NamedAsset | null>(null)
  const isNew = reading.image === null
  useEffect(() => {
    if (!opened) return
    setStep(isNew ? 'choose' : 'describe')
    setChosen(null)
  }, [opened, isNew])
  const current = chosen ?? reading.image?.asset ?? null
  const isByUrl = step === 'url' || (current !== null && 'url' in current)
  const choose = (id: string) => {
    setChosen({ id })
    setStep('describe')
  }
  return (
    <>
      <AssetPickerDialog
        opened={opened && step === 'choose'}
        focusAfter={null}
        title="Choose an image"
        accept={images}
        multiple={false}
        onChoose={([asset]) => asset && choose(asset.id)}
        onClose={() => {
          if (isNew) onClose()
          else setStep('describe')
          editor.view.focus()
        }}
        aside={
          <Anchor component="button" type="button" size="xs" mih={24} onClick={() => setStep('url')}>
            Use an address instead
          </Anchor>
        }
      />
      <EditorDialog
        editor={editor}
        title={isNew ? 'Add an image' : 'Change the image'}
        opened={opened && step !== 'choose'}
        onClose={onClose}
      >
        {isByUrl || current === null ? (
          <UrlForm {...props} onPick={() => setStep('choose')} />
        ) : (
          <LibraryForm {...props} asset={current as NamedAsset} onPick={() => setStep('choose')} />
        )}
      </EditorDialog>
    </>
  )
}

interface FormProps extends ImageDialogProps {
  readonly onPick: () => void
}

function LibraryForm({ asset, onPick, ...props }: FormProps & { readonly asset: NamedAsset }) {
  const { reading, lang } = props
  const [value, setValue] = useState(asset)
  const [caption, setCaption] = useState(reading.image?.caption ?? '')
  const { data: file } = useAsset(asset.id)
  const words =
    file === null ? 'This file is no longer in the library.' : file ? describeFile(file) : 'Loading'
  return (
    <ImageForm {...props} caption={caption} toAsset={() => value}>
      <Group wrap="nowrap" align="flex-start">
        {file ? <Thumbnail asset={file} width={256} className="rich-text-thumbnail" /> : null}
        {file === undefined ? <Skeleton className="rich-text-thumbnail" /> : null}
        <div className="rich-text-file">
          <Text fw={550} truncate>
            {file?.filename ?? asset.id}
          </Text>
          <Text size="xs" c="dimmed">
            {words}
          </Text>
          <Button variant="default" size="xs" mt={6} onClick={onPick}>
            Choose another
          </Button>
        </div>
      </Group>
      {file ? (
        <OwnValues
          asset={file}
          value={value}
          onChange={setValue}
          onLeave={() => undefined}
          readOnly={false}
          lang={lang}
        />
      ) : null}
      <Caption value={caption} onChange={setCaption} />
    </ImageForm>
  )
}

function UrlForm({ onPick, ...props }: FormProps) {
  const { image } = props.reading
  const before = image !== null && 'url' in image.asset ? image.asset : null
  const [typed, setTyped] = useState(before?.url ?? '')
  const [title, setTitle] = useState(before?.title ?? '')
  const [caption, setCaption] = useState(image?.caption ?? '')
  const [isFinal, setFinal] = useState(false)
  const toAsset = () => {
    setFinal(true)
    if (!isSafeUrl(typed, 'asset')) return null
    const url = typed.trim()
    // The properties of the previous file do not apply to another URL.
    const facts = before !== null && url === before.url ? before : unknownFacts
    return { ...facts, url, title: title === '' ? null : title }
  }
  return (
    <ImageForm {...props} caption={caption} toAsset={toAsset}>
      <UrlInput use="asset" value={typed} onChange={setTyped} isFinal={isFinal} />
      <TextInput
        label="Alternative text"
        description="Describe the picture for people who cannot see it."
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <Caption value={caption} onChange={setCaption} />
      <Anchor component="button" type="button" size="xs" mih={24} onClick={onPick}>
        Choose a file of the library instead
      </Anchor>
    </ImageForm>
  )
}

interface ImageFormProps extends ImageDialogProps {
  readonly caption: string
  /** Returns null while the input is incomplete. */
  readonly toAsset: () => Asset | null
  readonly children: React.ReactNode
}

function ImageForm({ editor, reading, onClose, caption, toAsset, children }: ImageFormProps) {
  const submit = () => {
    const asset = toAsset()
    if (asset === null) return
    const { view } = editor
    setPart('image', { asset, caption: caption === '' ? null : caption })(view.state, view.dispatch)
    onClose()
  }
  return (
    <DialogForm
      onCancel={onClose}
      submitLabel={reading.image === null ? 'Add image' : 'Change image'}
      onSubmit={submit}
    >
      {children}
    </DialogForm>
  )
}

interface CaptionProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

function Caption({ value, onChange }: CaptionProps) {
  return (
    <TextInput
      label="Caption"
      description="Shown below the picture. Optional."
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
