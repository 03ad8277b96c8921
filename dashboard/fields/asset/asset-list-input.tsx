// The input of a list of files. Several files that are chosen or dropped at once become several items.
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { AssetPickerDialog } from '../../media/asset-picker-dialog.tsx'
import { DropArea } from '../../media/upload/drop-area.tsx'
import { UploadList } from '../../media/upload/upload-list.tsx'
import { nameField } from '../../parts/entries/place-name.ts'
import { Held } from '../../parts/forms/pointer-hold.ts'
import type { FieldInputProps } from '../field-type.ts'
import { ListInput } from '../list/list-input.tsx'
import { AssetInput } from './asset-input.tsx'
import { findFileError } from './asset-text.ts'
import { useFieldUploads } from './use-field-uploads.ts'

export function AssetListInput(props: FieldInputProps) {
  const { field, value, onChange, readOnly } = props
  const [isPicking, setPicking] = useState(false)
  const list = useRef<readonly unknown[]>([])
  list.current = Array.isArray(value) ? value : []
  const append = (assets: readonly { readonly id: string }[]) => {
    // More files may be added before the next render.
    list.current = [...list.current, ...assets.map(({ id }) => ({ id }))].slice(0, field.maxItems)
    onChange(list.current)
  }
  const toRoom = (active: number) =>
    field.maxItems === undefined ? Number.POSITIVE_INFINITY : field.maxItems - list.current.length - active
  const upload = useFieldUploads(props, toRoom, results => append(results.map(({ asset }) => asset)))
  return (
    <DropArea onFiles={readOnly ? null : upload.add} words="Drop to add them">
      <ListInput
        {...props}
        item={AssetItem}
        emptyItem={null}
        findError={findFileError}
        layout="grid"
        adding={(addItem, isFull) => (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              className="dashed-button"
              leftSection={<IconPlus size={16} stroke={1.7} />}
              disabled={isFull}
              onClick={() => setPicking(true)}
            >
              Add files
            </Button>
            <Text size="xs" c="dimmed" className="drop-hint">
              or drop them here
            </Text>
            <Button variant="subtle" size="compact-xs" disabled={isFull} onClick={addItem}>
              Add by address
            </Button>
          </Group>
        )}
      />
      <Held>
        <UploadList list={upload.uploads} />
        <Text size="xs" c="red" role="status" className="asset-note">
          {upload.refusal}
        </Text>
      </Held>
      <AssetPickerDialog
        opened={isPicking}
        focusAfter={() => document.getElementById(props.id)}
        title={`Add files to ${nameField(field)}`}
        accept={field.accept}
        multiple
        room={toRoom(0)}
        onChoose={assets => {
          setPicking(false)
          append(assets)
        }}
        onClose={() => setPicking(false)}
      />
    </DropArea>
  )
}

function AssetItem(props: FieldInputProps) {
  return <AssetInput {...props} takesDrops={false} />
}
