// Lists uploads, each with its progress, its error and its actions.
import { Button, CloseButton, Progress, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { canRetry, isActive, type Upload } from '../../api/media/uploads.ts'
import { uploads } from '../../api/media/use-uploads.ts'
import { toSizeText } from '../file-words.ts'
import { removeUploads } from './remove-uploads.ts'
import { describeResult, explainUpload } from './upload-words.ts'

export type UploadAction = ComponentType<{ readonly upload: Upload }>

interface UploadListProps {
  readonly list: readonly Upload[]
  /** The action for an uploaded file. */
  readonly action?: UploadAction | undefined
}

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
