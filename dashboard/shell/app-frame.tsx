// The frame of every page behind sign-in, and the guard before it: who is not signed in is sent to where that is done.
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { SessionView } from '../../src/accounts/accounts.schema.ts'
import { useSession } from '../api/session.ts'
import { useSetupState } from '../api/setup.ts'
import { PageHeader } from '../parts/page-header.tsx'
import { ProblemAlert } from '../parts/problem-alert.tsx'
import { paths } from '../paths.ts'
import { AccountMenu } from './account-menu.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { FrameLayout } from './frame-layout.tsx'
import { Navigation } from './navigation.tsx'
import { NoSpace } from './no-space.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { toSignIn } from './return-path.ts'
import { SpaceSwitcher } from './space-switcher.tsx'

function FrameSkeleton() {
  return (
    <FrameLayout
      start={<Skeleton height={16} width={96} ml="xs" />}
      end={<Skeleton height={28} width={36} />}
      navigation={<Navigation />}
    >
      <VisuallyHidden component="h1">Loading</VisuallyHidden>
      <Stack gap="lg" aria-busy="true">
        <Skeleton height={32} width="min(16rem, 80%)" />
        <Skeleton height={160} />
      </Stack>
    </FrameLayout>
  )
}

/** To set-up where this server has no owner yet, else to sign-in, and from there back to here. */
function SignedOut({ ended }: { readonly ended: boolean }) {
  const setup = useSetupState()
  const [location] = useLocation()
  const search = useSearch()
  if (setup.isPending) return <FrameSkeleton />
  if (setup.data?.open) return <Redirect to={paths.setup} replace />
  return <Redirect to={toSignIn(location, search)} replace state={{ ended }} />
}

/** Nothing of another user or space stays on the page, not even what was typed: it begins anew. */
function SignedInFrame({ session, children }: { session: SessionView; children: ReactNode }) {
  const [location] = useLocation()
  const { user, space } = session
  return (
    <FrameLayout start={<SpaceSwitcher />} end={<AccountMenu />} navigation={<Navigation />}>
      <ErrorBoundary key={`${user.id} ${space?.id} ${location}`}>
        {space === null && location !== paths.account ? <NoSpace /> : children}
      </ErrorBoundary>
    </FrameLayout>
  )
}

export function AppFrame({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useSession()
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (data) wasSignedIn.current = true
  }, [data])
  if (data) return <SignedInFrame session={data}>{children}</SignedInFrame>
  if (data === null) return <SignedOut ended={wasSignedIn.current} />
  if (!error) return <FrameSkeleton />
  return (
    <OutsideFrame>
      <PageHeader title="The dashboard cannot be shown" />
      <ProblemAlert error={error} onRetry={refetch} title="The server did not answer as it should" />
    </OutsideFrame>
  )
}
