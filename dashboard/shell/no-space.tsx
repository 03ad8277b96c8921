// For who is no longer in the space they were in: says so, and offers the others.
import { Button, Stack, Text } from '@mantine/core'
import { useSignedIn } from '../api/session.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { useGoToSpace } from './space-switcher.tsx'

export function NoSpace() {
  const { spaces, user } = useSignedIn()
  const { go, pending } = useGoToSpace()
  if (spaces.length === 0) {
    return (
      <>
        <PageHeader title="You are in no space" />
        <EmptyState title="There is nothing to show yet">
          {user.email} is a member of no space. An owner or admin of a space can send you an invitation.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader title="You are no longer in this space" about="Choose another one to go on." />
      <Stack align="flex-start">
        {spaces.map(({ slug, name }) => (
          <Button key={slug} variant="default" maw="100%" disabled={pending} onClick={() => go(slug)}>
            <Text component="span" inherit truncate>
              {name}
            </Text>
          </Button>
        ))}
      </Stack>
    </>
  )
}
