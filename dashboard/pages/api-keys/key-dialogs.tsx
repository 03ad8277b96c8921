// The dialogs of one API key: edit, rotate, revoke.
import { notifications } from '@mantine/notifications'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { useRevokeApiKey } from '../../api/keys/api-keys.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { RemainingSchedules } from '../../parts/entries/remaining-schedules.tsx'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import type { KeyAction } from './key-menu.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

interface KeyDialogsProps {
  readonly apiKey: ApiKeyView
  /** Null if no dialog is open. */
  readonly action: KeyAction | null
  readonly onClose: () => void
  /** Closes the dialog as well. */
  readonly onRevoked: () => void
}

export function KeyDialogs({ apiKey, action, onClose, onRevoked }: KeyDialogsProps) {
  return (
    <>
      <EditKeyDialog apiKey={apiKey} opened={action === 'edit'} onClose={onClose} />
      <RotateKeyDialog apiKey={apiKey} opened={action === 'rotate'} onClose={onClose} />
      <RevokeKeyDialog apiKey={apiKey} opened={action === 'revoke'} onClose={onClose} onRevoked={onRevoked} />
    </>
  )
}

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKeyView
  readonly opened: boolean
  readonly onClose: () => void
  readonly onRevoked: () => void
}

function RevokeKeyDialog({ apiKey, opened, onClose, onRevoked }: RevokeKeyDialogProps) {
  const { mutate, isPending, error } = useRevokeApiKey(apiKey.id)
  const done = () => {
    notifications.show({ message: `Revoked ${apiKey.name}.`, closeButtonProps: { 'aria-label': 'Close' } })
    onRevoked()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Revoke ${apiKey.name}?`}
      confirmLabel="Revoke API key"
      onConfirm={() => mutate(undefined, { onSuccess: done })}
      pending={isPending}
      error={error}
      errorTitle="Could not revoke the key"
      danger
    >
      From now on, requests with <b>{apiKey.name}</b> (<code>{apiKey.prefix}…</code>) are refused. This cannot
      be undone.
      <RemainingSchedules by={{ kind: 'key', name: apiKey.name }} />
    </ConfirmDialog>
  )
}
