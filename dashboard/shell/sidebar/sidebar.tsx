// The sidebar: the space at the top, its pages, and below them the members, the account and the product.
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconKeyboard, IconUsers } from '@tabler/icons-react'
import type { SpaceView } from '../../api/space.ts'
import { Brand } from '../../parts/page/mark.tsx'
import { toSpacePaths } from '../../paths.ts'
import { AccountMenu } from './account-menu.tsx'
import { Navigation, NavigationWithoutSpace } from './navigation.tsx'
import { NavigationSkeleton } from './navigation-collections.tsx'
import { icon, NavigationLink } from './navigation-link.tsx'
import { SpaceSwitcher } from './space-switcher.tsx'

interface SidebarProps {
  /** Null if the user has no access to the space in the URL. */
  readonly space: SpaceView | null
  readonly onSearch: () => void
  readonly onShortcuts: () => void
}

export function Sidebar({ space, onSearch, onShortcuts }: SidebarProps) {
  return (
    <div className="sidebar">
      <SpaceSwitcher space={space} />
      <div className="sidebar-pages">
        {space === null ? <NavigationWithoutSpace /> : <Navigation space={space.slug} onSearch={onSearch} />}
      </div>
      <ul className="plain-list">
        {space === null ? null : (
          <NavigationLink
            label="Members"
            path={toSpacePaths(space.slug).members}
            icon={<IconUsers {...icon} />}
          />
        )}
        <li>
          <AccountMenu />
        </li>
      </ul>
      <div className="sidebar-foot">
        <Brand />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={onShortcuts}
        >
          <IconKeyboard {...icon} />
        </ActionIcon>
      </div>
    </div>
  )
}

export function SidebarSkeleton() {
  return (
    <div className="sidebar" aria-busy="true">
      <div className="space-button">
        <Skeleton height={28} width={28} />
        <Skeleton height={14} width={120} />
      </div>
      <ul className="plain-list sidebar-pages">
        <NavigationSkeleton />
      </ul>
    </div>
  )
}
