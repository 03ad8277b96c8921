// Creates an API key and shows its secret once.
import { useCreateApiKey } from '../../api/keys/api-keys.ts'
import { useStay } from '../../parts/page/stay.ts'
import { toExpiresAt } from './expiry.ts'
import { KeyDialog } from './key-dialog.tsx'
import { KeyForm, type KeyValues } from './key-form.tsx'
import { NewSecret } from './new-secret.tsx'

interface CreateKeyDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Closes the dialog after a key was created and its secret copied. */
  readonly onDone: () => void
  /** Called after the dialog has closed. */
  readonly onGone: () => void
}

const initial: KeyValues = { name: '', scopes: ['content.read'], expiry: { kind: '365', date: '' } }

export function CreateKeyDialog({ opened, onClose, onDone, onGone }: CreateKeyDialogProps) {
  const create = useCreateApiKey()
  const locked = create.isPending || create.isSuccess
  useStay(opened && locked)
  const submit = ({ name, scopes, expiry }: KeyValues) =>
    create.mutate({ name, scopes, expiresAt: toExpiresAt(expiry, Date.now()) ?? null })
  return (
    <KeyDialog
      opened={opened}
      onClose={onClose}
      onGone={() => {
        create.reset()
        onGone()
      }}
      title={create.data ? 'Your new API key' : 'Create an API key'}
      locked={locked}
    >
      {create.data ? (
        <NewSecret created={create.data} onDone={onDone} />
      ) : (
        <KeyForm
          initial={initial}
          submitLabel="Create API key"
          onSubmit={submit}
          onCancel={onClose}
          pending={create.isPending}
          error={create.error}
          errorTitle="Could not create the key"
        />
      )}
    </KeyDialog>
  )
}
