// The user's own account: e-mail, spaces, password, sign-out.
import { Anchor, Stack, Table, Text, Title } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useSignedIn, useSignOut } from '../../api/session.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { roleLabels } from '../../parts/role-labels.ts'
import { paths, toSpacePaths } from '../../paths.ts'
import { PasswordForm } from './password-form.tsx'

function Spaces() {
  const { spaces } = useSignedIn()
  if (spaces.length === 0) return <Text>You are not a member of any space.</Text>
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Space</Table.Th>
          <Table.Th scope="col">Your role</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {spaces.map(({ id, slug, name, role }) => (
          <Table.Tr key={id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
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
  const [, navigate] = useLocation()
  const signOut = useSignOut(() => navigate(paths.signIn))
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">Signs you out of this browser only.</Text>
      <ProblemAlert error={signOut.error} title="Could not sign out" />
      <PendingButton variant="default" pending={signOut.isPending} onClick={() => signOut.mutate()}>
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
      <Stack gap="xl" maw="30rem">
        <section>
          <Title order={2} size="h4" mb="xs">
            Spaces
          </Title>
          <Spaces />
        </section>
        <section>
          <Title order={2} size="h4" mb="xs">
            Change password
          </Title>
          <PasswordForm />
        </section>
        <section>
          <Title order={2} size="h4" mb="xs">
            Sign out
          </Title>
          <SignOut />
        </section>
      </Stack>
    </>
  )
}
