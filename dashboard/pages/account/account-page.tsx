// The user's own account: e-mail, spaces, password, sign-out.
import { Anchor, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useSignedIn, useSignOut } from '../../api/accounts/session.ts'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { confirmSignOut } from '../../parts/page/confirm-sign-out.ts'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { paths, toSpacePaths } from '../../paths.ts'
import { PasswordForm } from './password-form.tsx'

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
