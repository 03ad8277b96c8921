// The conditions of a list request. Initially there are none.
import { Button, Code, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import type { FieldError } from '../../../api/request.ts'
import { type Condition, newCondition, toParameterName } from '../request/conditions.ts'
import type { QueryModel } from '../request/query-models.ts'
import { ConditionRow } from './condition-row.tsx'

interface ConditionRowsProps {
  readonly conditions: readonly Condition[]
  readonly models: readonly QueryModel[]
  /** An API name. */
  readonly collection: string
  readonly errors: readonly FieldError[]
  readonly incomplete: boolean
  readonly onChange: (conditions: readonly Condition[]) => void
}

export function ConditionRows(props: ConditionRowsProps) {
  const { conditions, models, collection, errors, incomplete, onChange } = props
  const paths = useRef(new Map<number, HTMLInputElement>())
  const addButton = useRef<HTMLButtonElement>(null)
  const replace = (index: number, condition: Condition) => onChange(conditions.with(index, condition))
  const add = () => {
    focusWhenShown.current = conditions.length
    onChange([...conditions, newCondition])
  }
  /** Moves the focus first, because the focused button disappears with the row. */
  const remove = (index: number) => {
    addButton.current?.focus()
    onChange(conditions.toSpliced(index, 1))
  }
  const mend = (index: number, condition: Condition) => {
    paths.current.get(index)?.focus()
    replace(index, condition)
  }
  const focusWhenShown = useRef<number | null>(null)
  const noteInput = (index: number) => (input: HTMLInputElement | null) => {
    if (input === null) {
      paths.current.delete(index)
      return
    }
    paths.current.set(index, input)
    if (focusWhenShown.current !== index) return
    focusWhenShown.current = null
    input.focus()
  }
  return (
    <Stack gap="xs" role="group" aria-label="Conditions">
      {conditions.map((condition, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state of its own
          key={index}
          number={index + 1}
          {...{ condition, models, collection }}
          errors={errors.filter(({ name }) => name === toParameterName(condition))}
          isIncomplete={incomplete}
          pathInput={noteInput(index)}
          onChange={next => replace(index, next)}
          onMend={next => mend(index, next)}
          onRemove={() => remove(index)}
        />
      ))}
      {conditions.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          <Code>filter</Code>: all must hold. <Code>any</Code>: at least one of each group must hold.{' '}
          <Code>not</Code>: none may hold.
        </Text>
      )}
      <Button variant="default" ref={addButton} onClick={add} style={{ alignSelf: 'flex-start' }} size="xs">
        Add condition
      </Button>
    </Stack>
  )
}
