// Shows whether all edits of an entry are saved, and announces it to screen readers. When the session has ended, a dialog
// asks the user to sign in again.
import { Alert, Modal, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useHasSessionEnded } from '../../../api/accounts/held-session.ts'
import { useSignedIn, useSignIn } from '../../../api/accounts/session.ts'
import type { LocalDraft } from '../../../api/local-drafts.ts'
import { PasswordInput } from '../../../parts/forms/password-input.tsx'
import { PendingButton } from '../../../parts/forms/pending-button.tsx'
import { usePointerHeld } from '../../../parts/forms/pointer-hold.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { useSaveState } from '../editor-context.ts'
import type { SaveState } from '../engine/saver.ts'

export function SaveStatus({ isNew, names, local }: SaveStatusProps) {
  const state = useSaveState()
  const keepsNothing = useSyncExternalStore(local.onFailure, local.hasFailed)
  const newest = keepsNothing && state.kind === 'offline' ? offlineWithoutCopy : toText(state, isNew, names)
  // In narrow windows the status is above the form and may have several lines.
  const text = usePointerHeld(newest)
  return (
    <div className="save-status" data-kind={state.kind}>
      <span aria-hidden="true" className="save-status-dot" />
      <span className="save-status-text" aria-hidden="true">
        {text}
      </span>
      {/* "Saving" is not announced, because it would be repeated at every word. */}
      <VisuallyHidden role="status">{state.kind === 'saving' ? '' : text}</VisuallyHidden>
    </div>
  )
}

interface SaveStatusProps {
  readonly isNew: boolean
  /** Returns the name of a field by its path. */
  readonly names: (path: string) => string
  readonly local: LocalDraft
}

const offlineWithoutCopy = 'Offline, and this browser cannot keep your changes: stay on this page'

const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

function toText(state: SaveState, isNew: boolean, names: (path: string) => string): string {
  switch (state.kind) {
    case 'idle':
      return isNew ? 'Not saved yet: start typing' : 'No unsaved changes'
    case 'saving':
      return 'Saving…'
    case 'saved':
      return `Saved at ${clockTime.format(state.at)}`
    case 'failed':
      return `Not saved: ${state.reason}`
    case 'offline':
      return 'Offline: kept on this device'
    case 'signedOut':
      return 'Not saved: you are signed out'
    case 'conflict':
      return `Conflict in ${state.paths.map(names).join(', ')}`
    case 'refused':
      return `Not saved: check ${state.paths.map(names).join(', ')}`
  }
}

/** Asks the user to sign in again when the session has ended, in a dialog over the editor, so that no edit is lost. */
export function SignInAgain() {
  const hasEnded = useHasSessionEnded()
  return (
    <Modal
      opened={hasEnded}
      onClose={() => undefined}
      title="Sign in again"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      <SignInForm />
    </Modal>
  )
}

function SignInForm() {
  const { user } = useSignedIn()
  const signIn = useSignIn()
  const [email, setEmail] = useState(user.email)
  const [password, setPassword] = useState('')
  const isOther = email.trim().toLowerCase() !== user.email.toLowerCase()
  const send = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ email, password })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text size="sm">
          Your session has ended. Your changes are kept on this device, and are saved once you have signed in.
        </Text>
        <ProblemAlert error={signIn.error} title="Could not sign in" />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        {isOther ? (
          <Alert color="yellow" role="status">
            The unsaved changes of {user.email} stay on this device for {user.email} alone.
          </Alert>
        ) : null}
        <PendingButton type="submit" pending={signIn.isPending}>
          Sign in
        </PendingButton>
      </Stack>
    </form>
  )
}
