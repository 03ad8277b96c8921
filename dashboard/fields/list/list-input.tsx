// The input of a list of values, with one input for each item.
import { Button, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useState,
} from 'react'
import type { Field } from '../../../src/content/values/model.ts'
import { nameField } from '../../parts/entries/place-name.ts'
import { moveItem, OrderedList } from '../../parts/ordering/ordered-list.tsx'
import { FieldGroup } from '../field-group.tsx'
import type { FieldInputProps, TypeDefinition } from '../field-type.ts'

interface ListInputProps extends FieldInputProps {
  /** The input of one item. */
  readonly item: ComponentType<FieldInputProps>
  /** The initial value of a new item; null if the type has no empty value, as with numbers. */
  readonly emptyItem: unknown
  readonly keys?: TypeDefinition['itemKeys'] | undefined
  readonly parse?: TypeDefinition['parseItem'] | undefined
  readonly findError: TypeDefinition['findError']
  readonly layout?: 'rows' | 'grid'
  /** Replaces the button that adds an empty item. It can call `addItem`. */
  readonly adding?: (addItem: () => void, isFull: boolean) => ReactNode
}

/** A list item with a key, so that it keeps its input while other items are added, moved and removed. */
interface Row {
  readonly key: string
  /** Null until the item has a value. It is not part of the list until then. */
  readonly value: unknown
}

export function ListInput(all: ListInputProps) {
  const { item: Item, emptyItem, keys = [], parse, findError, adding, layout = 'rows', ...props } = all
  const { field, value, id, labelledBy, readOnly } = props
  const { rows, change } = useRows(value, props.onChange)
  const [next, setNext] = useState<NextFocus | null>(null)
  const { many: _, minItems: _min, maxItems, ...rules } = field
  const single: Field = rules
  useLayoutEffect(() => {
    if (next === null) return
    focusBefore(document.getElementById(`${id}-${next.key}`), next.after)
    setNext(null)
  }, [next, id])
  // If invalid items are known, only those are marked; otherwise all are.
  const isWrong = ({ value: item }: Row) => item != null && findError(item, field) !== null
  const isKnown = rows.some(isWrong)
  const nameAt = (index: number) => `item ${index + 1}`
  const isFull = maxItems !== undefined && rows.length >= maxItems
  const [message, say] = useState('')
  const [refusal, refuse] = useState('')
  const addAt = (index: number) => {
    if (isFull) {
      refuse(`The list is full: it may have at most ${maxItems} ${maxItems === 1 ? 'item' : 'items'}.`)
      return
    }
    refuse('')
    const row = toRow(emptyItem)
    change(rows.toSpliced(index, 0, row))
    setNext({ key: row.key, after: 0 })
    say('')
  }
  const add = () => addAt(rows.length)
  const remove = (index: number) => {
    change(rows.toSpliced(index, 1))
    refuse('')
    const beside = rows[index - 1] ?? rows[index + 1]
    setNext(beside ? { key: beside.key, after: 0 } : null)
    // Without items, the focus moves to the button that adds one.
    if (rows.length === 1) setTimeout(() => document.getElementById(id)?.querySelector('button')?.focus())
    say(`${nameAt(index)} removed.`)
  }
  const split = (index: number, texts: readonly string[], after: number) => {
    if (texts.length > pastedMax) {
      const count = texts.length.toLocaleString('en')
      refuse(
        `Nothing was pasted: at most ${pastedMax} items can be pasted at a time, and this text has ${count}.`,
      )
      return
    }
    const [first, ...added] = texts.map(text => toRow(parse?.(text)))
    change(rows.toSpliced(index, 1, { ...rows[index]!, value: first!.value }, ...added))
    setNext({ key: added.at(-1)!.key, after })
    refuse('')
    say(`${texts.length} items pasted.`)
  }
  const leave = () => {
    refuse('')
    props.onLeave()
  }
  return (
    <FieldGroup {...props} onLeave={leave} className="list-input">
      <OrderedList
        items={rows}
        count={rows.length}
        keyOf={({ key }) => key}
        nameOf={(_row, index) => nameAt(index)}
        labelledBy={labelledBy}
        layout={layout}
        readOnly={readOnly}
        onMove={(from, to) => change(moveItem(rows, from, to))}
        onRemove={index => change(rows.toSpliced(index, 1))}
        render={(row, index) => (
          <>
            <VisuallyHidden>
              <label id={`${id}-${row.key}-label`} htmlFor={`${id}-${row.key}`}>
                {`${nameField(field)}, ${nameAt(index)}`}
              </label>
            </VisuallyHidden>
            <ListRow
              field={single}
              keys={keys}
              canSplit={parse !== undefined}
              readOnly={readOnly}
              onAdd={() => addAt(index + 1)}
              onRemove={() => remove(index)}
              onSplit={(texts, after) => split(index, texts, after)}
            >
              <Item
                {...props}
                field={single}
                value={row.value}
                onChange={next => change(rows.with(index, { ...row, value: next }))}
                onLeave={nothing}
                invalid={props.invalid && (!isKnown || isWrong(row))}
                id={`${id}-${row.key}`}
                labelledBy={`${id}-${row.key}-label`}
              />
            </ListRow>
          </>
        )}
      />
      {readOnly ? null : adding ? (
        adding(add, isFull)
      ) : (
        <Button
          variant="default"
          size="xs"
          className="dashed-button"
          leftSection={<IconPlus size={16} stroke={1.7} />}
          disabled={isFull}
          onClick={add}
        >
          Add item
        </Button>
      )}
      <Text role="status" size="xs" c="dimmed" mt={refusal === '' ? 0 : 4}>
        {refusal}
      </Text>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </FieldGroup>
  )
}

/** Each item has several elements, and a page with many thousands of them reacts slowly. */
const pastedMax = 500

interface NextFocus {
  /** The key of the row that gets the focus once it is rendered. */
  readonly key: string
  /** The number of characters that follow the caret. */
  readonly after: number
}

function focusBefore(element: HTMLElement | null, after: number): void {
  element?.focus()
  const input = element && toInput(element)
  // Inputs of dates have no caret.
  if (!input || input.selectionStart === null) return
  const at = Math.max(0, input.value.length - after)
  input.setSelectionRange(at, at)
}

/** The list itself reports when the focus leaves. */
function nothing(): void {}

let rowCount = 0
function newRowKey(): string {
  rowCount++
  return String(rowCount)
}

/** Returns the rows of the list. After an external change, each row takes the new value at its index and keeps its key. */
function useRows(value: unknown, onChange: (value: unknown) => void) {
  const values: readonly unknown[] = Array.isArray(value) ? value : []
  const [rows, setRows] = useState<readonly Row[]>(() => values.map(toRow))
  const isShown = isSameList(valuesOf(rows), values)
  const shown = isShown
    ? rows
    : values.map((each, index) => ({ ...(rows[index] ?? toRow(each)), value: each }))
  if (!isShown) setRows(shown)
  const change = (next: readonly Row[]) => {
    setRows(next)
    const list = valuesOf(next)
    if (!isSameList(list, values)) onChange(list)
  }
  return { rows: shown, change }
}

function toRow(value: unknown): Row {
  return { key: newRowKey(), value }
}

function valuesOf(rows: readonly Row[]): unknown[] {
  return rows.map(({ value }) => value).filter(value => value !== null && value !== undefined)
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return (
    one.length === other.length &&
    one.every((value, index) => JSON.stringify(value) === JSON.stringify(other[index]))
  )
}

interface ListRowProps {
  /** The field as if it held a single value. */
  readonly field: Field
  readonly keys: readonly string[]
  /** True if pasted text may become several items. */
  readonly canSplit: boolean
  readonly readOnly: boolean
  /** Adds an empty item below. */
  readonly onAdd: () => void
  readonly onRemove: () => void
  /** Called with the texts that replace this item, and the number of characters of the last one that follow the caret. */
  readonly onSplit: (texts: readonly string[], after: number) => void
  readonly children: ReactNode
}

/**
 * Handles the keyboard and paste events of one item: Enter adds an item below, Backspace in an empty one removes it, and
 * pasted text may become several items.
 */
function ListRow({ field, keys, canSplit, readOnly, onAdd, onRemove, onSplit, children }: ListRowProps) {
  const isOneLine = field.options === undefined && field.multiline !== true
  const onKeyDown = (event: KeyboardEvent) => {
    const input = toInput(event.target)
    if (readOnly || field.options !== undefined || input === null || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const isEmpty = input.value === ''
    if (event.key === 'Enter' && isOneLine && keys.includes('Enter')) {
      event.preventDefault()
      if (!isEmpty) onAdd()
    } else if (event.key === 'Backspace' && isEmpty && keys.includes('Backspace')) {
      event.preventDefault()
      onRemove()
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const input = toInput(event.target)
    if (readOnly || !canSplit || !isOneLine || input === null) return
    const { value, selectionStart, selectionEnd } = input
    const [before, after] = [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? value.length)]
    const texts = splitPastedItems(event.clipboardData.getData('text/plain'), before === '' && after === '')
    if (texts === null) return
    event.preventDefault()
    const last = texts.length - 1
    const items = texts.map((text, at) => `${at === 0 ? before : ''}${text}${at === last ? after : ''}`)
    onSplit(items, after.length)
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

/** Longer parts between commas are considered a sentence, not a value. */
const valueLengthMax = 60
/** Sentence-ending punctuation within a part, which is then not a value. */
const sentenceEnd = /[.!?…。！？]\s/

/** Returns the values, or null if the text is a single value. Commas separate values only if the item was empty. */
function splitPastedItems(text: string, isItemEmpty: boolean): readonly string[] | null {
  const lines = toParts(text, /\r\n|[\n\r\t\u2028\u2029]/)
  if (lines.length > 1) return lines
  const parts = toParts(text, /[,،、，;]\s+/)
  const areValues = parts.every(part => part.length <= valueLengthMax && !sentenceEnd.test(part))
  return isItemEmpty && parts.length > 1 && areValues ? parts : null
}

function toParts(text: string, separator: RegExp): readonly string[] {
  return text
    .split(separator)
    .map(part => part.trim())
    .filter(part => part !== '')
}
