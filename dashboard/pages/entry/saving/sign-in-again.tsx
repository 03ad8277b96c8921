// Asks the user to sign in again when the session has ended, in a dialog over the editor, so that no edit is lost.
import { Alert, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useHasSessionEnded } from '../../../api/accounts/held-session.ts'
import { useSignedIn, useSignIn } from '../../../api/accounts/session.ts'
import { PasswordInput } from '../../../parts/forms/password-input.tsx'
import { PendingButton } from '../../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'

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
