// Changes the user's own password, which ends all other sessions.
import { Alert, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChangePassword, useSignedIn } from '../../api/accounts/session.ts'
import { ApiProblem } from '../../api/request.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { PasswordInput } from '../../parts/forms/password-input.tsx'
import { newPasswordHint, toPasswordError } from '../../parts/forms/password-rule.ts'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'

const fields = ['currentPassword', 'newPassword']

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'credentials_invalid'
}

function usePasswordForm() {
  const change = useChangePassword()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: value => (value === '' ? 'Enter your current password.' : null),
      newPassword: toPasswordError,
    },
  })
  const fail = (error: unknown) => {
    const errors = isWrongPassword(error)
      ? { currentPassword: 'This is not your current password.' }
      : toFieldErrors(error, fields)
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const send = form.onSubmit(
    values => change.mutate(values, { onSuccess: () => form.reset(), onError: fail }),
    errors => focusFirst(form, errors),
  )
  return { form, send, change }
}

export function PasswordForm() {
  const { user } = useSignedIn()
  const { form, send, change } = usePasswordForm()
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text size="sm">Changing your password signs you out everywhere else.</Text>
        <ProblemAlert
          error={isWrongPassword(change.error) ? null : toOtherError(change.error, fields)}
          title="Could not change the password"
        />
        {/* Lets a password manager know whose password this is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          key={form.key('currentPassword')}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label="New password"
          description={newPasswordHint}
          name="newPassword"
          autoComplete="new-password"
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <div role="status">
          {change.isSuccess ? (
            <Alert color="green">Password changed. You are signed out everywhere else.</Alert>
          ) : null}
        </div>
        <Group>
          <PendingButton type="submit" pending={change.isPending}>
            Change password
          </PendingButton>
        </Group>
      </Stack>
    </form>
  )
}
