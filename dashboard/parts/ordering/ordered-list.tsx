// A list that the user can order with buttons, with Alt and an arrow key, by entering a position, or by dragging. Screen
// readers announce each move. If only the first items of a long list are shown, positions still refer to the whole list.
import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { OrderedItem } from './ordered-item.tsx'
import { PlaceDialog } from './place-dialog.tsx'

export interface OrderedListProps<Item> {
  /** The shown items, from the first one. */
  readonly items: readonly Item[]
  /** The number of items in the whole list. */
  readonly count: number
  readonly keyOf: (item: Item, index: number) => string
  /** Used in buttons and messages. */
  readonly nameOf: (item: Item, index: number) => string
  readonly labelledBy: string
  /** `chips` wrap in lines; the cards of a `grid` also have equal widths. */
  readonly layout: 'rows' | 'chips' | 'grid'
  readonly readOnly?: boolean
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (index: number) => void
  readonly render: (item: Item, index: number) => ReactNode
  /** Rendered after the last item. */
  readonly after?: ReactNode
}

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
            isInline={layout !== 'rows'}
            readOnly={readOnly}
            onMove={move}
            onRemove={remove}
            onAskPlace={setAsked}
          >
            {props.render(item, index)}
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
