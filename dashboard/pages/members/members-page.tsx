// Shows members and open invitations to owners and admins. Other members see whom to ask.
import { Button, Stack } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { useMembers } from '../../api/accounts/members.ts'
import { useHasRight, useSpace } from '../../api/space.ts'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { usePageParameter } from '../../parts/lists/page-navigation.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberList } from './member-list.tsx'

/** Rendered after the members above have loaded, so that the layout does not move. */
function InvitationsBelow() {
  const [page] = usePageParameter()
  const { isPending } = useMembers(page)
  return isPending ? null : <InvitationList />
}

export function MembersPage() {
  const space = useSpace()
  const canManage = useHasRight('members.manage')
  const [inviting, setInviting] = useInviting()
  if (!canManage) {
    return (
      <>
        <PageHeader title="Members" />
        <EmptyState title="Only owners and admins can manage members">
          Your role in {space.name} is {space.role}. Ask an owner or admin to add or remove people.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Members"
        about={`Who has access to ${space.name}, and in which role.`}
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

/** Stores the state of the dialog in the URL, so that the command palette can open it: `?invite`. */
function useInviting() {
  const [parameters, setParameters] = useSearchParams()
  const set = (isOpen: boolean) =>
    setParameters(
      before => {
        const after = new URLSearchParams(before)
        if (isOpen) after.set('invite', '')
        else after.delete('invite')
        return after
      },
      { replace: true },
    )
  return [parameters.has('invite'), set] as const
}
