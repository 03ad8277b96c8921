// The frame of every page behind sign-in: it redirects to sign-in without a session, and provides the page's space.
import { Skeleton } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { SessionView } from '../../src/accounts/accounts.schema.ts'
import { useSession } from '../api/session.ts'
import { useSetupState } from '../api/setup.ts'
import { SpaceContext, type SpaceView } from '../api/space.ts'
import { PageHeader } from '../parts/page-header.tsx'
import { ProblemAlert } from '../parts/problem-alert.tsx'
import { paths, toSpaceSlug } from '../paths.ts'
import { AccountMenu } from './account-menu.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { FrameLayout } from './frame-layout.tsx'
import { Navigation } from './navigation.tsx'
import { NoSpace } from './no-space.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { toSignIn } from './return-path.ts'
import { SpaceSwitcher } from './space-switcher.tsx'

function FrameSkeleton() {
  const [location] = useLocation()
  const slug = toSpaceSlug(location)
  return (
    <FrameLayout
      space={slug}
      start={<Skeleton height={16} width={96} ml="xs" />}
      end={<Skeleton height={28} width={36} />}
      navigation={slug === null ? null : <Navigation space={slug} />}
    >
      <PageSkeleton />
    </FrameLayout>
  )
}

/** Redirects to set-up if this server has no owner yet, otherwise to sign-in, which returns to this page. */
function SignedOut({ ended }: { readonly ended: boolean }) {
  const setup = useSetupState()
  const [location] = useLocation()
  const search = useSearch()
  if (setup.isPending) return <FrameSkeleton />
  if (setup.data?.open) return <Redirect to={paths.setup} replace />
  return <Redirect to={toSignIn(location, search)} replace state={{ ended }} />
}

/**
 * The space in the URL; null if the user is not a member of it. On a page that does not belong to a space, the frame
 * shows the space that this window showed last.
 */
function useShownSpace({ space, spaces }: SessionView, slug: string | null): SpaceView | null {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (slug !== null) last.current = slug
  }, [slug])
  const find = (wanted: string | null) => spaces.find(each => each.slug === wanted)
  if (slug !== null) return find(slug) ?? null
  return find(last.current) ?? space ?? spaces[0] ?? null
}

/** Another user or space remounts the page: no state of the previous one stays, not even typed text. */
function SignedInFrame({ session, children }: { session: SessionView; children: ReactNode }) {
  const [location] = useLocation()
  const slug = toSpaceSlug(location)
  const space = useShownSpace(session, slug)
  return (
    <FrameLayout
      space={space?.slug ?? null}
      start={<SpaceSwitcher space={space} />}
      end={<AccountMenu />}
      navigation={<Navigation space={space?.slug ?? null} />}
    >
      <ErrorBoundary key={`${session.user.id} ${space?.id} ${location}`}>
        <SpaceContext value={space}>
          {space === null && location !== paths.account ? <NoSpace slug={slug} /> : children}
        </SpaceContext>
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
      <ProblemAlert error={error} onRetry={refetch} title="Could not load your session" />
    </OutsideFrame>
  )
}
