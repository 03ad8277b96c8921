// The form that creates the first owner: e-mail, password and space.
import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { SessionView } from '../../../src/accounts/accounts.schema.ts'
import { setupKey, useSetUp } from '../../api/accounts/setup.ts'
import { ApiProblem } from '../../api/request.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { PasswordInput } from '../../parts/forms/password-input.tsx'
import { newPasswordHint, toPasswordError } from '../../parts/forms/password-rule.ts'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { paths, toSpacePaths } from '../../paths.ts'

const fields = ['email', 'password', 'space']

/** Returns the existing space from the link, which names it if there is exactly one. */
function proposedSpace(): string {
  return new URLSearchParams(location.search).get('space') ?? ''
}

function useSetupForm(token: string) {
  const setUp = useSetUp()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', space: proposedSpace() },
    validate: {
      email: value => (value.trim() === '' ? 'Enter your e-mail.' : null),
      password: toPasswordError,
      space: value => (value.trim() === '' ? 'Enter a name.' : null),
    },
  })
  const fail = (error: unknown) => {
    const errors = toFieldErrors(error, fields)
    form.setErrors(errors)
    focusFirst(form, errors)
    // Another person has completed the setup, so the page is refreshed to show that.
    if (error instanceof ApiProblem && error.code === 'setup_closed') {
      void client.invalidateQueries({ queryKey: setupKey })
    }
  }
  const succeed = ({ space }: SessionView) => {
    client.setQueryData(setupKey, { open: false })
    navigate(space ? toSpacePaths(space.slug).home : paths.start, { replace: true })
  }
  const send = form.onSubmit(
    values => setUp.mutate({ token, ...values }, { onSuccess: succeed, onError: fail }),
    errors => focusFirst(form, errors),
  )
  return { form, send, setUp }
}

export function SetupForm({ token }: { readonly token: string }) {
  const { form, send, setUp } = useSetupForm(token)
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <ProblemAlert error={toOtherError(setUp.error, fields)} title="Could not create the account" />
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
          description={newPasswordHint}
          name="password"
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <TextInput
          label="Space"
          description="A space has its own content, API keys and members. Enter a name to create a space, or the slug of an existing one to become its owner."
          name="space"
          autoComplete="off"
          key={form.key('space')}
          {...form.getInputProps('space')}
        />
        <PendingButton type="submit" pending={setUp.isPending}>
          Create account
        </PendingButton>
      </Stack>
    </form>
  )
}
