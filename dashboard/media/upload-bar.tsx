// All uploads in one line: how many, which one, how far, with a way to cancel them. Below it, what needs attention.
import { Button, Progress, Text, VisuallyHidden } from '@mantine/core'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { sumUploads, type Upload } from '../api/uploads.ts'
import { uploads } from '../api/use-uploads.ts'
import { toSizeText } from './file-words.ts'
import { type UploadAction, UploadList } from './upload-list.tsx'
import { describeUploads } from './upload-words.ts'

interface UploadBarProps {
  readonly list: readonly Upload[]
  readonly action?: UploadAction
}

/** So many rows are shown one below another; of more, those that failed. */
const rowsMax = 5

export function UploadBar({ list, action }: UploadBarProps) {
  const sum = sumUploads(list)
  const isBusy = sum.active > 0
  const failed = list.filter(({ state }) => state === 'failed')
  const rows = list.length <= rowsMax && (list.length > 1 || !isBusy) ? list : failed
  const end = () => uploads.remove(...list.map(({ key }) => key))
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
            <Button size="compact-sm" variant="subtle" ml="auto" onClick={end}>
              {isBusy ? (list.length > 1 ? 'Cancel all' : 'Cancel') : 'Close'}
            </Button>
          </div>
          <UploadList list={rows} action={action} />
        </section>
      )}
      <VisuallyHidden role="status">{describeUploads(sum)}</VisuallyHidden>
    </>
  )
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
