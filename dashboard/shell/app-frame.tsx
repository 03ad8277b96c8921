// The frame of every page behind sign-in. It redirects to sign-in without a session, and provides the page's space.
import { type ReactNode, useEffect, useRef } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { SessionView } from '../../src/accounts/accounts.schema.ts'
import { useSession } from '../api/accounts/session.ts'
import { useSetupState } from '../api/accounts/setup.ts'
import { SpaceContext, type SpaceView } from '../api/space.ts'
import { ProblemAlert } from '../parts/forms/problem-alert.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { paths, toSpaceSlug } from '../paths.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { FrameLayout } from './frame-layout.tsx'
import { NoSpace } from './no-space.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { usePageName } from './page-name.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { toSignIn } from './return-path.ts'
import { Palette } from './search/palette.tsx'
import { SearchButton } from './search/search-button.tsx'
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx'
import { useHelp } from './shortcuts/use-help.ts'
import { Sidebar, SidebarSkeleton } from './sidebar/sidebar.tsx'
import { UploadsPanel } from './uploads-panel.tsx'

function FrameSkeleton() {
  return (
    <FrameLayout name={null} search={null} sidebar={<SidebarSkeleton />}>
      <PageSkeleton />
    </FrameLayout>
  )
}

/** Redirects to the setup if this server has no owner yet, otherwise to sign-in, which returns to this page. */
function SignedOut({ ended }: { readonly ended: boolean }) {
  const setup = useSetupState()
  const [location] = useLocation()
  const search = useSearch()
  if (setup.isPending) return <FrameSkeleton />
  if (setup.data?.open) return <Redirect to={paths.setup} replace />
  return <Redirect to={toSignIn(location, search)} replace state={{ ended }} />
}

/**
 * Returns the space in the URL; null if the user is not a member of it. On a page that does not belong to a space, it
 * returns the space that this window showed last.
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

/** Remounts the page for another user or space, so that no state of the previous one, including typed text, remains. */
function SignedInFrame({ session, children }: { session: SessionView; children: ReactNode }) {
  const [location] = useLocation()
  const slug = toSpaceSlug(location)
  const space = useShownSpace(session, slug)
  const name = usePageName(slug)
  const help = useHelp()
  const hasSpace = space !== null
  return (
    <SpaceContext value={space}>
      <FrameLayout
        name={name}
        search={hasSpace ? <SearchButton onClick={help.search} /> : null}
        sidebar={<Sidebar space={space} onSearch={help.search} onShortcuts={help.shortcuts} />}
      >
        <ErrorBoundary key={`${session.user.id} ${space?.id} ${location}`}>
          {hasSpace || location === paths.account ? children : <NoSpace slug={slug} />}
        </ErrorBoundary>
      </FrameLayout>
      {hasSpace ? <UploadsPanel user={session.user.id} /> : null}
      {hasSpace ? (
        <Palette opened={help.shown === 'search'} onClose={help.close} onShortcuts={help.shortcuts} />
      ) : null}
      <ShortcutsDialog opened={help.shown === 'shortcuts'} onClose={help.close} />
    </SpaceContext>
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
