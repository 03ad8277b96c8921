// The menu of the toolbar while the caret is in a table.
import { Menu } from '@mantine/core'
import {
  type Icon,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableOff,
  IconTableRow,
} from '@tabler/icons-react'
import type { Command } from '@tiptap/pm/state'
import {
  insertColumnAfter,
  insertColumnBefore,
  insertRowAbove,
  insertRowBelow,
  removeColumn,
  removeRow,
  removeTable,
  type TableReading,
  toggleHeader,
} from '../tables/table-commands.ts'
import { Keys, menuIconSize } from './menu-keys.tsx'

interface TableItemsProps {
  readonly table: TableReading
  readonly onUse: (command: Command) => void
}

const items: readonly (readonly [string, Icon, string, Command])[] = [
  ['Insert row above', IconRowInsertTop, 'Alt+Shift+↑', insertRowAbove],
  ['Insert row below', IconRowInsertBottom, 'Alt+Shift+↓', insertRowBelow],
  ['Insert column before', IconColumnInsertLeft, 'Alt+Shift+←', insertColumnBefore],
  ['Insert column after', IconColumnInsertRight, 'Alt+Shift+→', insertColumnAfter],
  ['Remove row', IconRowRemove, 'Alt+Shift+Backspace', removeRow],
  ['Remove column', IconColumnRemove, 'Alt+Shift+Delete', removeColumn],
]

export function TableItems({ table, onUse }: TableItemsProps) {
  return (
    <>
      <Menu.Item
        role="menuitemcheckbox"
        aria-checked={table.header}
        leftSection={<IconTableRow {...menuIconSize} />}
        onClick={() => onUse(toggleHeader)}
      >
        Header row
      </Menu.Item>
      <Menu.Divider />
      {items.map(([label, Icon, keys, command]) => (
        <Menu.Item
          key={label}
          leftSection={<Icon {...menuIconSize} />}
          rightSection={<Keys>{keys}</Keys>}
          onClick={() => onUse(command)}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconTableOff {...menuIconSize} />} onClick={() => onUse(removeTable)}>
        Remove table
      </Menu.Item>
    </>
  )
}
