// The ways to give files to the dashboard: an area to drop them on, and a button that opens the device's files.

import { Button, type ButtonProps } from '@mantine/core'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'

interface DropAreaProps {
  /** Null if the area accepts no files. */
  readonly onFiles: ((files: readonly File[]) => void) | null
  /** Shown during a drag, for example "Drop to upload". */
  readonly words: string
  readonly className?: string
  readonly children: ReactNode
}

/** An area that accepts dropped files. While files are dragged over it, it shows what a drop will do. */
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

/** Checks whether files are dragged, rather than text or an element of the page. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}

/** Returns the files without folders, which cannot be sent as files. */
export function filesOf(transfer: DataTransfer | null): readonly File[] {
  if (transfer === null) return []
  const isFolder = (index: number) => transfer.items[index]?.webkitGetAsEntry?.()?.isDirectory ?? false
  const fileItems = [...transfer.items].flatMap((item, index) => (item.kind === 'file' ? [index] : []))
  return [...transfer.files].filter((_, index) => !isFolder(fileItems[index] ?? -1))
}

interface FileButtonProps extends ButtonProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly multiple: boolean
  /** Media types, as in the rule of a field. */
  readonly accept?: readonly string[] | undefined
  readonly children: ReactNode
}

/** A button that opens the device's file dialog. */
export function FileButton({ onFiles, multiple, accept, children, ...others }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...others} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept?.join(',')}
        tabIndex={-1}
        aria-hidden="true"
        onChange={event => {
          const files = [...(event.currentTarget.files ?? [])]
          // Lets the user choose the same file again.
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
