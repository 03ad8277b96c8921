// The layout of the frame, the same while the session loads and afterwards: header, navigation, page.
import { AppShell, Burger, Drawer, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { paths, toSpacePaths } from '../paths.ts'
import { usePageArrival } from './page-arrival.ts'

interface FrameLayoutProps {
  /** The slug of the space that the window shows; null if there is none. */
  readonly space: string | null
  /** Beside the product's name. */
  readonly start: ReactNode
  /** At the other end of the header. */
  readonly end: ReactNode
  readonly navigation: ReactNode
  readonly children: ReactNode
}

const sizes = { header: { height: 56 }, navbar: { width: 232, breakpoint: 'sm' } } as const

export function FrameLayout({ space, start, end, navigation, children }: FrameLayoutProps) {
  const [opened, drawer] = useDisclosure(false)
  const [location] = useLocation()
  const page = usePageArrival(location)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another page closes the menu
  useEffect(drawer.close, [location])
  return (
    <>
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <AppShell
        padding="md"
        header={sizes.header}
        navbar={{ ...sizes.navbar, collapsed: { mobile: true } }}
        transitionDuration={0}
      >
        {/* Above the navigation, because the header's menus may overlap it. */}
        <AppShell.Header zIndex={102}>
          <Group h="100%" px="md" gap="xs" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={drawer.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Menu"
              aria-expanded={opened}
            />
            <Link href={space === null ? paths.start : toSpacePaths(space).home} className="product-name">
              Frontlist
            </Link>
            {start}
            <Group ml="auto" gap="xs" wrap="nowrap">
              {end}
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label="Main" visibleFrom="sm">
          {navigation}
        </AppShell.Navbar>
        <AppShell.Main id="page" tabIndex={-1} ref={page}>
          <div className="page-column">{children}</div>
        </AppShell.Main>
      </AppShell>
      <Drawer opened={opened} onClose={drawer.close} title="Menu" size="17rem" hiddenFrom="sm">
        <nav aria-label="Main">{navigation}</nav>
      </Drawer>
    </>
  )
}
