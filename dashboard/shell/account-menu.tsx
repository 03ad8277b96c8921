// The account menu: the signed-in user, the account page, the colour scheme, and sign-out.
import { Button, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useLocation } from 'wouter'
import { useSignedIn, useSignOut } from '../api/session.ts'
import { paths } from '../paths.ts'
import { PersonIcon } from './icons.tsx'

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
  const leave = () =>
    signOut.mutate(undefined, {
      onError: ({ message }) => notifications.show({ color: 'red', title: 'Could not sign out', message }),
    })
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className="header-button"
          aria-busy={signOut.isPending}
          aria-label={`Account: ${user.email}`}
        >
          <PersonIcon />
          <Text component="span" size="sm" lh={1.5} ml="xs" maw="16rem" truncate visibleFrom="md">
            {user.email}
          </Text>
        </Button>
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
        <Menu.Item onClick={leave}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
