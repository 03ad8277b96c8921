// Handles the keyboard and paste events of one item in a list: Enter adds an item below, Backspace in an empty one removes
// it, and pasted text may become several items.
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import type { Field } from '../../../src/content/values/model.ts'
import { splitPastedItems } from './pasted-items.ts'

interface ListRowProps {
  /** The field as if it held a single value. */
  readonly field: Field
  readonly readOnly: boolean
  /** Adds an empty item below. */
  readonly onAdd: () => void
  readonly onRemove: () => void
  /** Called with the texts that replace this item. */
  readonly onSplit: (texts: readonly string[]) => void
  readonly children: ReactNode
}

const typed = new Set(['text', 'integer', 'number'])
const withEnter = new Set([...typed, 'date', 'dateTime'])

export function ListRow({ field, readOnly, onAdd, onRemove, onSplit, children }: ListRowProps) {
  const isOneLine = field.options === undefined && field.multiline !== true
  const onKeyDown = (event: KeyboardEvent) => {
    const input = toInput(event.target)
    if (readOnly || !isOneLine || input === null || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const isEmpty = input.value === ''
    if (event.key === 'Enter' && withEnter.has(field.type)) {
      event.preventDefault()
      if (!isEmpty) onAdd()
    } else if (event.key === 'Backspace' && isEmpty && typed.has(field.type)) {
      event.preventDefault()
      onRemove()
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const input = toInput(event.target)
    if (readOnly || field.type !== 'text' || !isOneLine || input === null) return
    const { value, selectionStart, selectionEnd } = input
    const [before, after] = [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? value.length)]
    const texts = splitPastedItems(event.clipboardData.getData('text/plain'), before === '' && after === '')
    if (texts === null) return
    event.preventDefault()
    const last = texts.length - 1
    onSplit(texts.map((text, at) => `${at === 0 ? before : ''}${text}${at === last ? after : ''}`))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of the input inside
    <div className="list-row" onKeyDown={onKeyDown} onPaste={onPaste}>
      {children}
    </div>
  )
}

function toInput(target: EventTarget): HTMLInputElement | HTMLTextAreaElement | null {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null
}
