// The members of the space and the open invitations, and the actions on them.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { InvitationView, MemberView } from '../../../src/accounts/accounts.schema.ts'
import { useInvitations, useMembers, useWithdrawInvitation } from '../../api/accounts/members.ts'
import { useSignedIn } from '../../api/accounts/session.ts'
import { useHasRight, useSpace } from '../../api/space.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import {
  CutText,
  StackActions,
  StackCell,
  StackName,
  StackRow,
  StackTable,
  TableSkeleton,
} from '../../parts/lists/stack-table.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { UserAvatar } from '../../parts/people/person.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { Moment } from '../../parts/time/moment.tsx'
import { InviteDialog, mayChange, RemoveDialog, RoleDialog } from './member-dialogs.tsx'

/** Rendered after the members above have loaded, so that the layout does not move. */
function InvitationsBelow() {
  const [page] = usePageParameter()
  const { isPending } = useMembers(page)
  return isPending ? null : <InvitationList />
}

/** Shows members and open invitations to owners and admins. Other members see whom to ask. */
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

const memberHeadings = ['E-mail', 'Role', 'Joined', 'Actions'] as const

interface MemberRowProps {
  readonly member: MemberView
  readonly onChangeRole: () => void
  readonly onRemove: () => void
}

function MemberRow({ member, onChangeRole, onRemove }: MemberRowProps) {
  const { user } = useSignedIn()
  const space = useSpace()
  const isSelf = member.email === user.email
  const changeable = mayChange(space.role, member.role)
  return (
    <StackRow>
      <StackName>
        <Group component="span" gap="sm" wrap="nowrap">
          <UserAvatar name={member.email} size={26} />
          <span>
            {member.email}
            {isSelf ? (
              <Text span size="sm" c="dimmed">
                {' '}
                (you)
              </Text>
            ) : null}
          </span>
        </Group>
      </StackName>
      <StackCell label="Role">{roleLabels[member.role]}</StackCell>
      <StackCell label="Joined">
        <Moment at={member.joinedAt} />
      </StackCell>
      <StackActions>
        {changeable ? (
          <Group gap="xs" wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              onClick={onChangeRole}
              aria-label={`Change role of ${member.email}`}
            >
              Change role
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={onRemove}
              aria-label={isSelf ? 'Leave this space' : `Remove ${member.email}`}
            >
              {isSelf ? 'Leave' : 'Remove'}
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            Only owners can change this
          </Text>
        )}
      </StackActions>
    </StackRow>
  )
}

/** The open dialog and its member. The member stays while the dialog fades out. */
interface Open {
  readonly dialog: 'role' | 'remove' | null
  readonly member: MemberView | null
}

/** Lists the members, with the actions that the user may take. */
function MemberList() {
  const [page, goToPage] = usePageParameter()
  const { data, error, refetch } = useMembers(page)
  const [open, setOpen] = useState<Open>({ dialog: null, member: null })
  const close = () => setOpen({ ...open, dialog: null })
  if (error && !data)
    return <ProblemAlert error={error} onRetry={refetch} title="Could not load the members" />
  if (!data) return <TableSkeleton columns={4} rows={3} />
  return (
    <div>
      <StackTable label="Members" headings={memberHeadings} fitsFrom="62em">
        {data.list.map(member => (
          <MemberRow
            key={member.id}
            member={member}
            onChangeRole={() => setOpen({ dialog: 'role', member })}
            onRemove={() => setOpen({ dialog: 'remove', member })}
          />
        ))}
      </StackTable>
      <PageNavigation page={page} pagesCount={data.pagesCount} onChange={goToPage} label="Pages of members" />
      <RoleDialog member={open.member} opened={open.dialog === 'role'} onClose={close} />
      <RemoveDialog member={open.member} opened={open.dialog === 'remove'} onClose={close} />
    </div>
  )
}

interface InvitationTableProps {
  readonly list: readonly InvitationView[]
  readonly onWithdraw: (invitation: InvitationView) => void
}

const invitationHeadings = ['E-mail', 'Role', 'Invited by', 'Expires', 'Actions'] as const

function InvitationTable({ list, onWithdraw }: InvitationTableProps) {
  return (
    <StackTable label="Open invitations" headings={invitationHeadings} fitsFrom="75em">
      {list.map(invitation => (
        <StackRow key={invitation.id}>
          <StackName>{invitation.email}</StackName>
          <StackCell label="Role">{roleLabels[invitation.role]}</StackCell>
          <StackCell label="Invited by">
            <CutText text={invitation.createdBy} />
          </StackCell>
          <StackCell label="Expires">
            <Moment at={invitation.expiresAt} />
          </StackCell>
          <StackActions>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onWithdraw(invitation)}
              aria-label={`Withdraw the invitation of ${invitation.email}`}
            >
              Withdraw
            </Button>
          </StackActions>
        </StackRow>
      ))}
    </StackTable>
  )
}

function InvitationContent({ onWithdraw }: Pick<InvitationTableProps, 'onWithdraw'>) {
  const [page, goToPage] = usePageParameter('invitations')
  const { data, error, refetch } = useInvitations(page)
  if (error && !data)
    return <ProblemAlert error={error} onRetry={refetch} title="Could not load the invitations" />
  if (!data) return <TableSkeleton columns={5} rows={1} />
  if (data.count === 0) return <Text c="dimmed">There are no open invitations.</Text>
  return (
    <>
      <InvitationTable list={data.list} onWithdraw={onWithdraw} />
      <PageNavigation
        page={page}
        pagesCount={data.pagesCount}
        onChange={goToPage}
        label="Pages of invitations"
      />
    </>
  )
}

/** Lists open invitations, and withdraws them. */
function InvitationList() {
  const [chosen, setChosen] = useState<InvitationView | null>(null)
  const [opened, setOpened] = useState(false)
  const withdraw = useWithdrawInvitation()
  const open = (invitation: InvitationView) => {
    setChosen(invitation)
    setOpened(true)
  }
  const close = () => {
    withdraw.reset()
    setOpened(false)
  }
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        Open invitations
      </Title>
      <InvitationContent onWithdraw={open} />
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`Withdraw the invitation of ${chosen?.email}?`}
        confirmLabel="Withdraw"
        onConfirm={() => chosen && withdraw.mutate(chosen.id, { onSuccess: close })}
        pending={withdraw.isPending}
        error={withdraw.error}
        errorTitle="Could not withdraw the invitation"
        danger
      >
        The invitation link stops working immediately.
      </ConfirmDialog>
    </section>
  )
}
