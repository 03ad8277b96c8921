// Who is in the space and who is invited. Owners and admins; a member is told so.
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMembers } from '../../api/members.ts'
import { useIsManager, useSignedIn } from '../../api/session.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { usePageParameter } from '../../parts/page-navigation.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberList } from './member-list.tsx'

/** Only once it is known how much space the members above them take: nothing moves then. */
function InvitationsBelow() {
  const [page] = usePageParameter()
  const { isPending } = useMembers(page)
  return isPending ? null : <InvitationList />
}

export function MembersPage() {
  const { space } = useSignedIn()
  const isManager = useIsManager()
  const [inviting, setInviting] = useState(false)
  if (!isManager) {
    return (
      <>
        <PageHeader title="Members" />
        <EmptyState title="Owners and admins manage the members">
          Your role in {space?.name} is member: you can look at its content and try requests. Ask an owner or
          admin if somebody should join or leave.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Members"
        about={`Who can sign in to ${space?.name}, and what they may do.`}
        actions={<Button onClick={() => setInviting(true)}>Invite</Button>}
      />
      <Stack gap="xl">
        <MemberList />
        <InvitationsBelow />
      </Stack>
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
    </>
  )
}
