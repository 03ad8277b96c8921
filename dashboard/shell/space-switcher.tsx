// The current space by name; for who is in several, the way to the others.
import { Button, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import { useSignedIn, useSwitchSpace } from '../api/session.ts'
import { roleLabels } from '../parts/role-labels.ts'
import { paths } from '../paths.ts'
import { ChevronIcon } from './icons.tsx'
import { isAt } from './navigation.tsx'

/** What stands at the same address in another space; a collection or an entry does not. */
function toSharedPlace(location: string): string {
  return isAt(location, paths.content) ? paths.content : location
}

/** Switches, and goes to where the other space can be looked at. */
export function useGoToSpace() {
  const switching = useSwitchSpace()
  const [location, navigate] = useLocation()
  const go = (space: string) =>
    switching.mutate(
      { space },
      {
        onSuccess: () => navigate(toSharedPlace(location)),
        onError: ({ message }) =>
          notifications.show({ color: 'red', title: 'The space was not switched', message }),
      },
    )
  return { go, pending: switching.isPending }
}

export function SpaceSwitcher() {
  const { space, spaces } = useSignedIn()
  const { go, pending } = useGoToSpace()
  if (space === null) return null
  if (spaces.length <= 1) {
    return (
      <Text size="sm" truncate px="xs">
        {space.name}
      </Text>
    )
  }
  return (
    <Menu position="bottom-start" width={260} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className="header-button"
          aria-busy={pending}
          rightSection={<ChevronIcon />}
          aria-label={`Space: ${space.name}`}
        >
          <Text component="span" inherit truncate>
            {space.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Spaces</Menu.Label>
        <Menu.RadioGroup value={space.slug} onChange={go}>
          {spaces.map(({ slug, name, role }) => (
            <Menu.RadioItem key={slug} value={slug} closeMenuOnClick>
              {name}
              <Text size="xs" c="dimmed">
                {roleLabels[role]}
              </Text>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
