// Removes a member from the space, or lets oneself leave it.
import type { MemberView } from '../../../src/accounts/accounts.schema.ts'
import { useRemoveMember } from '../../api/members.ts'
import { useSignedIn } from '../../api/session.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

interface RemoveDialogProps {
  readonly member: MemberView | null
  readonly opened: boolean
  readonly onClose: () => void
}

export function RemoveDialog({ member, opened, onClose }: RemoveDialogProps) {
  const { user, space } = useSignedIn()
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
      title={isSelf ? `Leave ${space?.name}?` : `Remove ${member.email}?`}
      confirmLabel={isSelf ? 'Leave' : 'Remove'}
      onConfirm={() => remove.mutate(member.id, { onSuccess: close })}
      pending={remove.isPending}
      error={remove.error}
      danger
    >
      {isSelf
        ? 'You can no longer look at or change anything in this space; to come back you need an invitation. If it is your only space, your account is removed with it.'
        : 'They can no longer look at or change anything in this space. If it is their only one, their account is removed with it.'}
    </ConfirmDialog>
  )
}
