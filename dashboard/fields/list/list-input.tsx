// The input of a list of values, with one input for each item.
import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'
import type { Field } from '../../../src/content/values/model.ts'
import { nameField } from '../../parts/entries/field-name.ts'
import { moveItem } from '../../parts/ordering/move-item.ts'
import { OrderedList } from '../../parts/ordering/ordered-list.tsx'
import { FieldGroup } from '../field-group.tsx'
import type { FieldInputProps } from '../field-input.ts'
import { findValueError } from '../value-error.ts'
import { ListRow } from './list-row.tsx'

interface ListInputProps extends FieldInputProps {
  /** The input of one item. */
  readonly item: ComponentType<FieldInputProps>
  /** The initial value of a new item; null if the type has no empty value, as with numbers. */
  readonly emptyItem: unknown
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

export function ListInput({ item: Item, emptyItem, adding, layout = 'rows', ...props }: ListInputProps) {
  const { field, value, id, labelledBy, readOnly } = props
  const { rows, change } = useRows(value, props.onChange)
  const [added, setAdded] = useState<string | null>(null)
  const { many: _, minItems: _min, maxItems, ...rules } = field
  const single: Field = rules
  useLayoutEffect(() => {
    if (added === null) return
    document.getElementById(`${id}-${added}`)?.focus()
    setAdded(null)
  }, [added, id])
  // If invalid items are known, only those are marked; otherwise all are.
  const isWrong = (row: Row) => findValueError(single, row.value) !== null
  const isKnown = rows.some(isWrong)
  const nameAt = (index: number) => `item ${index + 1}`
  const isFull = maxItems !== undefined && rows.length >= maxItems
  const [message, say] = useState('')
  const addAt = (index: number) => {
    if (isFull) {
      say(`The list is full: it may have ${maxItems} items.`)
      return
    }
    const row = toRow(emptyItem)
    change(rows.toSpliced(index, 0, row))
    setAdded(row.key)
    say('')
  }
  const add = () => addAt(rows.length)
  const remove = (index: number) => {
    change(rows.toSpliced(index, 1))
    setAdded((rows[index - 1] ?? rows[index + 1])?.key ?? null)
    // Without items, the focus moves to the button that adds one.
    if (rows.length === 1) setTimeout(() => document.getElementById(id)?.querySelector('button')?.focus())
    say(`${nameAt(index)} removed.`)
  }
  const split = (index: number, texts: readonly string[]) => {
    const added = texts.slice(1).map(toRow)
    change(rows.toSpliced(index, 1, { ...rows[index]!, value: texts[0] }, ...added))
    setAdded(added.at(-1)?.key ?? null)
    say(`${texts.length} items pasted.`)
  }
  return (
    <FieldGroup {...props} className="list-input">
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
              readOnly={readOnly}
              onAdd={() => addAt(index + 1)}
              onRemove={() => remove(index)}
              onSplit={texts => split(index, texts)}
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
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </FieldGroup>
  )
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
