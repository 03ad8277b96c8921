// Replaces a file by another one, after showing a preview and the consequences.
import { Modal, Progress, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import type { AssetView } from '../../../src/media/manage/asset.schema.ts'
import { useReplaceFile } from '../../api/media/assets.ts'
import { describeFile, toSizeText } from '../../media/file-words.ts'
import { explainRefusal } from '../../media/refusals.ts'
import { FileIcon, Thumbnail } from '../../media/thumbnail.tsx'
import { DropArea, FileButton } from '../../media/upload/drop-area.tsx'
import { explainUpload, joinWarnings } from '../../media/upload/upload-words.ts'
import { DialogActions, SpaceLine } from '../../parts/dialogs.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { countEntries } from '../../parts/lists/counts.ts'
import { Use } from './asset-uses.tsx'

interface ReplaceDialogProps {
  readonly asset: AssetView
  readonly opened: boolean
  readonly onClose: () => void
}

export function ReplaceDialog({ asset, opened, onClose }: ReplaceDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const close = () => {
    setFile(null)
    onClose()
  }
  // An accidental click or key press must not discard the chosen file or cancel its upload.
  const isEmpty = file === null
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={`Replace “${asset.filename}”`}
      size="lg"
      centered
      closeOnClickOutside={isEmpty}
      closeOnEscape={isEmpty}
    >
      <SpaceLine />
      <Replacing asset={asset} file={file} onFile={setFile} onClose={close} />
    </Modal>
  )
}

interface ReplacingProps {
  readonly asset: AssetView
  readonly file: File | null
  readonly onFile: (file: File | null) => void
  readonly onClose: () => void
}

function Replacing({ asset, file, onFile, onClose }: ReplacingProps) {
  const [pixels, setPixels] = useState<Pixels | null>(null)
  const [sent, setSent] = useState(0)
  const controller = useRef<AbortController | null>(null)
  const replace = useReplaceFile()
  useEffect(() => () => controller.current?.abort(), [])
  const choose = (files: readonly File[]) => {
    replace.reset()
    setPixels(null)
    onFile(files[0] ?? null)
  }
  const submit = () => {
    if (file === null) return
    controller.current = new AbortController()
    setSent(0)
    replace.mutate(
      { id: asset.id, file, onProgress: setSent, signal: controller.current.signal },
      {
        onSuccess: ({ rewritten, metadataRemoved, warnings }) => {
          const message = `${describeDone(rewritten, metadataRemoved)} ${joinWarnings(warnings)}`.trim()
          notifications.show({ message, ...(warnings.length > 0 && { autoClose: false }) })
          onClose()
        },
      },
    )
  }
  const isCancelled = replace.error instanceof DOMException
  return (
    <DropArea onFiles={replace.isPending ? null : choose} words="Drop the new file">
      <Stack>
        <div className="file-replacing">
          <figure>
            <Thumbnail asset={asset} width={384} className="file-large" />
            <figcaption>
              <Text size="sm" fw={550}>
                Now
              </Text>
              <Text size="xs" c="dimmed">
                {describeFile(asset)}
              </Text>
            </figcaption>
          </figure>
          <figure>
            {file === null ? (
              <div className="file-picture file-large file-blank">
                <FileButton variant="default" size="xs" multiple={false} onFiles={choose}>
                  Choose a file
                </FileButton>
                <Text size="xs" c="dimmed" className="drop-hint">
                  or drop it here
                </Text>
              </div>
            ) : (
              <LocalPicture file={file} onLoad={setPixels} />
            )}
            <figcaption>
              <Text size="sm" fw={550} className="entry-text">
                {file === null ? 'The new file' : file.name}
              </Text>
              <Text size="xs" c="dimmed">
                {file === null ? '' : describeLocal(file, pixels)}
              </Text>
            </figcaption>
          </figure>
        </div>
        <Consequences asset={asset} />
        {replace.isPending && file ? (
          <Progress
            value={file.size === 0 ? 0 : (sent / file.size) * 100}
            aria-label={`Upload of ${file.name}`}
            transitionDuration={0}
          />
        ) : null}
        <Text size="sm" role="status" className="file-saved">
          {isCancelled ? 'Cancelled' : ''}
        </Text>
        <ProblemAlert error={isCancelled ? null : replace.error} title="Could not replace the file">
          {explainRefusal(replace.error) ?? explainUpload(replace.error, file?.size ?? 0)}
        </ProblemAlert>
        <DialogActions
          onClose={() => (replace.isPending ? controller.current?.abort() : onClose())}
          confirmLabel={file === null ? null : 'Replace file'}
          onConfirm={submit}
          pending={replace.isPending}
        >
          {file === null || replace.isPending ? null : (
            <FileButton variant="subtle" multiple={false} onFiles={choose}>
              Another file
            </FileButton>
          )}
        </DialogActions>
      </Stack>
    </DropArea>
  )
}

function Consequences({ asset: { usedBy, uses, live, focalPoint, alt } }: { readonly asset: AssetView }) {
  const shown = usedBy.filter(use => use.live)
  const staying = [...(alt === null ? [] : ['alt text']), ...(focalPoint === null ? [] : ['focal point'])]
  const [stay, fit] = staying.length === 1 ? ['stays', 'it still fits'] : ['stay', 'they still fit']
  return (
    <div>
      <Text size="sm" fw={550}>
        {live && shown.length > 0
          ? `Changes on the site right away, in ${countEntries(shown.length)}`
          : 'Nothing on the site changes'}
      </Text>
      {shown.length > 0 ? (
        <ul className="plain-list file-uses">
          {shown.map(use => (
            <Use key={use.id} use={use} />
          ))}
        </ul>
      ) : null}
      <Text size="xs" c="dimmed" mt={6}>
        {uses > shown.length ? `Drafts of ${countEntries(uses - shown.length)} will use it too. ` : ''}
        The old address leads to the new file, and the old file is gone.
        {staying.length > 0 ? ` Its ${staying.join(' and ')} ${stay}: check that ${fit}.` : ''}
        {uses > 0 ? ' Alt texts and focal points that entries set themselves stay too.' : ''}
      </Text>
    </div>
  )
}

/** Describes the file like a file of the library once its size in pixels is known. */
function describeLocal({ type, size }: File, pixels: Pixels | null): string {
  return pixels ? describeFile({ contentType: type, size, ...pixels }) : toSizeText(size)
}

function describeDone(rewritten: number, metadataRemoved: boolean): string {
  const done = rewritten === 0 ? 'Replaced.' : `Replaced, on the site in ${countEntries(rewritten)}.`
  return metadataRemoved ? `${done} Place, device and other data of the photo were removed.` : done
}

/** Larger files are not read into memory for a preview. */
const previewBytesMax = 20_000_000

interface Pixels {
  readonly width: number
  readonly height: number
}

interface LocalPictureProps {
  readonly file: File
  readonly onLoad: (pixels: Pixels) => void
}

/** Uses a `data:` URL, which the page's Content-Security-Policy allows. */
function LocalPicture({ file, onLoad }: LocalPictureProps) {
  const [url, setUrl] = useState<string | null>(null)
  const canShow = file.type.startsWith('image/') && file.size <= previewBytesMax
  useEffect(() => {
    setUrl(null)
    if (!canShow) return
    const reader = new FileReader()
    reader.onload = () => setUrl(reader.result as string)
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file, canShow])
  if (url !== null) {
    return (
      <img
        src={url}
        alt=""
        className="file-picture file-large"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onLoad({ width: naturalWidth, height: naturalHeight })
        }
      />
    )
  }
  return (
    <span className="file-picture file-large">
      {canShow ? null : <FileIcon contentType={file.type} size={40} />}
    </span>
  )
}
