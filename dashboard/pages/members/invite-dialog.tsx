// Invites somebody: e-mail and role, then the link, shown once.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Role } from '../../../src/base/member.ts'
import { useInvite } from '../../api/members.ts'
import { ApiProblem } from '../../api/request.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/field-errors.ts'
import { PendingButton } from '../../parts/pending-button.tsx'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { useStay } from '../../parts/stay.ts'
import { RoleChoice } from './role-choice.tsx'

interface Invited {
  readonly email: string
  readonly link: string
}

const fields = ['email', 'role']

function useInviteForm(onInvited: (invited: Invited) => void) {
  const invite = useInvite()
  const [role, setRole] = useState<Role>('member')
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: value => (value.trim() === '' ? 'Enter an e-mail.' : null) },
  })
  const fail = (error: unknown) => {
    const isMember = error instanceof ApiProblem && error.code === 'member_exists'
    const errors = isMember
      ? { email: 'Is a member of this space already.' }
      : toFieldErrors(error, ['email'])
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const send = form.onSubmit(
    ({ email }) =>
      invite.mutate(
        { email, role },
        { onSuccess: ({ doc, link }) => onInvited({ email: doc.email, link }), onError: fail },
      ),
    errors => focusFirst(form, errors),
  )
  return { form, role, setRole, send, invite }
}

interface InviteFormProps {
  readonly onInvited: (invited: Invited) => void
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
          description="They sign in with it. No message is sent: you get a link to pass on."
          type="email"
          name="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <RoleChoice value={role} onChange={setRole} />
        <ProblemAlert error={isMember ? null : toOtherError(invite.error, fields)} />
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

function InvitedView({ invited, onDone }: { readonly invited: Invited; readonly onDone: () => void }) {
  return (
    <Stack>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Send this link to {invited.email}. Whoever opens it within seven days can join, once.
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
  const [invited, setInvited] = useState<Invited | null>(null)
  // A slip of the hand must not lose the link.
  const byButtonOnly = invited !== null
  useStay(opened && byButtonOnly)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setInvited(null)}
      title={invited ? 'Invitation made' : 'Invite somebody'}
      centered
      closeOnClickOutside={!byButtonOnly}
      closeOnEscape={!byButtonOnly}
    >
      {invited ? (
        <InvitedView invited={invited} onDone={onClose} />
      ) : (
        <InviteForm onInvited={setInvited} onCancel={onClose} />
      )}
    </Modal>
  )
}
