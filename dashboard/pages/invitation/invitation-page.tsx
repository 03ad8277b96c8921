// The page of an invitation link: shows the space and the role, and asks for the password.
import { Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation } from 'wouter'
import type { OpenedInvitationView } from '../../../src/accounts/accounts.schema.ts'
import type { Role } from '../../../src/base/caller.ts'
import { useAcceptInvitation, useOpenedInvitation } from '../../api/accounts/members.ts'
import { useSession } from '../../api/accounts/session.ts'
import { ApiProblem } from '../../api/request.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { newPasswordHint, PasswordInput, toPasswordError } from '../../parts/forms/password-input.tsx'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { paths, toSpacePaths } from '../../paths.ts'
import { OutsideFrame } from '../../shell/app-frame.tsx'
import { useLinkToken } from '../../shell/link-token.ts'

function NotOpen() {
  return (
    <PageHeader
      title="This invitation is no longer valid"
      about="It was accepted or withdrawn, or it has expired. Ask for a new one."
    />
  )
}

function OpenedInvitation({ token }: { readonly token: string }) {
  const { data, error, refetch } = useOpenedInvitation(token)
  if (data) {
    return (
      <>
        <PageHeader
          title={`Join ${data.space}`}
          about={`You are invited to this space as ${toRoleWord(data.role)}.`}
        />
        <AcceptForm token={token} invitation={data} onGone={refetch} />
      </>
    )
  }
  if (error instanceof ApiProblem && error.code === 'invitation_not_found') return <NotOpen />
  return (
    <>
      <PageHeader title="Invitation" />
      <ProblemAlert error={error} onRetry={refetch} title="Could not open the invitation" />
      {error ? null : <Skeleton height={220} aria-busy="true" />}
    </>
  )
}

export function InvitationPage() {
  const token = useLinkToken()
  return (
    <OutsideFrame>
      {token === null ? (
        <PageHeader
          title="Open the invitation link"
          about="This page needs the complete link that you were sent. Open the link again, or ask for a new one."
        />
      ) : (
        <OpenedInvitation key={token} token={token} />
      )}
    </OutsideFrame>
  )
}

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

/**
 * Accepts an invitation with a new password, or with the existing account's password. The server does not reveal which
 * one it expects, because the person who created the invitation can open this page too.
 */
function AcceptForm(props: AcceptFormProps) {
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

/** The name of a role within a sentence. */
function toRoleWord(role: Role): string {
  return role === 'member' ? 'a member' : `an ${role}`
}
