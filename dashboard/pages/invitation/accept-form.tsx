// Accepts an invitation with a new password, or with the existing account's password. The server does not reveal which one
// it expects, because the person who created the invitation can open this page too.
import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation } from 'wouter'
import type { OpenedInvitationView } from '../../../src/accounts/accounts.schema.ts'
import { useAcceptInvitation } from '../../api/accounts/invitation.ts'
import { useSession } from '../../api/accounts/session.ts'
import { ApiProblem } from '../../api/request.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { PasswordInput } from '../../parts/forms/password-input.tsx'
import { newPasswordHint, toPasswordError } from '../../parts/forms/password-rule.ts'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { paths, toSpacePaths } from '../../paths.ts'

interface AcceptFormProps {
  readonly token: string
  readonly invitation: OpenedInvitationView
  /** Called if the invitation is no longer valid. */
  readonly onGone: () => void
}

const fields = ['password']
const wrongPassword = 'This e-mail has an account, and this is not its password.'

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'credentials_invalid'
}

function useAcceptForm({ token, onGone }: AcceptFormProps) {
  const accept = useAcceptInvitation()
  const [, navigate] = useLocation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: {
      password: toPasswordError,
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
  const { email } = props.invitation
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
          label="Password"
          description={`If you have an account on this server, enter its password. Otherwise choose one: ${newPasswordHint}`}
          name="password"
          autoComplete="current-password"
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
