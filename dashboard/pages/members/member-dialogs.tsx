// The dialogs that invite a member, change a role, and remove a member.
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { rolesWith } from '../../../src/access/rights.ts'
import type { MemberView } from '../../../src/accounts/accounts.schema.ts'
import { type Role, roles } from '../../../src/base/caller.ts'
import { useChangeRole, useInvite, useRemoveMember } from '../../api/accounts/members.ts'
import { useSignedIn } from '../../api/accounts/session.ts'
import { ApiProblem } from '../../api/request.ts'
import { useSpace } from '../../api/space.ts'
import { SecretOnce } from '../../parts/code/code-block.tsx'
import { ConfirmDialog, DialogActions, FormDialog, SpaceLine } from '../../parts/dialogs.tsx'
import { RemainingSchedules } from '../../parts/entries/remaining-schedules.tsx'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { useStay } from '../../parts/page/stay.ts'
import { roleLabels } from '../../parts/people/role-labels.ts'

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
        <DialogActions onClose={onCancel} confirmLabel="Create link" pending={invite.isPending} />
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

/** Invites a new member by e-mail and role, then shows the link once. */
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
      <DialogActions onClose={onClose} confirmLabel="Save" onConfirm={save} pending={change.isPending} />
    </Stack>
  )
}

interface RoleDialogProps {
  readonly member: MemberView | null
  readonly opened: boolean
  readonly onClose: () => void
}

/** Changes the role of a member. */
export function RoleDialog({ member, opened, onClose }: RoleDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Change the role of ${member?.email}`} centered>
      <SpaceLine />
      {member ? <RoleForm member={member} onClose={onClose} /> : null}
    </FormDialog>
  )
}

interface RemoveDialogProps {
  readonly member: MemberView | null
  readonly opened: boolean
  readonly onClose: () => void
}

/** Removes a member from the space, or lets the user leave it. */
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

interface RoleChoiceProps {
  readonly value: Role
  readonly onChange: (role: Role) => void
}

/** Radio buttons for the roles, each with its description. */
function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const space = useSpace()
  const grantable = toGrantable(space.role)
  const choose = (text: string) => {
    const role = grantable.find(name => name === text)
    if (role) onChange(role)
  }
  return (
    <Radio.Group label="Role" value={value} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {grantable.map(role => (
          <Radio
            key={role}
            value={role}
            label={roleLabels[role]}
            description={roleMeanings[role]}
            {...(role === value ? { 'data-autofocus': true } : {})}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const roleMeanings: Record<Role, string> = {
  owner: 'Full access, including adding and removing owners.',
  admin: 'Manages members, API keys and collections, and publishes content.',
  editor: 'Writes and publishes content.',
  author: 'Writes drafts; somebody else publishes them.',
  member: 'Read-only access: views content and tries requests.',
}

/** Returns the roles that a user with the role `own` may assign. The server enforces the same rule. */
function toGrantable(own: Role): readonly Role[] {
  return own === 'owner' ? roles : roles.filter(role => role !== 'owner')
}

/** Checks whether a user with the role `own` may change or remove a user with the role `theirs`. */
export function mayChange(own: Role, theirs: Role): boolean {
  return own === 'owner' || theirs !== 'owner'
}
