// Lets the user choose files of the library, searched or newest first, or upload new ones. It is a separate bundle.
import { Button, Skeleton, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AssetItemView } from '../../src/media/manage/asset.schema.ts'
import { useAssets } from '../api/media/assets.ts'
import type { UploadResult } from '../api/media/uploads.ts'
import { useUploadsAt } from '../api/media/use-uploads.ts'
import { DialogActions } from '../parts/dialogs.tsx'
import { ProblemAlert } from '../parts/forms/problem-alert.tsx'
import { describeFile, isAccepted, nameAccepted, typeForAccepted } from './file-words.ts'
import { Thumbnail } from './thumbnail.tsx'
import { DropArea, FileButton } from './upload/drop-area.tsx'
import { UploadBar } from './upload/upload-list.tsx'
import {
  countFiles,
  describeResult,
  describeResults,
  explainMisfit,
  explainRoom,
} from './upload/upload-words.ts'

const debounceMs = 150
const searchLengthMax = 100
const perPage = 48
const perPageMax = 1000

/** Numbers the opened pickers, so that each one takes only the files that were uploaded in it. */
let opened = 0

export interface AssetPickerProps {
  /** Media types, as in the rule of a field. */
  readonly accept: readonly string[] | undefined
  readonly multiple: boolean
  /** The maximum number of files to choose if `multiple` is set. */
  readonly room?: number
  /** Also closes the dialog. `note` is a remark about an uploaded file. */
  readonly onChoose: (assets: readonly AssetItemView[], note: string) => void
  /** Called if nothing was chosen. */
  readonly onClose: () => void
  /** An alternative action beside the picker. */
  readonly aside?: ReactNode
}

export function AssetPicker(props: AssetPickerProps) {
  const { accept, multiple, room = Number.POSITIVE_INFINITY, onChoose, onClose, aside } = props
  const [place] = useState(() => `picker ${++opened}`)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly AssetItemView[]>([])
  const wanted = text.trim().slice(0, searchLengthMax)
  const [search] = useDebouncedValue(wanted, debounceMs)
  const [count, setCount] = useState(perPage)
  const type = typeForAccepted(accept)
  const query = { search, perPage: count, ...(type && { type }) }
  const { data, error, refetch, isPlaceholderData } = useAssets(query)
  const list = (data?.list ?? []).filter(({ contentType }) => isAccepted(accept, contentType))
  const [note, setNote] = useState('')
  const searchInput = useRef<HTMLInputElement>(null)
  // The dialog sets its initial focus before this component is loaded. On a phone, a keyboard would cover the files.
  useEffect(() => {
    if (hasPointer()) searchInput.current?.focus()
  }, [])
  const { uploads, add } = useUploadsAt(place, results => {
    const fits = ({ asset }: UploadResult) => isAccepted(accept, asset.contentType)
    const [first] = results
    const misfit = results.find(result => !fits(result))
    if (misfit) setNote(explainMisfit(misfit.asset, accept))
    else setNote(describeResults(results))
    if (!multiple && first && !misfit) onChoose([first.asset], describeResult(first))
    if (multiple) {
      const assets = results.filter(fits).map(({ asset }) => asset)
      setChosen(before => [...before, ...assets.filter(({ id }) => !before.some(each => each.id === id))])
    }
  })
  const upload = (files: readonly File[]) => {
    setNote(
      multiple
        ? ''
        : explainRoom(
            files.map(({ name }) => name),
            1,
          ),
    )
    add(multiple ? files : files.slice(0, 1))
  }
  const toggle = (asset: AssetItemView) => {
    if (!multiple) onChoose([asset], '')
    else setChosen(before => toggled(before, asset))
  }
  return (
    <DropArea onFiles={upload} words="Drop to upload">
      <div className="asset-picker">
        <div className="asset-picker-head">
          <TextInput
            type="search"
            aria-label="File name or title"
            placeholder="File name or title"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
            autoComplete="off"
            ref={searchInput}
            data-autofocus={hasPointer() || undefined}
            flex={1}
          />
          <FileButton
            multiple={multiple}
            accept={accept}
            onFiles={upload}
            variant="default"
            leftSection={<IconUpload size={18} stroke={1.7} aria-hidden />}
          >
            Upload
          </FileButton>
        </div>
        <UploadBar list={uploads} />
        <Text size="xs" role="status" className="asset-note">
          {note}
        </Text>
        <ProblemAlert error={error} title="Could not load the files" onRetry={() => void refetch()} />
        <VisuallyHidden role="status">
          {data && !isPlaceholderData ? `${data.count.toLocaleString('en')} found` : ''}
        </VisuallyHidden>
        {data || error ? null : <Skeleton height={220} />}
        {data && list.length === 0 ? <NoChoice search={search} accept={accept} /> : null}
        <Choices list={list} chosen={chosen} multiple={multiple} onToggle={toggle} />
        {data && data.count > count && count < perPageMax ? (
          <Button variant="subtle" size="xs" onClick={() => setCount(Math.min(count * 4, perPageMax))}>
            Show more
          </Button>
        ) : null}
        {aside}
      </div>
      {multiple ? (
        <DialogActions
          onClose={onClose}
          confirmLabel={chosen.length === 0 ? 'Add files' : `Add ${countFiles(chosen.length)}`}
          onConfirm={() => onChoose(chosen, '')}
          disabled={chosen.length === 0 || chosen.length > room}
          sticky
        >
          <Text size="sm" role="status" className="asset-note">
            {chosen.length > room ? `Too many: the list has room for ${countFiles(room)}.` : ''}
          </Text>
        </DialogActions>
      ) : null}
    </DropArea>
  )
}

function hasPointer(): boolean {
  return matchMedia('(hover: hover)').matches
}

function toggled(list: readonly AssetItemView[], asset: AssetItemView): readonly AssetItemView[] {
  const others = list.filter(({ id }) => id !== asset.id)
  return others.length < list.length ? others : [...list, asset]
}

interface ChoicesProps {
  readonly list: readonly AssetItemView[]
  readonly chosen: readonly AssetItemView[]
  readonly multiple: boolean
  readonly onToggle: (asset: AssetItemView) => void
}

function Choices({ list, chosen, multiple, onToggle }: ChoicesProps) {
  return (
    <ul className="plain-list file-choices" aria-label="Files">
      {list.map(asset => (
        <li key={asset.id}>
          <button
            type="button"
            className="file-choice"
            aria-pressed={multiple ? chosen.some(({ id }) => id === asset.id) : undefined}
            onClick={() => onToggle(asset)}
          >
            <span className="file-frame">
              <Thumbnail asset={asset} width={256} />
            </span>
            <span className="file-name" title={asset.filename}>
              {asset.filename}
            </span>
            <span className="file-facts">{describeFile(asset)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function NoChoice({ search, accept }: { search: string; accept: readonly string[] | undefined }) {
  const kinds = nameAccepted(accept) ?? 'files'
  return (
    <Text c="dimmed">
      {search === '' ? (
        <>
          There are no {kinds} in the library yet. Upload some
          <span className="drop-hint">, or drop them here</span>.
        </>
      ) : (
        `No results for “${search}”.`
      )}
    </Text>
  )
}
