// Invites a new member by e-mail and role, then shows the link once.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Role } from '../../../src/base/member.ts'
import { useInvite } from '../../api/accounts/members.ts'
import { ApiProblem } from '../../api/request.ts'
import { SecretOnce } from '../../parts/code/secret-once.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { SpaceLine } from '../../parts/dialogs/space-line.tsx'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { useStay } from '../../parts/page/stay.ts'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { RoleChoice } from './role-choice.tsx'

interface CreatedInvitation {
  readonly email: string
  readonly role: Role
  readonly link: string
}

const fields = ['email', 'role']

function useInviteForm(onInvited: (invited: CreatedInvitation) => void) {
  const invite = useInvite()
  const [role, setRole] = useState<Role>('member')
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: value => (value.trim() === '' ? 'Enter an e-mail address.' : null) },
  })
  const fail = (error: unknown) => {
    const isMember = error instanceof ApiProblem && error.code === 'member_exists'
    const errors = isMember
      ? { email: 'This person is already a member of the space.' }
      : toFieldErrors(error, ['email'])
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const send = form.onSubmit(
    ({ email }) =>
      invite.mutate(
        { email, role },
        {
          onSuccess: ({ doc, link }) => onInvited({ email: doc.email, role: doc.role, link }),
          onError: fail,
        },
      ),
    errors => focusFirst(form, errors),
  )
  return { form, role, setRole, send, invite }
}

interface InviteFormProps {
  readonly onInvited: (invited: CreatedInvitation) => void
  readonly onCancel: () => void
}

function InviteForm({ onInvited, onCancel }: InviteFormProps) {
  const { form, role, setRole, send, invite } = useInviteForm(onInvited)
  const isMember = invite.error instanceof ApiProblem && invite.error.code === 'member_exists'
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          data-autofocus
          label="E-mail"
          description="The address that they will sign in with. No e-mail is sent: you get a link to pass on."
          type="email"
          name="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <RoleChoice value={role} onChange={setRole} />
        <ProblemAlert
          error={isMember ? null : toOtherError(invite.error, fields)}
          title="Could not create the invitation"
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <PendingButton type="submit" pending={invite.isPending}>
            Create link
          </PendingButton>
        </Group>
      </Stack>
    </form>
  )
}

function InvitedView({
  invited,
  onDone,
}: {
  readonly invited: CreatedInvitation
  readonly onDone: () => void
}) {
  return (
    <Stack>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Send this link to <strong>{invited.email}</strong>, who joins with the role{' '}
        <strong>{roleLabels[invited.role]}</strong>. It expires in seven days and works once, for anyone who
        has it.
      </Text>
      <SecretOnce label="Invitation link" secret={invited.link} />
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  )
}

interface InviteDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  const [invited, setInvited] = useState<CreatedInvitation | null>(null)
  // An accidental click or key press would lose the link.
  const byButtonOnly = invited !== null
  useStay(opened && byButtonOnly)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setInvited(null)}
      title={invited ? 'Invitation created' : 'Invite a member'}
      centered
      closeOnClickOutside={!byButtonOnly}
      closeOnEscape={!byButtonOnly}
    >
      <SpaceLine />
      {invited ? (
        <InvitedView invited={invited} onDone={onClose} />
      ) : (
        <InviteForm onInvited={setInvited} onCancel={onClose} />
      )}
    </FormDialog>
  )
}
