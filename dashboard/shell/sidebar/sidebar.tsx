// The sidebar: spaces, search, navigation, and the menu of the account.
import { ActionIcon, Menu, Skeleton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconKeyboard, IconUsers } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useSignedIn, useSignOut } from '../../api/accounts/session.ts'
import type { SpaceView } from '../../api/space.ts'
import { showFailure } from '../../parts/forms/failure-notice.ts'
import { confirmSignOut } from '../../parts/page/confirm-sign-out.ts'
import { Brand } from '../../parts/page/top-bar.tsx'
import { toPersonName, UserAvatar } from '../../parts/people/person.tsx'
import { paths, toSpacePaths } from '../../paths.ts'
import {
  icon,
  Navigation,
  NavigationLink,
  NavigationSkeleton,
  NavigationWithoutSpace,
} from './navigation.tsx'
import { SpaceSwitcher } from './space-switcher.tsx'

interface SidebarProps {
  /** Null if the user has no access to the space in the URL. */
  readonly space: SpaceView | null
  readonly onSearch: () => void
  readonly onShortcuts: () => void
}

/** The sidebar: the space at the top, its pages, and below them the members, the account and the product. */
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

const schemes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'Same as system'],
] as const

function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => {
    const scheme = schemes.find(([name]) => name === value)
    if (scheme) setColorScheme(scheme[0])
  }
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose}>
      {schemes.map(([name, label]) => (
        <Menu.RadioItem key={name} value={name}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/** The account menu: the signed-in user, the account page, the colour scheme, and sign-out. */
function AccountMenu() {
  const { user } = useSignedIn()
  const [, navigate] = useLocation()
  const signOut = useSignOut(() => navigate(paths.signIn))
  const leave = async () => {
    if (!(await confirmSignOut(user.id))) return
    signOut.mutate(undefined, {
      onError: ({ message }) => showFailure(message, 'Could not sign out'),
    })
  }
  return (
    <Menu position="top-start" width={240} withinPortal={false}>
      <Menu.Target>
        <button type="button" className="nav-link" title={user.email} aria-busy={signOut.isPending}>
          <UserAvatar name={user.email} size={20} />
          <VisuallyHidden component="span">Account: </VisuallyHidden>
          <span className="nav-label">{toPersonName(user.email)}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label style={{ overflowWrap: 'anywhere' }}>{user.email}</Menu.Label>
        <Menu.Item component={Link} href={paths.account}>
          Account and password
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colour scheme</Menu.Label>
        <ColorSchemeItems />
        <Menu.Divider />
        <Menu.Item onClick={() => void leave()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
