// A list that users put in order by dragging, by keys, or by entering a place.

import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon, CloseButton, Menu, NumberInput, Stack, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { DialogActions, FormDialog } from '../dialogs.tsx'

interface OrderedListProps<Item> {
  /** The shown items, from the first one. */
  readonly items: readonly Item[]
  /** The number of items in the whole list. */
  readonly count: number
  readonly keyOf: (item: Item, index: number) => string
  /** Used in buttons and messages. */
  readonly nameOf: (item: Item, index: number) => string
  readonly labelledBy: string
  /** `chips` wrap in lines; the cards of a `grid` also have equal widths. `cards` have a button of their own to remove them. */
  readonly layout: 'rows' | 'chips' | 'grid' | 'cards'
  readonly readOnly?: boolean
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (index: number) => void
  readonly render: (item: Item, index: number, remove: () => void) => ReactNode
  /** Rendered after the last item. */
  readonly after?: ReactNode
}

/**
 * A list that the user can order with buttons, with Alt and an arrow key, by entering a position, or by dragging.
 * Screen readers announce each move. If only the first items of a long list are shown, positions still refer to the
 * whole list.
 */
export function OrderedList<Item>(props: OrderedListProps<Item>) {
  const { items, count, keyOf, nameOf, layout, readOnly = false } = props
  const list = useId()
  const root = useRef<HTMLUListElement>(null)
  const [message, say] = useState('')
  const [asked, setAsked] = useState<number | null>(null)
  const keepFocusAfter = useFocusAfterChange(root, items)
  const nameAt = (index: number) => nameOf(items[index]!, index)
  const move = (from: number, to: number) => {
    keepFocusAfter(from)
    say(`${nameAt(from)} moved to place ${to + 1} of ${count}.`)
    props.onMove(from, to)
  }
  const remove = (index: number) => {
    keepFocusAfter(null, index)
    say(`${nameAt(index)} removed.`)
    props.onRemove(index)
  }
  return (
    <>
      <ul className="ordered-list" data-layout={layout} aria-labelledby={props.labelledBy} ref={root}>
        {items.map((item, index) => (
          <OrderedItem
            key={keyOf(item, index)}
            list={list}
            index={index}
            count={count}
            name={nameOf(item, index)}
            isInline={layout === 'chips' || layout === 'grid'}
            isCard={layout === 'cards'}
            readOnly={readOnly}
            onMove={move}
            onRemove={remove}
            onAskPlace={setAsked}
          >
            {props.render(item, index, () => remove(index))}
          </OrderedItem>
        ))}
        {props.after ? <li className="ordered-after">{props.after}</li> : null}
      </ul>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
      <PlaceDialog
        opened={asked !== null}
        name={asked === null ? '' : nameOf(items[asked]!, asked)}
        index={asked ?? 0}
        count={count}
        onClose={() => setAsked(null)}
        onMove={move}
      />
    </>
  )
}

/** Keeps the focus in a moved item, and moves it to the next item's button after a removal. */
function useFocusAfterChange(root: { readonly current: HTMLElement | null }, items: readonly unknown[]) {
  const next = useRef<(() => void) | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the items
  useLayoutEffect(() => {
    next.current?.()
    next.current = null
  }, [items])
  return (moved: number | null, removed = 0) => {
    const rows = [...(root.current?.children ?? [])]
    const before = document.activeElement
    const isWithin = moved !== null && before instanceof HTMLElement && rows[moved]?.contains(before)
    next.current = () => {
      if (isWithin && before.isConnected) before.focus({ preventScroll: false })
      if (moved !== null) return
      const row = root.current?.children[Math.min(removed, (root.current?.children.length ?? 1) - 1)]
      row?.querySelector<HTMLElement>('button')?.focus()
    }
  }
}

interface OrderedItemProps {
  readonly list: string
  readonly index: number
  readonly count: number
  readonly name: string
  readonly isInline: boolean
  readonly isCard: boolean
  readonly readOnly: boolean
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (index: number) => void
  readonly onAskPlace: (index: number) => void
  readonly children: ReactNode
}

/** One item of an ordered list, with its controls for moving. */
function OrderedItem(props: OrderedItemProps) {
  const { list, index, count, name, isInline, isCard, readOnly, onMove } = props
  const item = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const isEnabled = !readOnly && count > 1
  const { edge, isDragging } = useDrag({ item, handle, list, index, isInline, isEnabled, onMove })
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const isWithin = event.target instanceof Node && event.currentTarget.contains(event.target)
    // A list in a card has moved its own item. In the texts of a card, Alt and an arrow key move the caret by words.
    const isOwn = isWithin && !event.defaultPrevented && !(isCard && isText(event.target))
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
      {readOnly || isCard ? null : (
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

function isText(target: EventTarget): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))
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

interface PlaceDialogProps {
  readonly opened: boolean
  readonly name: string
  readonly index: number
  readonly count: number
  readonly onClose: () => void
  readonly onMove: (from: number, to: number) => void
}

/** Asks for the new position of an item. */
function PlaceDialog({ opened, name, onClose, ...form }: PlaceDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Move ${name}`} centered size="sm">
      <PlaceForm {...form} onClose={onClose} />
    </FormDialog>
  )
}

function PlaceForm({ index, count, onClose, onMove }: Omit<PlaceDialogProps, 'opened' | 'name'>) {
  const [place, setPlace] = useState<number | string>(index + 1)
  const to = Number(place) - 1
  const isPlace = place !== '' && Number.isInteger(to) && to >= 0 && to < count
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The event must not reach the form of the page, which contains the dialog in React's tree.
    event.stopPropagation()
    if (!isPlace) return
    onClose()
    if (to !== index) onMove(index, to)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NumberInput
          label="Place"
          description={`From 1, the first, to ${count}, the last.`}
          value={place}
          onChange={setPlace}
          allowDecimal={false}
          error={isPlace ? null : `The place must be a number from 1 to ${count}.`}
          data-autofocus
        />
        <DialogActions onClose={onClose} confirmLabel="Move" />
      </Stack>
    </form>
  )
}

type DropEdge = 'before' | 'after'

interface DragOptions {
  readonly item: RefObject<HTMLElement | null>
  readonly handle: RefObject<HTMLElement | null>
  /** The id of the list. Items cannot be dragged to another list. */
  readonly list: string
  readonly index: number
  /** True if items are arranged horizontally. */
  readonly isInline: boolean
  readonly isEnabled: boolean
  readonly onMove: (from: number, to: number) => void
}

/** Returns the edge where the dragged item would be dropped, and whether this item is being dragged. */
function useDrag(options: DragOptions) {
  const { item, handle, list, index, isInline, isEnabled } = options
  const [edge, setEdge] = useState<DropEdge | null>(null)
  const [isDragging, setDragging] = useState(false)
  const onMove = useRef(options.onMove)
  onMove.current = options.onMove
  useEffect(() => {
    const element = item.current
    if (!element || !isEnabled) return
    const toEdge = ({
      clientX,
      clientY,
    }: {
      readonly clientX: number
      readonly clientY: number
    }): DropEdge => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const isLate = isInline ? clientX > left + width / 2 : clientY > top + height / 2
      return isLate ? 'after' : 'before'
    }
    return combine(
      draggable({
        element,
        ...(handle.current && { dragHandle: handle.current }),
        getInitialData: () => ({ list, index }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.index !== index,
        onDrag: ({ location }) => setEdge(toEdge(location.current.input)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source, location }) => {
          setEdge(null)
          const from = source.data.index as number
          const to = placeByDrop(from, index, toEdge(location.current.input) === 'after')
          if (from !== to) onMove.current(from, to)
        },
      }),
    )
  }, [item, handle, list, index, isInline, isEnabled])
  return { edge, isDragging }
}

/** Calculates moves of an item within a list. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, items[from]!)
}

/** Returns the new index; null if the keys are not a move or the index does not exist. */
function placeByKey(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  index: number,
  count: number,
): number | null {
  if (!altKey || ctrlKey || metaKey) return null
  const to =
    key === 'ArrowUp' || key === 'ArrowLeft'
      ? index - 1
      : key === 'ArrowDown' || key === 'ArrowRight'
        ? index + 1
        : null
  return to === null || to < 0 || to >= count ? null : to
}

/** Returns the new index of an item that is dropped before or after another one. */
function placeByDrop(from: number, target: number, isAfter: boolean): number {
  const place = isAfter ? target + 1 : target
  return from < place ? place - 1 : place
}
