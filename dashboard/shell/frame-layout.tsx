// The layout of the frame: sidebar, top bar and page. It is the same while the session loads and afterwards.
import { AppShell, Burger, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type MouseEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { TopBarContext } from '../parts/page/top-bar.tsx'
import { usePageArrival } from './page-arrival.ts'

interface FrameLayoutProps {
  /** The page's name in the top bar, unless the page shows a trail. */
  readonly name: string | null
  readonly search: ReactNode
  readonly sidebar: ReactNode
  readonly children: ReactNode
}

const sizes = { header: { height: 54 }, navbar: { width: 236, breakpoint: 'sm' } } as const

export function FrameLayout({ name, search, sidebar, children }: FrameLayoutProps) {
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
