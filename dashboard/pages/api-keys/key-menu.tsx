// The menu of one API key.
import { ActionIcon, Menu } from '@mantine/core'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'

export type KeyAction = 'edit' | 'rotate' | 'revoke'

interface KeyMenuProps {
  readonly apiKey: ApiKeyView
  readonly onChoose: (action: KeyAction) => void
}

/** Returns the id of the menu button, which receives the focus when a dialog has closed. */
export function toKeyMenuId(id: string): string {
  return `api-key-actions-${id}`
}

/** Returns the id of the key's name in the list, which receives the focus if the menu no longer exists. */
export function toKeyNameId(id: string): string {
  return `api-key-name-${id}`
}

export function KeyMenu({ apiKey, onChoose }: KeyMenuProps) {
  return (
    <Menu position="bottom-end" id={toKeyMenuId(apiKey.id)} width={170}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={`Actions for ${apiKey.name}`}>
          <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
            <circle cx="3" cy="8" r="1.5" />
            <circle cx="8" cy="8" r="1.5" />
            <circle cx="13" cy="8" r="1.5" />
          </svg>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('edit')}>Edit</Menu.Item>
        <Menu.Item onClick={() => onChoose('rotate')}>Rotate the secret</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose('revoke')}>Revoke</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
