// The page of an invitation link: shows the space and the role, and asks for the password.
import { Skeleton } from '@mantine/core'
import { useOpenedInvitation } from '../../api/accounts/invitation.ts'
import { ApiProblem } from '../../api/request.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { useLinkToken } from '../../shell/link-token.ts'
import { OutsideFrame } from '../../shell/outside-frame.tsx'
import { AcceptForm } from './accept-form.tsx'
import { toRoleWord } from './role-word.ts'

function NotOpen() {
  return (
    <PageHeader
      title="This invitation is no longer valid"
      about="It was accepted or withdrawn, or it has expired. Ask for a new one."
    />
  )
}

function OpenedInvitation({ token }: { readonly token: string }) {
  const { data, error, refetch } = useOpenedInvitation(token)
  if (data) {
    return (
      <>
        <PageHeader
          title={`Join ${data.space}`}
          about={`You are invited to this space as ${toRoleWord(data.role)}.`}
        />
        <AcceptForm token={token} invitation={data} onGone={refetch} />
      </>
    )
  }
  if (error instanceof ApiProblem && error.code === 'invitation_not_found') return <NotOpen />
  return (
    <>
      <PageHeader title="Invitation" />
      <ProblemAlert error={error} onRetry={refetch} title="Could not open the invitation" />
      {error ? null : <Skeleton height={220} aria-busy="true" />}
    </>
  )
}

export function InvitationPage() {
  const token = useLinkToken()
  return (
    <OutsideFrame>
      {token === null ? (
        <PageHeader
          title="Open the invitation link"
          about="This page needs the complete link that you were sent. Open the link again, or ask for a new one."
        />
      ) : (
        <OpenedInvitation key={token} token={token} />
      )}
    </OutsideFrame>
  )
}
