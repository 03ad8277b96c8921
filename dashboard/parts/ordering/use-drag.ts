// Drags an item of an ordered list onto another item of the same list.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { placeByDrop } from './move-item.ts'

export type DropEdge = 'before' | 'after'

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
export function useDrag(options: DragOptions) {
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
