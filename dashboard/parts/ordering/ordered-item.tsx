// One item of an ordered list, with its controls for moving.
import { ActionIcon, CloseButton, Menu } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { placeByKey } from './move-item.ts'
import { useDrag } from './use-drag.ts'

interface OrderedItemProps {
  readonly list: string
  readonly index: number
  readonly count: number
  readonly name: string
  readonly isInline: boolean
  readonly readOnly: boolean
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (index: number) => void
  readonly onAskPlace: (index: number) => void
  readonly children: ReactNode
}

export function OrderedItem(props: OrderedItemProps) {
  const { list, index, count, name, isInline, readOnly, onMove } = props
  const item = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const isEnabled = !readOnly && count > 1
  const { edge, isDragging } = useDrag({ item, handle, list, index, isInline, isEnabled, onMove })
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target)
    const to = isOwn && isEnabled ? placeByKey(event, index, count) : null
    if (!isOwn || !event.altKey || !event.key.startsWith('Arrow')) return
    // Otherwise Alt and an arrow key would navigate away from the page.
    event.preventDefault()
    if (to !== null) onMove(index, to)
  }
  return (
    <li
      className="ordered-item"
      ref={item}
      data-edge={edge ?? undefined}
      data-dragging={isDragging || undefined}
      onKeyDown={moveByKey}
    >
      {isEnabled ? <Handle {...props} button={handle} /> : null}
      <div className="ordered-content">{props.children}</div>
      {readOnly ? null : (
        <CloseButton
          size={26}
          iconSize={14}
          aria-label={`Remove ${name}`}
          onClick={() => props.onRemove(index)}
        />
      )}
    </li>
  )
}

interface HandleProps extends OrderedItemProps {
  readonly button: RefObject<HTMLButtonElement | null>
}

function Handle({ index, count, name, isInline, button, ...actions }: HandleProps) {
  const [earlier, later] = isInline ? ['Move earlier', 'Move later'] : ['Move up', 'Move down']
  const keys = isInline ? 'Alt+← or Alt+→' : 'Alt+↑ or Alt+↓'
  return (
    <Menu position="bottom-start" loop>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size={26}
          className="ordered-handle"
          aria-label={`Move ${name}, place ${index + 1} of ${count}`}
          title={`Drag, or press ${keys}`}
        >
          <IconGripVertical size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={index === 0} onClick={() => actions.onMove(index, index - 1)}>
          {earlier}
        </Menu.Item>
        <Menu.Item disabled={index === count - 1} onClick={() => actions.onMove(index, index + 1)}>
          {later}
        </Menu.Item>
        <Menu.Item onClick={() => actions.onAskPlace(index)}>Move to place …</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
