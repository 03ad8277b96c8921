// The toolbar of the rich text editor: formats, menus, and the actions of what is selected.
import { ActionIcon, Menu } from '@mantine/core'
import {
  type Icon,
  IconBlockquote,
  IconBlocks,
  IconBold,
  IconCode,
  IconDots,
  IconFileText,
  IconHeading,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconTable,
  IconUnderline,
} from '@tabler/icons-react'
import { toggleMark } from '@tiptap/pm/commands'
import type { Command } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { changeLevel, insertPart, runIn, setStyle, toggleCode, toggleList, toggleStyle } from '../commands.ts'
import type { BlockStyle, Decorator } from '../document/portable-text.ts'
import { markNames, nameOfStyle, type Reading } from '../reading.ts'
import type { OpenDialog } from './editor-dialog.tsx'
import { Keys, menuIconSize } from './menu-keys.tsx'
import { TableItems } from './table-items.tsx'

interface ToolbarProps {
  readonly editor: Editor
  readonly reading: Reading
  /** The id of the editable element. */
  readonly id: string
  readonly onOpen: (dialog: OpenDialog) => void
  /** True if the text may have blocks of components. */
  readonly takesBlocks: boolean
}

const iconSize = { size: 18, stroke: 1.7 } as const

/** The toolbar of the editor. It is one tab stop, within which the arrow keys move between tools. */
export function Toolbar({ editor, reading, id, onOpen, takesBlocks }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const run = (command: Command) => runIn(editor, command)
  const { marks, style, listItem, isCode, link, image, entry, block, table } = reading
  const tools: readonly ToolProps[] = [
    {
      name: 'bold',
      label: 'Bold',
      keys: 'Ctrl+B',
      icon: IconBold,
      pressed: marks.includes('strong'),
      onUse: () => run(toggleMarkNamed('strong')),
    },
    {
      name: 'italic',
      label: 'Italic',
      keys: 'Ctrl+I',
      icon: IconItalic,
      pressed: marks.includes('em'),
      onUse: () => run(toggleMarkNamed('em')),
    },
    {
      name: 'link',
      label: 'Link',
      keys: 'Ctrl+K',
      icon: IconLink,
      pressed: link !== null,
      isDisabled: isCode || image !== null || entry !== null || block !== null,
      onUse: () => onOpen('link'),
    },
    {
      name: 'style',
      label: `Style: ${style === null ? 'different ones' : nameOfStyle(style)}`,
      icon: IconHeading,
      isDisabled: table !== null,
      menu: <StyleItems reading={reading} onUse={run} />,
    },
    {
      name: 'bullets',
      label: 'Bulleted list',
      keys: 'Ctrl+Shift+8',
      icon: IconList,
      pressed: listItem === 'bullet',
      onUse: () => run(toggleList('bullet')),
    },
    {
      name: 'numbers',
      label: 'Numbered list',
      keys: 'Ctrl+Shift+7',
      icon: IconListNumbers,
      pressed: listItem === 'number',
      onUse: () => run(toggleList('number')),
    },
    {
      name: 'quote',
      label: 'Quote',
      keys: 'Ctrl+Shift+B',
      icon: IconBlockquote,
      pressed: style === 'blockquote',
      isDisabled: table !== null,
      onUse: () => run(toggleStyle('blockquote')),
    },
    {
      name: 'code',
      label: 'Code block',
      keys: 'Ctrl+Alt+C',
      icon: IconCode,
      pressed: isCode,
      isDisabled: table !== null,
      onUse: () => run(toggleCode),
    },
    ...(takesBlocks
      ? [{ name: 'block', label: 'Insert block', icon: IconBlocks, onUse: () => onOpen('component') }]
      : []),
    {
      name: 'entry',
      label: 'Entry',
      icon: IconFileText,
      pressed: entry !== null,
      onUse: () => onOpen('entry'),
    },
    table === null
      ? { name: 'table', label: 'Table', icon: IconTable, onUse: () => onOpen('table') }
      : { name: 'table', label: 'Table', icon: IconTable, menu: <TableItems table={table} onUse={run} /> },
    { name: 'image', label: 'Image', icon: IconPhoto, pressed: image !== null, onUse: () => onOpen('image') },
    {
      name: 'more',
      label: 'More formatting',
      icon: IconDots,
      menu: <MoreItems reading={reading} onUse={run} />,
    },
  ]
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest('[role="menu"]')) return
    if (event.key === 'Escape') editor.view.focus()
    const next = toIndex(event.key, current, tools.length)
    if (next === null) return
    event.preventDefault()
    setCurrent(next)
    event.currentTarget.querySelectorAll<HTMLElement>('[data-tool]')[next]?.focus()
  }
  return (
    <div
      className="rich-text-toolbar"
      role="toolbar"
      aria-label="Formatting"
      aria-controls={id}
      onKeyDown={move}
    >
      {tools.map((tool, index) => (
        <Tool key={tool.name} {...tool} isCurrent={index === current} onFocus={() => setCurrent(index)} />
      ))}
    </div>
  )
}

function toIndex(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

interface ToolProps {
  readonly name: string
  readonly label: string
  readonly keys?: string
  readonly icon: Icon
  readonly pressed?: boolean
  readonly isDisabled?: boolean
  readonly onUse?: () => void
  /** The items of the menu that the tool opens. */
  readonly menu?: ReactNode
}

interface RovingProps {
  readonly isCurrent: boolean
  readonly onFocus: () => void
}

function Tool({
  label,
  keys,
  icon: Picture,
  pressed,
  isDisabled,
  onUse,
  menu,
  isCurrent,
  onFocus,
}: ToolProps & RovingProps) {
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      data-tool
      className="rich-text-tool"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-pressed={menu ? undefined : (pressed ?? false)}
      aria-disabled={isDisabled || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      // Keeps the selection in the text.
      onMouseDown={event => event.preventDefault()}
      onClick={menu || isDisabled ? undefined : onUse}
    >
      <Picture {...iconSize} />
    </ActionIcon>
  )
  if (!menu || isDisabled) return button
  return (
    <Menu position="bottom-start" returnFocus={false} withinPortal={false} loop>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{menu}</Menu.Dropdown>
    </Menu>
  )
}

interface ItemsProps {
  readonly reading: Reading
  readonly onUse: (command: Command) => void
}

/** The menus of the toolbar: styles, and less common tools. */
function toggleMarkNamed(name: Decorator): Command {
  return (state, dispatch, view) => toggleMark(state.schema.marks[name]!)(state, dispatch, view)
}

const styles: readonly BlockStyle[] = ['normal', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

function StyleItems({ reading, onUse }: ItemsProps) {
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

function MoreItems({ reading, onUse }: ItemsProps) {
  const isItem = reading.listItem !== null
  return (
    <>
      {marks.map(([name, Icon, keys]) => (
        <Menu.Item
          key={name}
          role="menuitemcheckbox"
          aria-checked={reading.marks.includes(name)}
          leftSection={<Icon {...menuIconSize} />}
          rightSection={<Keys>{keys}</Keys>}
          onClick={() => onUse(toggleMarkNamed(name))}
        >
          {markNames[name]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        disabled={!isItem}
        leftSection={<IconIndentIncrease {...menuIconSize} />}
        rightSection={<Keys>Ctrl+]</Keys>}
        onClick={() => onUse(changeLevel(1))}
      >
        Indent
      </Menu.Item>
      <Menu.Item
        disabled={!isItem}
        leftSection={<IconIndentDecrease {...menuIconSize} />}
        rightSection={<Keys>Ctrl+[</Keys>}
        onClick={() => onUse(changeLevel(-1))}
      >
        Outdent
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconSeparatorHorizontal {...menuIconSize} />}
        onClick={() => onUse(insertPart('break'))}
      >
        Horizontal line
      </Menu.Item>
    </>
  )
}
