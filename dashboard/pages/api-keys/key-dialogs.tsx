// The dialogs that create, edit, rotate and revoke a key.

import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { scopesHave } from '../../../src/access/rights.ts'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import {
  type ApiKeyChange,
  type NewApiKey,
  useChangeApiKey,
  useCreateApiKey,
  useRevokeApiKey,
  useRotateApiKey,
} from '../../api/keys/api-keys.ts'
import { SecretOnce } from '../../parts/code/code-block.tsx'
import { FirstRequest } from '../../parts/code/first-request.tsx'
import { ConfirmDialog, DialogActions, FormDialog, SpaceLine } from '../../parts/dialogs.tsx'
import { RemainingSchedules } from '../../parts/entries/remaining-schedules.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { useStay } from '../../parts/page/stay.ts'
import { toExactText } from '../../parts/time/moment.tsx'
import { KeyForm, type KeyValues, toExpiresAt } from './key-form.tsx'
import type { KeyAction } from './keys-list.tsx'

interface KeyDialogsProps {
  readonly apiKey: ApiKeyView
  /** Null if no dialog is open. */
  readonly action: KeyAction | null
  readonly onClose: () => void
  /** Closes the dialog as well. */
  readonly onRevoked: () => void
}

/** The dialogs of one API key: edit, rotate, revoke. */
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

interface KeyDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Called after the dialog has closed, to discard its state. */
  readonly onGone: () => void
  readonly title: string
  /**
   * True if only the dialog's own buttons may close it, because a request is running or a visible secret would be lost.
   */
  readonly locked: boolean
  readonly children: ReactNode
}

/** The common layout of the API key dialogs, some of which show a secret. */
function KeyDialog({ opened, onClose, onGone, title, locked, children }: KeyDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      title={title}
      size="lg"
      closeOnClickOutside={!locked}
      closeOnEscape={!locked}
      withCloseButton={!locked}
    >
      <SpaceLine />
      {children}
    </FormDialog>
  )
}

interface CreateKeyDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Closes the dialog after a key was created and its secret copied. */
  readonly onDone: () => void
  /** Called after the dialog has closed. */
  readonly onGone: () => void
}

const initial: KeyValues = { name: '', scopes: ['content.read'], expiry: { kind: '365', date: '' } }

/** Creates an API key and shows its secret once. */
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

/** Changes an API key's name, scopes and expiry; its secret stays the same. */
function EditKeyDialog({ apiKey, opened, onClose }: EditKeyDialogProps) {
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

interface RotateKeyDialogProps {
  readonly apiKey: ApiKeyView
  readonly opened: boolean
  readonly onClose: () => void
}

const overlaps = [
  {
    seconds: 0,
    label: 'Immediately',
    about: 'Choose this if the secret has leaked. Requests with it are rejected.',
  },
  { seconds: 3600, label: 'After 1 hour', about: null },
  { seconds: 86_400, label: 'After 1 day', about: null },
  { seconds: 604_800, label: 'After 7 days', about: null },
] as const

/** Describes how long the old secret remains valid, at most until the key expires. */
function describeOld(seconds: number, { updatedAt, expiresAt }: ApiKeyView): string {
  if (seconds === 0) return 'The old secret no longer works.'
  const overlapEnd = Date.parse(updatedAt) + seconds * 1000
  const end = expiresAt === null ? overlapEnd : Math.min(overlapEnd, Date.parse(expiresAt))
  return `The old secret works until ${toExactText(new Date(end).toISOString())}.`
}

/** Gives an API key a new secret. The old secret remains valid for the chosen time. */
function RotateKeyDialog({ apiKey, opened, onClose }: RotateKeyDialogProps) {
  const [seconds, setSeconds] = useState<number>(86_400)
  const rotate = useRotateApiKey(apiKey.id)
  const locked = rotate.isPending || rotate.isSuccess
  useStay(opened && locked)
  return (
    <KeyDialog
      opened={opened}
      onClose={onClose}
      onGone={rotate.reset}
      title={rotate.data ? 'Your new secret' : `Rotate the secret of ${apiKey.name}`}
      locked={locked}
    >
      {rotate.data ? (
        <NewSecret created={rotate.data} onDone={onClose}>
          {describeOld(rotate.variables, rotate.data.doc)}
        </NewSecret>
      ) : (
        <Stack>
          <Text size="sm">
            <b>{apiKey.name}</b> gets a new secret. Its name, scopes and expiry do not change. The old secret
            keeps working for the time that you choose, so that you can replace it where it is used. If a
            secret from an earlier rotation is still valid, it stops working now.
          </Text>
          <OverlapField value={seconds} onChange={setSeconds} />
          <ProblemAlert error={rotate.error} title="Could not rotate the secret" />
          <DialogActions
            onClose={onClose}
            confirmLabel="Create new secret"
            onConfirm={() => rotate.mutate(seconds)}
            pending={rotate.isPending}
            locked={rotate.isPending}
          />
        </Stack>
      )}
    </KeyDialog>
  )
}

interface OverlapFieldProps {
  readonly value: number
  readonly onChange: (seconds: number) => void
}

function OverlapField({ value, onChange }: OverlapFieldProps) {
  return (
    <Radio.Group
      label="The old secret stops working"
      value={String(value)}
      onChange={text => onChange(Number(text))}
    >
      <Stack gap="xs" mt={6}>
        {overlaps.map(({ seconds, label, about }) => (
          <Radio
            key={seconds}
            value={String(seconds)}
            label={label}
            description={about}
            data-autofocus={seconds === value || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface NewSecretProps {
  readonly created: NewApiKey
  readonly onDone: () => void
  /** A note about the old secret. */
  readonly children?: ReactNode
}

/** Shows a new secret once, and a request to test it. */
function NewSecret({ created: { doc, key }, onDone, children }: NewSecretProps) {
  const beginning = useRef<HTMLParagraphElement>(null)
  // The form that had the focus has been removed.
  useEffect(() => beginning.current?.focus(), [])
  return (
    <Stack>
      <Text ref={beginning} tabIndex={-1} size="sm">
        This is the secret of <b>{doc.name}</b>. Store it in a safe place, such as a password manager.{' '}
        {children}
      </Text>
      <SecretOnce label="API key" secret={key} />
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          Try it in a terminal
        </Text>
        <FirstRequest secret={key} scopes={doc.scopes} />
      </Stack>
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  )
}
