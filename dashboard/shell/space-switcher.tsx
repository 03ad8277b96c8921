// The name of this window's space, and a menu of the user's other spaces.
import { Button, Menu, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { useRememberSpace, useSignedIn } from '../api/session.ts'
import type { SpaceView } from '../api/space.ts'
import { roleLabels } from '../parts/role-labels.ts'
import { toSpacePaths, toSpaceSlug } from '../paths.ts'
import { ChevronIcon } from './icons.tsx'

/** The same page in another space, if every space has it; a collection or an entry belongs to one space only. */
function toPageOf(slug: string, location: string): string {
  const to = toSpacePaths(slug)
  const before = toSpaceSlug(location)
  if (before === null) return to.home
  const from = toSpacePaths(before)
  if (location.startsWith(`${from.content}/`)) return to.content
  return location.replace(from.home, to.home)
}

/** Shows another space in this window, and makes it the space that `/` leads to. */
export function useGoToSpace(): (slug: string) => void {
  const remember = useRememberSpace()
  const [location, navigate] = useLocation()
  return slug => {
    navigate(toPageOf(slug, location))
    remember.mutate(slug)
  }
}

/** `space` is null if the user has no access to the space in the URL. */
export function SpaceSwitcher({ space }: { readonly space: SpaceView | null }) {
  const { spaces } = useSignedIn()
  const go = useGoToSpace()
  if (spaces.length === 0) return null
  if (space !== null && spaces.length === 1) {
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
          rightSection={<ChevronIcon />}
          aria-label={space === null ? 'Choose a space' : `Space: ${space.name}`}
        >
          <Text component="span" inherit truncate lh={1.5}>
            {space === null ? 'Choose a space' : space.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Spaces</Menu.Label>
        <Menu.RadioGroup value={space?.slug ?? ''} onChange={go}>
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
