// The menus of the toolbar: styles, and less common tools.
import { Menu, Text } from '@mantine/core'
import {
  IconIndentDecrease,
  IconIndentIncrease,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconUnderline,
} from '@tabler/icons-react'
import { toggleMark } from '@tiptap/pm/commands'
import type { Command } from '@tiptap/pm/state'
import { changeLevel, insertPart, setStyle } from '../commands.ts'
import type { BlockStyle, Decorator } from '../document/portable-text.ts'
import { markNames, nameOfStyle, type Reading } from '../reading.ts'

interface ItemsProps {
  readonly reading: Reading
  readonly onUse: (command: Command) => void
}

export function toggleMarkNamed(name: Decorator): Command {
  return (state, dispatch, view) => toggleMark(state.schema.marks[name]!)(state, dispatch, view)
}

const styles: readonly BlockStyle[] = ['normal', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

export function StyleItems({ reading, onUse }: ItemsProps) {
  return styles.map((style, index) => (
    <Menu.Item
      key={style}
      role="menuitemradio"
      aria-checked={reading.style === style}
      onClick={() => onUse(setStyle(style))}
      rightSection={<Keys>{`Ctrl+Alt+${index}`}</Keys>}
    >
      {nameOfStyle(style)}
    </Menu.Item>
  ))
}

const marks: readonly (readonly [Decorator, typeof IconUnderline, string])[] = [
  ['underline', IconUnderline, 'Ctrl+U'],
  ['strike-through', IconStrikethrough, 'Ctrl+Shift+X'],
  ['code', IconSourceCode, 'Ctrl+E'],
  ['sub', IconSubscript, 'Ctrl+,'],
  ['sup', IconSuperscript, 'Ctrl+.'],
]

const iconSize = { size: 16, stroke: 1.7 } as const

export function MoreItems({ reading, onUse }: ItemsProps) {
  const isItem = reading.listItem !== null
  return (
    <>
      {marks.map(([name, Icon, keys]) => (
        <Menu.Item
          key={name}
          role="menuitemcheckbox"
          aria-checked={reading.marks.includes(name)}
          leftSection={<Icon {...iconSize} />}
          rightSection={<Keys>{keys}</Keys>}
          onClick={() => onUse(toggleMarkNamed(name))}
        >
          {markNames[name]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        disabled={!isItem}
        leftSection={<IconIndentIncrease {...iconSize} />}
        rightSection={<Keys>Ctrl+]</Keys>}
        onClick={() => onUse(changeLevel(1))}
      >
        Indent
      </Menu.Item>
      <Menu.Item
        disabled={!isItem}
        leftSection={<IconIndentDecrease {...iconSize} />}
        rightSection={<Keys>Ctrl+[</Keys>}
        onClick={() => onUse(changeLevel(-1))}
      >
        Outdent
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconSeparatorHorizontal {...iconSize} />}
        onClick={() => onUse(insertPart('break'))}
      >
        Horizontal line
      </Menu.Item>
    </>
  )
}

function Keys({ children }: { readonly children: string }) {
  return (
    <Text span size="xs" c="dimmed" aria-hidden="true">
      {children}
    </Text>
  )
}
