// The frame around all pages behind the sign-in: the sidebar, the search, and the page or its skeleton; and the plain
// one before it.

import { AppShell, Burger, Button, Drawer, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { SessionView } from '../../src/accounts/accounts.schema.ts'
import { useSession, useSignedIn } from '../api/accounts/session.ts'
import { useSetupState } from '../api/accounts/setup.ts'
import { SpaceContext, type SpaceView } from '../api/space.ts'
import { ProblemAlert } from '../parts/forms/problem-alert.tsx'
import { EmptyState } from '../parts/lists/empty-state.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { Brand, TopBarContext } from '../parts/page/top-bar.tsx'
import { paths, toSpaceSlug } from '../paths.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { usePageArrival, usePageName } from './page-arrival.ts'
import { toSignIn } from './return-path.ts'
import { Palette, SearchButton } from './search/palette.tsx'
import { ShortcutsDialog, useHelp } from './shortcuts.tsx'
import { Sidebar, SidebarSkeleton } from './sidebar/sidebar.tsx'
import { useGoToSpace } from './sidebar/space-switcher.tsx'
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

/** The frame of every page behind sign-in. It redirects to sign-in without a session, and provides the page's space. */
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

interface FrameLayoutProps {
  /** The page's name in the top bar, unless the page shows a trail. */
  readonly name: string | null
  readonly search: ReactNode
  readonly sidebar: ReactNode
  readonly children: ReactNode
}

const sizes = { header: { height: 54 }, navbar: { width: 236, breakpoint: 'sm' } } as const

/** The layout of the frame: sidebar, top bar and page. It is the same while the session loads and afterwards. */
function FrameLayout({ name, search, sidebar, children }: FrameLayoutProps) {
  const [opened, drawer] = useDisclosure(false)
  const [trail, setTrail] = useState<HTMLElement | null>(null)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const places = useMemo(() => ({ trail, actions }), [trail, actions])
  const [location] = useLocation()
  const page = usePageArrival(location)
  // Keeps the URL unchanged. Otherwise the jump would add a history entry, and a reload would repeat it.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    page.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another page closes the menu
  useEffect(drawer.close, [location])
  return (
    <TopBarContext value={places}>
      {/* biome-ignore lint/a11y/useValidAnchor: it jumps inside the page, and must not change the address */}
      <a className="skip-link" href="#page" onClick={skip}>
        Skip to content
      </a>
      <AppShell
        layout="alt"
        padding={0}
        header={sizes.header}
        navbar={{ ...sizes.navbar, collapsed: { mobile: true } }}
        transitionDuration={0}
      >
        {/* The top bar follows the sidebar in reading and tab order. */}
        <AppShell.Navbar aria-label="Main" visibleFrom="sm" zIndex={103}>
          {sidebar}
        </AppShell.Navbar>
        {/* The top bar overlaps the menus and sticky elements of the page. */}
        <AppShell.Header className="top-bar" zIndex={102}>
          <Burger
            opened={opened}
            onClick={drawer.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label="Menu"
            aria-expanded={opened}
          />
          <div className="top-bar-trail" ref={setTrail}>
            <span className="top-bar-name">{name}</span>
          </div>
          {search}
          <div className="top-bar-actions" ref={setActions} />
        </AppShell.Header>
        <AppShell.Main id="page" tabIndex={-1} ref={page}>
          <div className="page-column">{children}</div>
        </AppShell.Main>
      </AppShell>
      <Drawer opened={opened} onClose={drawer.close} title="Menu" size="17rem" padding="xs" hiddenFrom="sm">
        <nav aria-label="Main">{sidebar}</nav>
      </Drawer>
    </TopBarContext>
  )
}

/** `slug` is from the URL; null if the URL contains no space. */
function NoSpace({ slug }: { readonly slug: string | null }) {
  const { spaces, user } = useSignedIn()
  if (slug === null) {
    return (
      <>
        <PageHeader title="You are not in a space yet" />
        <EmptyState title="Ask for an invitation">
          {user.email} is not a member of any space. An owner or admin of a space can invite you.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="You do not have access to this space"
        about={`There is no space “${slug}”, or ${user.email} is not a member of it. Check the address, or ask an owner or admin of the space for an invitation.`}
      />
      {spaces.length > 0 ? <Spaces /> : null}
    </>
  )
}

function Spaces() {
  const { spaces } = useSignedIn()
  const go = useGoToSpace()
  return (
    <Stack align="flex-start" gap="sm">
      <Text>Your spaces:</Text>
      {spaces.map(({ slug, name }) => (
        <Button key={slug} variant="default" maw="100%" onClick={() => go(slug)}>
          <Text component="span" inherit truncate lh={1.5}>
            {name}
          </Text>
        </Button>
      ))}
    </Stack>
  )
}

/** The layout of the pages before sign-in: a narrow card below the product's logo. */
export function OutsideFrame({ children }: { readonly children: ReactNode }) {
  return (
    <main className="outside">
      <div className="outside-column">
        <Brand />
        <Paper withBorder p={{ base: 'md', sm: 'xl' }}>
          {children}
        </Paper>
      </div>
    </main>
  )
}

/** A placeholder in the frame while the session or the script of a page loads. */
export function PageSkeleton() {
  return (
    <>
      <VisuallyHidden component="h1">Loading</VisuallyHidden>
      <Stack gap="lg" aria-busy="true">
        <Skeleton height={32} width="min(16rem, 80%)" />
        <Skeleton height={160} />
      </Stack>
    </>
  )
}
