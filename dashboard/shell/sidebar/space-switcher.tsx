// Shows the space of this window, with a menu to switch to another space, create one, or rename this one.
import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconPlus, IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { rolesWith } from '../../../src/access/rights.ts'
import { useRememberSpace, useSignedIn } from '../../api/accounts/session.ts'
import type { SpaceView } from '../../api/space.ts'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { toSpacePaths, toSpaceSlug } from '../../paths.ts'
import { NewSpaceDialog, RenameSpaceDialog } from './space-dialogs.tsx'

/**
 * Returns the same page in another space. For a collection or an entry, which belongs to one space only, it returns the
 * list.
 */
function toPageOf(slug: string, location: string): string {
  const to = toSpacePaths(slug)
  const before = toSpaceSlug(location)
  if (before === null) return to.home
  const from = toSpacePaths(before)
  if (location.startsWith(`${from.content}/`)) return to.content
  if (location.startsWith(`${from.model}/`)) return to.model
  return location.replace(from.home, to.home)
}

/** Returns a function that shows another space in this window, and makes it the space that `/` leads to. */
export function useGoToSpace(): (slug: string) => void {
  const remember = useRememberSpace()
  const [location, navigate] = useLocation()
  return slug => {
    navigate(toPageOf(slug, location))
    remember.mutate(slug)
  }
}

type OpenDialog = 'new' | 'rename' | null

/** `space` is null if the user has no access to the space in the URL. */
export function SpaceSwitcher({ space }: { readonly space: SpaceView | null }) {
  const { spaces } = useSignedIn()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  if (spaces.length === 0) return null
  return (
    <>
      <Menu position="bottom-start" width={256} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className="space-button">
            <SpaceName space={space} />
            <IconSelector size={16} stroke={1.7} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <SpaceMenu space={space} onOpen={setDialog} />
      </Menu>
      <NewSpaceDialog opened={dialog === 'new'} onClose={close} />
      {space === null ? null : (
        <RenameSpaceDialog space={space} opened={dialog === 'rename'} onClose={close} />
      )}
    </>
  )
}

function SpaceName({ space }: { readonly space: SpaceView | null }) {
  const name = space?.name ?? 'Choose a space'
  return (
    <>
      <span className="space-initial" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span className="space-names">
        <span>
          {space ? <VisuallyHidden component="span">Space: </VisuallyHidden> : null}
          {name}
        </span>
        {space ? <span>{space.slug}</span> : null}
      </span>
    </>
  )
}

interface SpaceMenuProps {
  readonly space: SpaceView | null
  readonly onOpen: (dialog: OpenDialog) => void
}

function SpaceMenu({ space, onOpen }: SpaceMenuProps) {
  const { spaces } = useSignedIn()
  const go = useGoToSpace()
  const canRename = space !== null && rolesWith('spaces.rename').includes(space.role)
  const canCreate = spaces.some(({ role }) => rolesWith('spaces.create').includes(role))
  return (
    <Menu.Dropdown>
      <div className="menu-list">
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
      </div>
      {canRename || canCreate ? <Menu.Divider /> : null}
      {canRename ? (
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={() => onOpen('rename')}>
          Rename this space
        </Menu.Item>
      ) : null}
      {canCreate ? (
        <Menu.Item leftSection={<IconPlus size={16} stroke={1.7} />} onClick={() => onOpen('new')}>
          New space
        </Menu.Item>
      ) : null}
    </Menu.Dropdown>
  )
}
