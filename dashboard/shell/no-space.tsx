// Shown for the URL of a space that the user is not a member of, and to a user without a space.
import { Button, Stack, Text } from '@mantine/core'
import { useSignedIn } from '../api/accounts/session.ts'
import { EmptyState } from '../parts/lists/empty-state.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { useGoToSpace } from './sidebar/space-switcher.tsx'

/** `slug` is from the URL; null if the URL contains no space. */
export function NoSpace({ slug }: { readonly slug: string | null }) {
  const { spaces, user } = useSignedIn()
  if (slug === null) {
    return (
      <>
        <PageHeader title="You are not in a space yet" />
        <EmptyState title="Ask for an invitation">
          {user.email} is not a member of any space. An owner or admin of a space can invite you.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="You do not have access to this space"
        about={`There is no space “${slug}”, or ${user.email} is not a member of it. Check the address, or ask an owner or admin of the space for an invitation.`}
      />
      {spaces.length > 0 ? <Spaces /> : null}
    </>
  )
}

function Spaces() {
  const { spaces } = useSignedIn()
  const go = useGoToSpace()
  return (
    <Stack align="flex-start" gap="sm">
      <Text>Your spaces:</Text>
      {spaces.map(({ slug, name }) => (
        <Button key={slug} variant="default" maw="100%" onClick={() => go(slug)}>
          <Text component="span" inherit truncate lh={1.5}>
            {name}
          </Text>
        </Button>
      ))}
    </Stack>
  )
}
