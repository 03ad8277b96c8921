// Changes an API key's name, scopes and expiry; its secret stays the same.
import { notifications } from '@mantine/notifications'
import { scopesHave } from '../../../src/access/rights.ts'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { type ApiKeyChange, useChangeApiKey } from '../../api/keys/api-keys.ts'
import { RemainingSchedules } from '../../parts/entries/remaining-schedules.tsx'
import { toExpiresAt } from './expiry.ts'
import { KeyDialog } from './key-dialog.tsx'
import { KeyForm, type KeyValues } from './key-form.tsx'

interface EditKeyDialogProps {
  readonly apiKey: ApiKeyView
  readonly opened: boolean
  readonly onClose: () => void
}

/** Returns only the fields that differ from the key as it was shown. */
function toChange({ name, scopes, expiry }: KeyValues, apiKey: ApiKeyView): ApiKeyChange {
  const expiresAt = toExpiresAt(expiry, Date.now())
  const sameScopes =
    scopes.length === apiKey.scopes.length && scopes.every(scope => apiKey.scopes.includes(scope))
  return {
    ...(name === apiKey.name ? {} : { name }),
    ...(sameScopes ? {} : { scopes }),
    ...(expiresAt === undefined || expiresAt === apiKey.expiresAt ? {} : { expiresAt }),
  }
}

const mayPublish = (scopes: ApiKeyView['scopes']) => scopesHave(scopes, 'publish')

export function EditKeyDialog({ apiKey, opened, onClose }: EditKeyDialogProps) {
  const { mutate, isPending, error, reset } = useChangeApiKey(apiKey.id)
  const submit = (values: KeyValues) => {
    const change = toChange(values, apiKey)
    const done = (name: string) => {
      notifications.show({ message: `Saved ${name}.`, closeButtonProps: { 'aria-label': 'Close' } })
      onClose()
    }
    if (Object.keys(change).length === 0) onClose()
    else mutate(change, { onSuccess: ({ doc }) => done(doc.name) })
  }
  return (
    <KeyDialog
      opened={opened}
      onClose={onClose}
      onGone={reset}
      title={`Edit ${apiKey.name}`}
      locked={isPending}
    >
      <KeyForm
        initial={{ name: apiKey.name, scopes: apiKey.scopes, expiry: { kind: 'keep', date: '' } }}
        currentExpiry={apiKey.expiresAt}
        submitLabel="Save"
        onSubmit={submit}
        onCancel={onClose}
        pending={isPending}
        error={error}
        errorTitle="Could not save the changes"
        note={({ scopes }) =>
          mayPublish(apiKey.scopes) && !mayPublish(scopes) ? (
            <RemainingSchedules by={{ kind: 'key', name: apiKey.name }} />
          ) : null
        }
      />
    </KeyDialog>
  )
}
