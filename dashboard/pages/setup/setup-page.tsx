// Creates the first owner. The server prints the link to this page while it has no owner.
import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useSession } from '../../api/accounts/session.ts'
import { useSetupState } from '../../api/accounts/setup.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { paths } from '../../paths.ts'
import { useLinkToken } from '../../shell/link-token.ts'
import { OutsideFrame } from '../../shell/outside-frame.tsx'
import { SetupForm } from './setup-form.tsx'

function SetupClosed() {
  const { data } = useSession()
  return (
    <>
      <PageHeader
        title="Set-up is complete"
        about="This server already has an owner. Each set-up link works only once."
      />
      <Text>
        {data ? (
          <Anchor component={Link} href={paths.start}>
            Go to the home page
          </Anchor>
        ) : (
          <>
            <Anchor component={Link} href={paths.signIn}>
              Sign in
            </Anchor>
            , or ask an owner or admin to invite you.
          </>
        )}
      </Text>
    </>
  )
}

function LinkMissing() {
  return (
    <>
      <PageHeader title="Set up Frontlist" about="This server has no accounts yet." />
      <Stack gap="sm">
        <Text>
          To create the first account, open the set-up link that the server prints when it starts. Look for it
          in the terminal, or in the log of the service or container.
        </Text>
        <Text>A restarted server prints a new link. Only the newest link works.</Text>
      </Stack>
    </>
  )
}

function SetupContent() {
  const token = useLinkToken()
  const { data, error, refetch } = useSetupState()
  if (data && !data.open) return <SetupClosed />
  if (data && token === null) return <LinkMissing />
  return (
    <>
      <PageHeader
        title="Set up Frontlist"
        about="Create the first account on this server. You will be the owner of the space you name here."
      />
      {error && !data ? (
        <ProblemAlert error={error} onRetry={refetch} title="Could not load this page" />
      ) : null}
      {data && token !== null ? <SetupForm key={token} token={token} /> : null}
      {data || error ? null : <Skeleton height={320} aria-busy="true" />}
    </>
  )
}

export function SetupPage() {
  return (
    <OutsideFrame>
      <SetupContent />
    </OutsideFrame>
  )
}
