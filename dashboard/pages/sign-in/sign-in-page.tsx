// The sign-in page, which returns to the requested page afterwards.
import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useSession, useSignIn } from '../../api/accounts/session.ts'
import { useSetupState } from '../../api/accounts/setup.ts'
import { ApiProblem } from '../../api/request.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { PasswordInput } from '../../parts/forms/password-input.tsx'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { paths } from '../../paths.ts'
import { OutsideFrame } from '../../shell/app-frame.tsx'
import { toReturnPath } from '../../shell/return-path.ts'

/** Checks whether the frame redirected here because the session ended while a page was open. */
function useSessionEnded(): boolean {
  const state: unknown = useHistoryState()
  return typeof state === 'object' && state !== null && 'ended' in state && state.ended === true
}

export function SignInPage() {
  const session = useSession()
  const setup = useSetupState()
  const ended = useSessionEnded()
  const [parameters] = useSearchParams()
  if (session.data) return <Redirect to={toReturnPath(parameters.get('next'))} replace />
  if (setup.data?.open) return <Redirect to={paths.setup} replace />
  return (
    <OutsideFrame>
      <PageHeader title="Sign in" />
      <Stack>
        {ended ? (
          <Alert color="gray" role="status">
            Your session has ended. Sign in again to continue.
          </Alert>
        ) : null}
        <SignInForm />
        <Text size="sm" c="dimmed">
          No account? An owner or admin of a space can invite you.
        </Text>
      </Stack>
    </OutsideFrame>
  )
}

const fields = ['email', 'password']

/** The title does not say whether the e-mail or the password is wrong, because the server does not reveal it. */
function toTitle(error: unknown): string {
  return error instanceof ApiProblem && error.code === 'too_many_requests'
    ? 'Too many attempts'
    : 'Could not sign in'
}

/** The sign-in form: e-mail and password, and the server's error. */
function SignInForm() {
  const signIn = useSignIn()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: value => (value.trim() === '' ? 'Enter your e-mail.' : null),
      password: value => (value === '' ? 'Enter your password.' : null),
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page appears
  useEffect(() => form.getInputNode('email')?.focus(), [])
  const send = form.onSubmit(
    values =>
      signIn.mutate(values, {
        onError: error => {
          const errors = toFieldErrors(error, fields)
          form.setErrors(errors)
          focusFirst(form, { ...errors, password: '' })
        },
      }),
    errors => focusFirst(form, errors),
  )
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <ProblemAlert error={toOtherError(signIn.error, fields)} title={toTitle(signIn.error)} />
        <TextInput
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PendingButton type="submit" pending={signIn.isPending}>
          Sign in
        </PendingButton>
      </Stack>
    </form>
  )
}
