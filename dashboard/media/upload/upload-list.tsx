// Shows uploads in progress and refused ones, as a list in the page and as a bar below it.
import { Button, CloseButton, Progress, Text, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconUpload } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { canRetry, isActive, sumUploads, type Upload } from '../../api/media/uploads.ts'
import { uploads } from '../../api/media/use-uploads.ts'
import { keepFocus } from '../../parts/dialogs.tsx'
import { toSizeText } from '../file-words.ts'
import {
  countFiles,
  describeResult,
  describeResults,
  describeUploads,
  explainUpload,
} from './upload-words.ts'

type UploadAction = ComponentType<{ readonly upload: Upload }>

interface UploadListProps {
  readonly list: readonly Upload[]
  /** The action for an uploaded file. */
  readonly action?: UploadAction | undefined
}

/** Lists uploads, each with its progress, its error and its actions. */
export function UploadList({ list, action }: UploadListProps) {
  if (list.length === 0) return null
  return (
    <ul className="plain-list upload-list" aria-label="Uploads">
      {list.map(upload => (
        <UploadRow key={upload.key} upload={upload} action={action} />
      ))}
    </ul>
  )
}

interface UploadRowProps {
  readonly upload: Upload
  readonly action: UploadAction | undefined
}

function UploadRow({ upload, action: Action }: UploadRowProps) {
  const { key, file, state, sent } = upload
  const isSending = isActive(upload)
  const retry = state === 'failed' && canRetry(upload.error)
  const hasWarning = (upload.result?.warnings.length ?? 0) > 0
  const color = state === 'failed' ? 'var(--mantine-color-error)' : hasWarning ? null : 'dimmed'
  return (
    <li className="upload-row" data-state={state}>
      <div className="upload-words">
        <Text size="sm" fw={550} truncate title={file.name}>
          {file.name}
        </Text>
        <Text size="xs" {...(color && { c: color })} role={state === 'failed' ? 'alert' : undefined}>
          {describeState(upload)}
        </Text>
      </div>
      {isSending ? (
        <Progress
          value={file.size === 0 ? 0 : (sent / file.size) * 100}
          size="sm"
          className="upload-progress"
          aria-label={`Upload of ${file.name}`}
          transitionDuration={0}
        />
      ) : null}
      {retry ? (
        <Button size="compact-sm" variant="default" onClick={() => uploads.retry(key)}>
          Try again
        </Button>
      ) : null}
      {Action ? <Action upload={upload} /> : null}
      <CloseButton
        size="sm"
        aria-label={isSending ? `Cancel the upload of ${file.name}` : `Dismiss ${file.name}`}
        title={isSending ? 'Cancel' : 'Dismiss'}
        className="upload-remove"
        onClick={event => removeUploads(event.currentTarget, [key])}
      />
    </li>
  )
}

function describeState({ state, sent, file, error, result }: Upload): string {
  if (state === 'waiting') return 'Waiting'
  if (state === 'failed') return explainUpload(error, file.size)
  if (state === 'done') return (result && describeResult(result)) || 'Uploaded'
  if (sent >= file.size) return 'Being stored'
  return `${toSizeText(sent)} of ${toSizeText(file.size)}`
}

interface UploadBarProps {
  readonly list: readonly Upload[]
  readonly action?: UploadAction
}

/** Up to this number, all uploads have a row. Beyond it, only those that are in progress or failed. */
const rowsMax = 5

/**
 * Summarizes all uploads in one line: their number, progress and a button that cancels them. Below it are the uploads
 * that need attention.
 */
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

/** Moves the focus to the next or previous upload, or else to the surrounding field, dialog or page. */
function removeUploads(button: HTMLElement, keys: readonly number[]): void {
  const row = button.closest('.upload-row')
  const next = [row?.nextElementSibling, row?.previousElementSibling].find(Boolean)
  const around = button.closest<HTMLElement>('[tabindex="-1"]') ?? document.getElementById('page')
  const cancelled = uploads.list().filter(upload => keys.includes(upload.key) && isActive(upload))
  uploads.remove(...keys)
  const [one] = cancelled
  if (one) {
    const what = cancelled.length === 1 ? `“${one.file.name}”` : countFiles(cancelled.length)
    notifications.show({ message: `Cancelled: ${what}` })
  }
  keepFocus(() => (next?.isConnected ? next.querySelector<HTMLElement>('.upload-remove') : null) ?? around)
}
