// Summarizes all uploads in one line: their number, progress and a button that cancels them. Below it are the uploads that
// need attention.
import { Button, Progress, Text, VisuallyHidden } from '@mantine/core'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { canRetry, sumUploads, type Upload } from '../../api/media/uploads.ts'
import { uploads } from '../../api/media/use-uploads.ts'
import { toSizeText } from '../file-words.ts'
import { removeUploads } from './remove-uploads.ts'
import { type UploadAction, UploadList } from './upload-list.tsx'
import { describeResults, describeUploads } from './upload-words.ts'

interface UploadBarProps {
  readonly list: readonly Upload[]
  readonly action?: UploadAction
}

/** Up to this number, all uploads have a row. Beyond it, only those that are in progress or failed. */
const rowsMax = 5

export function UploadBar({ list, action }: UploadBarProps) {
  const sum = sumUploads(list)
  const isBusy = sum.active > 0
  const isOpen = list.length <= rowsMax && (list.length > 1 || !isBusy)
  const rows = isOpen ? list : list.filter(upload => needsRow(upload, list.length > 1))
  const results = list.flatMap(({ result }) => (result ? [result] : []))
  const note = isOpen || isBusy ? '' : describeResults(results)
  const keys = list.map(({ key }) => key)
  const failed = list.filter(({ state, error }) => state === 'failed' && canRetry(error))
  return (
    <>
      {list.length === 0 ? null : (
        <section className="upload-bar" aria-label="Uploads">
          <div className="upload-bar-head">
            <IconUpload size={18} stroke={1.7} aria-hidden="true" />
            <Text size="sm" fw={600}>
              {describeUploads(sum)}
            </Text>
            {isBusy ? <Current list={list} /> : null}
            <span className="upload-bar-buttons">
              {failed.length > 1 ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => failed.forEach(({ key }) => void uploads.retry(key))}
                >
                  Try all again
                </Button>
              ) : null}
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={event => removeUploads(event.currentTarget, keys)}
              >
                {isBusy ? (list.length > 1 ? 'Cancel all' : 'Cancel') : 'Close'}
              </Button>
            </span>
          </div>
          {note === '' ? null : (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
          <UploadList list={rows} action={action} />
        </section>
      )}
      <VisuallyHidden role="status">{`${describeUploads(sum)} ${note}`}</VisuallyHidden>
    </>
  )
}

function needsRow(upload: Upload, isOneOfMany: boolean): boolean {
  return upload.state === 'failed' || (isOneOfMany && upload.state === 'sending')
}

function Current({ list }: { readonly list: readonly Upload[] }) {
  const { sent, size } = sumUploads(list)
  const current = list.find(({ state }) => state === 'sending')
  return (
    <>
      <Text size="sm" c="dimmed" truncate className="upload-current">
        {current ? `${current.file.name}, ` : ''}
        {toSizeText(sent)} of {toSizeText(size)}
      </Text>
      <Progress
        value={size === 0 ? 0 : (sent / size) * 100}
        size="sm"
        className="upload-progress"
        aria-label="All uploads"
        transitionDuration={0}
      />
    </>
  )
}
