// Removes a member from the space, or lets the user leave it.
import type { MemberView } from '../../../src/accounts/accounts.schema.ts'
import { useRemoveMember } from '../../api/accounts/members.ts'
import { useSignedIn } from '../../api/accounts/session.ts'
import { useSpace } from '../../api/space.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { RemainingSchedules } from '../../parts/entries/remaining-schedules.tsx'

interface RemoveDialogProps {
  readonly member: MemberView | null
  readonly opened: boolean
  readonly onClose: () => void
}

export function RemoveDialog({ member, opened, onClose }: RemoveDialogProps) {
  const { user } = useSignedIn()
  const space = useSpace()
  const remove = useRemoveMember()
  if (member === null) return null
  const isSelf = member.email === user.email
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={isSelf ? `Leave ${space.name}?` : `Remove ${member.email}?`}
      confirmLabel={isSelf ? 'Leave' : 'Remove'}
      onConfirm={() => remove.mutate(member.id, { onSuccess: close })}
      pending={remove.isPending}
      error={remove.error}
      errorTitle={isSelf ? 'Could not leave the space' : 'Could not remove the member'}
      danger
    >
      {isSelf
        ? 'You lose access to this space, and need an invitation to come back. If it is your only space, your account is deleted.'
        : 'They lose access to this space immediately. If it is their only space, their account is deleted.'}
      <RemainingSchedules by={{ kind: 'user', name: member.email }} />
    </ConfirmDialog>
  )
}
