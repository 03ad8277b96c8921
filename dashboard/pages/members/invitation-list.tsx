// Lists open invitations, and withdraws them.
import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { InvitationView } from '../../../src/accounts/accounts.schema.ts'
import { useInvitations, useWithdrawInvitation } from '../../api/accounts/members.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import {
  CutText,
  StackActions,
  StackCell,
  StackName,
  StackRow,
  StackTable,
} from '../../parts/lists/stack-table.tsx'
import { TableSkeleton } from '../../parts/lists/table-skeleton.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { Moment } from '../../parts/time/moment.tsx'

interface InvitationTableProps {
  readonly list: readonly InvitationView[]
  readonly onWithdraw: (invitation: InvitationView) => void
}

const headings = ['E-mail', 'Role', 'Invited by', 'Expires', 'Actions'] as const

function InvitationTable({ list, onWithdraw }: InvitationTableProps) {
  return (
    <StackTable label="Open invitations" headings={headings} fitsFrom="75em">
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

export function InvitationList() {
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
