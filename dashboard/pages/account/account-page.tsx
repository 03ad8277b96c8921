// The user's own account: e-mail, spaces, password, sign-out.
import { Alert, Anchor, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useLocation } from 'wouter'
import { useChangePassword, useSignedIn, useSignOut } from '../../api/accounts/session.ts'
import { ApiProblem } from '../../api/request.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { newPasswordHint, PasswordInput, toPasswordError } from '../../parts/forms/password-input.tsx'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { confirmSignOut } from '../../parts/page/confirm-sign-out.ts'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { paths, toSpacePaths } from '../../paths.ts'

function Spaces() {
  const { spaces } = useSignedIn()
  if (spaces.length === 0) return <Text>You are not a member of any space.</Text>
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" pl={0}>
            Space
          </Table.Th>
          <Table.Th scope="col">Your role</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {spaces.map(({ id, slug, name, role }) => (
          <Table.Tr key={id}>
            <Table.Td pl={0} style={{ overflowWrap: 'anywhere' }}>
              <Anchor component={Link} href={toSpacePaths(slug).home} size="sm">
                {name}
              </Anchor>
            </Table.Td>
            <Table.Td>{roleLabels[role]}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function SignOut() {
  const { user } = useSignedIn()
  const [, navigate] = useLocation()
  const signOut = useSignOut(() => navigate(paths.signIn))
  const leave = async () => {
    if (await confirmSignOut(user.id)) signOut.mutate()
  }
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">Signs you out of this browser only.</Text>
      <ProblemAlert error={signOut.error} title="Could not sign out" />
      <PendingButton variant="default" pending={signOut.isPending} onClick={() => void leave()}>
        Sign out
      </PendingButton>
    </Stack>
  )
}

export function AccountPage() {
  const { user } = useSignedIn()
  return (
    <>
      <PageHeader title="Account" about={user.email} />
      <Stack gap="lg" maw="34rem">
        <Paper component="section" withBorder p="lg">
          <Title order={2} size="h4" mb="xs">
            Spaces
          </Title>
          <Spaces />
        </Paper>
        <Paper component="section" withBorder p="lg">
          <Title order={2} size="h4" mb="xs">
            Change password
          </Title>
          <PasswordForm />
        </Paper>
        <Paper component="section" withBorder p="lg">
          <Title order={2} size="h4" mb="xs">
            Sign out
          </Title>
          <SignOut />
        </Paper>
      </Stack>
    </>
  )
}

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

/** Changes the user's own password, which ends all other sessions. */
function PasswordForm() {
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
