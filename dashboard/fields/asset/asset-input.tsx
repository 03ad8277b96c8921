// The input of a file: a file of the library that is chosen, dropped or uploaded, or the URL of a file.
import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { AssetPickerDialog } from '../../media/asset-picker-dialog.tsx'
import { toNamedAsset, withOwn } from '../../media/asset-value.ts'
import { nameAccepted } from '../../media/file-words.ts'
import { DropArea } from '../../media/upload/drop-area.tsx'
import { UploadList } from '../../media/upload/upload-list.tsx'
import { describeResult } from '../../media/upload/upload-words.ts'
import { nameField } from '../../parts/entries/place-name.ts'
import { Held } from '../../parts/forms/pointer-hold.ts'
import { FieldGroup } from '../field-group.tsx'
import type { FieldInputProps } from '../field-type.ts'
import { isPicture, toAsset } from './asset-text.ts'
import { LibraryFile } from './library-file.tsx'
import { UrlFile } from './url-file.tsx'
import { useFieldUploads } from './use-field-uploads.ts'

interface AssetInputProps extends FieldInputProps {
  /** False if the surrounding list handles dropped files. */
  readonly takesDrops?: boolean
}

export function AssetInput({ takesDrops = true, ...props }: AssetInputProps) {
  const { field, value, onChange, readOnly } = props
  const [isPicking, setPicking] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const [note, setNote] = useState('')
  const accept = field.accept
  const upload = useFieldUploads(
    props,
    () => 1,
    ([result]) => {
      setTyping(false)
      setNote(result ? describeResult(result) : '')
      if (result) onChange(withOwn({ id: result.asset.id }, { alt: altOf(value) }))
    },
  )
  const named = toNamedAsset(value)
  const byUrl = toAsset(value)
  const set = (next: unknown) => {
    upload.clear()
    setNote('')
    onChange(next)
  }
  const drop = (files: readonly File[]) => {
    upload.clear()
    setNote('')
    upload.add(files)
  }
  const pick = () => setPicking(true)
  const remove = () => {
    setTyping(false)
    set(null)
    // The focused button disappears with the file.
    setTimeout(() => document.getElementById(props.id)?.querySelector('button')?.focus())
  }
  const isEmpty = named === null && byUrl === null && !isTyping
  return (
    <FieldGroup {...props} className="asset-input">
      <DropArea
        onFiles={readOnly || !takesDrops ? null : drop}
        words={isEmpty ? 'Drop to upload' : 'Drop to replace it'}
      >
        {named ? (
          <LibraryFile {...props} value={named} onChange={set} onPick={pick} onRemove={remove} />
        ) : null}
        {named === null && (byUrl || isTyping) ? (
          <UrlFile {...props} onChange={set} onPick={pick} onRemove={remove} onCopy={drop} />
        ) : null}
        {isEmpty ? (
          <Empty
            accept={accept}
            readOnly={readOnly}
            onPick={pick}
            onUrl={() => {
              setTyping(true)
              setNote('')
            }}
          />
        ) : null}
      </DropArea>
      <Held>
        <UploadList list={upload.uploads} />
        <Text size="xs" c={upload.refusal === '' ? 'dimmed' : 'red'} role="status" className="asset-note">
          {upload.refusal || note}
        </Text>
      </Held>
      <AssetPickerDialog
        opened={isPicking}
        focusAfter={() => document.getElementById(props.id)}
        title={`Choose a file for ${nameField(field)}`}
        accept={accept}
        multiple={false}
        onChoose={([asset], words) => {
          setPicking(false)
          setTyping(false)
          if (asset) set({ id: asset.id })
          setNote(words)
        }}
        onClose={() => setPicking(false)}
      />
    </FieldGroup>
  )
}

/** Returns the alt text for the copy of another site's picture: the title that was entered for the original. */
function altOf(before: unknown): string | null {
  const asset = toAsset(before)
  return asset !== null && isPicture(asset) && typeof asset.title === 'string' ? asset.title : null
}

interface EmptyProps {
  readonly accept: readonly string[] | undefined
  readonly readOnly: boolean
  readonly onPick: () => void
  readonly onUrl: () => void
}

function Empty({ accept, readOnly, onPick, onUrl }: EmptyProps) {
  const kinds = nameAccepted(accept)
  if (readOnly) {
    return (
      <Text size="sm" c="dimmed">
        No file
      </Text>
    )
  }
  return (
    <div className="asset-empty">
      <Button variant="default" size="xs" onClick={onPick}>
        Choose a file
      </Button>
      <Text size="sm" c="dimmed">
        <span className="drop-hint">or drop one here{kinds === null ? '' : ': '}</span>
        {kinds}
      </Text>
      <Anchor component="button" type="button" size="xs" className="asset-url-link" onClick={onUrl}>
        Use an address instead
      </Anchor>
    </div>
  )
}
