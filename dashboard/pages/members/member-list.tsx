// Lists the members, with the actions that the user may take.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { MemberView } from '../../../src/accounts/accounts.schema.ts'
import { useMembers } from '../../api/accounts/members.ts'
import { useSignedIn } from '../../api/accounts/session.ts'
import { useSpace } from '../../api/space.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import { StackActions, StackCell, StackName, StackRow, StackTable } from '../../parts/lists/stack-table.tsx'
import { TableSkeleton } from '../../parts/lists/table-skeleton.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { UserAvatar } from '../../parts/people/user-avatar.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { mayChange } from './role-rules.ts'

const headings = ['E-mail', 'Role', 'Joined', 'Actions'] as const

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

export function MemberList() {
  const [page, goToPage] = usePageParameter()
  const { data, error, refetch } = useMembers(page)
  const [open, setOpen] = useState<Open>({ dialog: null, member: null })
  const close = () => setOpen({ ...open, dialog: null })
  if (error && !data)
    return <ProblemAlert error={error} onRetry={refetch} title="Could not load the members" />
  if (!data) return <TableSkeleton columns={4} rows={3} />
  return (
    <div>
      <StackTable label="Members" headings={headings} fitsFrom="62em">
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
