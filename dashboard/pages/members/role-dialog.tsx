// Changes the role of a member.
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { rolesWith } from '../../../src/access/rights.ts'
import type { MemberView } from '../../../src/accounts/accounts.schema.ts'
import type { Role } from '../../../src/base/member.ts'
import { useChangeRole } from '../../api/accounts/members.ts'
import { useSignedIn } from '../../api/accounts/session.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { SpaceLine } from '../../parts/dialogs/space-line.tsx'
import { RemainingSchedules } from '../../parts/entries/remaining-schedules.tsx'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { RoleChoice } from './role-choice.tsx'

interface RoleFormProps {
  readonly member: MemberView
  readonly onClose: () => void
}

function RoleForm({ member, onClose }: RoleFormProps) {
  const { user } = useSignedIn()
  const [role, setRole] = useState(member.role)
  const change = useChangeRole()
  const mayPublish = (held: Role) => rolesWith('publish').includes(held)
  const losesRight = mayPublish(member.role) && !mayPublish(role)
  const save = () => {
    if (role === member.role) onClose()
    else change.mutate({ id: member.id, role }, { onSuccess: done })
  }
  const done = () => {
    onClose()
    notifications.show({ message: `The role of ${member.email} is now ${roleLabels[role]}.` })
  }
  return (
    <Stack>
      {member.email === user.email ? <Text size="sm">This is your own role.</Text> : null}
      <RoleChoice value={role} onChange={setRole} />
      {losesRight ? <RemainingSchedules by={{ kind: 'user', name: member.email }} /> : null}
      <ProblemAlert error={change.error} title="Could not change the role" />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <PendingButton onClick={save} pending={change.isPending}>
          Save
        </PendingButton>
      </Group>
    </Stack>
  )
}

interface RoleDialogProps {
  readonly member: MemberView | null
  readonly opened: boolean
  readonly onClose: () => void
}

export function RoleDialog({ member, opened, onClose }: RoleDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Change the role of ${member?.email}`} centered>
      <SpaceLine />
      {member ? <RoleForm member={member} onClose={onClose} /> : null}
    </FormDialog>
  )
}
