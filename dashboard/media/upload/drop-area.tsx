// An area that accepts dropped files. While files are dragged over it, it shows what a drop will do.
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { filesOf, hasFiles } from './dropped-files.ts'

interface DropAreaProps {
  /** Null if the area accepts no files. */
  readonly onFiles: ((files: readonly File[]) => void) | null
  /** Shown during a drag, for example "Drop to upload". */
  readonly words: string
  readonly className?: string
  readonly children: ReactNode
}

export function DropArea({ onFiles, words, className = '', children }: DropAreaProps) {
  const { isOver, handlers } = useDrop(onFiles)
  return (
    <div className={`drop-area ${className}`} data-over={isOver || undefined} {...handlers}>
      {children}
      {isOver ? (
        <div className="drop-words" aria-hidden="true">
          {words}
        </div>
      ) : null}
    </div>
  )
}

function useDrop(onFiles: DropAreaProps['onFiles']) {
  const [isOver, setOver] = useState(false)
  /** Counts nested elements, because entering an inner element is reported before leaving the outer one. */
  const depth = useRef(0)
  const handle = (act: (event: DragEvent) => void) => (event: DragEvent) => {
    if (onFiles === null || !hasFiles(event.dataTransfer)) return
    event.preventDefault()
    event.stopPropagation()
    act(event)
  }
  const count = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  const handlers = {
    onDragEnter: handle(() => count(1)),
    onDragLeave: handle(() => count(-1)),
    onDragOver: handle(event => {
      event.dataTransfer.dropEffect = 'copy'
    }),
    onDrop: handle(event => {
      depth.current = 0
      setOver(false)
      const files = filesOf(event.dataTransfer)
      if (files.length > 0) onFiles?.(files)
    }),
  }
  return { isOver, handlers }
}
