// The account menu: the signed-in user, the account page, the colour scheme, and sign-out.
import { Menu, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useSignedIn, useSignOut } from '../../api/accounts/session.ts'
import { showFailure } from '../../parts/forms/failure-notice.ts'
import { confirmSignOut } from '../../parts/page/confirm-sign-out.ts'
import { toPersonName } from '../../parts/people/person-name.ts'
import { UserAvatar } from '../../parts/people/user-avatar.tsx'
import { paths } from '../../paths.ts'

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

export function AccountMenu() {
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
