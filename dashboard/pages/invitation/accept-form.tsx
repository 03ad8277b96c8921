// Accepts an invitation: with a new password, or with the existing account's password.
import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation } from 'wouter'
import type { OpenedInvitationView } from '../../../src/accounts/accounts.schema.ts'
import { useAcceptInvitation } from '../../api/invitation.ts'
import { ApiProblem } from '../../api/request.ts'
import { useSession } from '../../api/session.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/field-errors.ts'
import { PasswordInput } from '../../parts/password-input.tsx'
import { newPasswordHint, toPasswordError } from '../../parts/password-rule.ts'
import { PendingButton } from '../../parts/pending-button.tsx'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { paths, toSpacePaths } from '../../paths.ts'

interface AcceptFormProps {
  readonly token: string
  readonly invitation: OpenedInvitationView
  /** Called when the invitation turns out to be no longer valid. */
  readonly onGone: () => void
}

const fields = ['password']
const wrongPassword = 'This is not the password of your account.'

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'credentials_invalid'
}

function useAcceptForm({ token, invitation, onGone }: AcceptFormProps) {
  const accept = useAcceptInvitation()
  const [, navigate] = useLocation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: {
      password: value => {
        if (!invitation.hasAccount) return toPasswordError(value)
        return value === '' ? 'Enter your password.' : null
      },
    },
  })
  const fail = (error: unknown) => {
    const errors = isWrongPassword(error) ? { password: wrongPassword } : toFieldErrors(error, fields)
    form.setErrors(errors)
    focusFirst(form, errors)
    if (error instanceof ApiProblem && error.code === 'invitation_not_found') onGone()
  }
  const send = form.onSubmit(
    ({ password }) =>
      accept.mutate(
        { token, password },
        {
          onSuccess: ({ space }) =>
            navigate(space ? toSpacePaths(space.slug).home : paths.start, { replace: true }),
          onError: fail,
        },
      ),
    errors => focusFirst(form, errors),
  )
  return { form, send, accept }
}

/** Warns a user who is signed in to another account. */
function OtherAccountNote({ email }: { readonly email: string }) {
  const { data } = useSession()
  if (!data || data.user.email === email) return null
  return (
    <Text size="sm">
      You are signed in as {data.user.email}. Accepting the invitation signs you in as {email}.
    </Text>
  )
}

export function AcceptForm(props: AcceptFormProps) {
  const { form, send, accept } = useAcceptForm(props)
  const { email, hasAccount } = props.invitation
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <ProblemAlert
          error={isWrongPassword(accept.error) ? null : toOtherError(accept.error, fields)}
          title="Could not accept the invitation"
        />
        <OtherAccountNote email={email} />
        <TextInput label="E-mail" type="email" value={email} readOnly autoComplete="username" />
        <PasswordInput
          label={hasAccount ? 'Your password' : 'New password'}
          description={hasAccount ? 'You already have an account on this server.' : newPasswordHint}
          name="password"
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PendingButton type="submit" pending={accept.isPending}>
          Join
        </PendingButton>
      </Stack>
    </form>
  )
}
