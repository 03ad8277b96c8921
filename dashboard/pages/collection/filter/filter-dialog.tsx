// The dialog that adds a condition: a field by its name, an operator in words, and the field's own input for the value.
import { NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Field, Json } from '../../../../src/content/values/model.ts'
import type { ConditionOperator as Operator } from '../../../fields/field-type.ts'
import { findValueError, isBlank, toStartValue } from '../../../fields/field-values.ts'
import { DialogActions, FormDialog, keepFocus } from '../../../parts/dialogs.tsx'
import type { Condition } from '../conditions.ts'
import { FieldSelect } from '../edit/field-select.tsx'
import { ValueInput } from '../edit/value-input.tsx'
import {
  describeCondition,
  nameOperator,
  needsValue,
  operatorsOf,
  toComparedField,
  toCondition,
} from './condition-words.ts'

interface FilterDialogProps {
  readonly opened: boolean
  readonly fields: readonly Field[]
  /** The conditions of the list. */
  readonly conditions: readonly Condition[]
  readonly onClose: () => void
  readonly onAdd: (condition: Condition) => void
}

export function FilterDialog({ opened, onClose, ...others }: FilterDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => keepFocus(() => document.getElementById('entries'))}
      title="Add a filter"
      centered
    >
      <FilterForm {...others} onClose={onClose} />
    </FormDialog>
  )
}

function FilterForm({ fields, conditions, onClose, onAdd }: Omit<FilterDialogProps, 'opened'>) {
  const [apiName, setApiName] = useState(fields[0]!.apiName)
  const field = fields.find(one => one.apiName === apiName) ?? fields[0]!
  const [chosen, setOperator] = useState<Operator>('eq')
  const operators = operatorsOf(field)
  const operator = operators.includes(chosen) ? chosen : operators[0]!
  const [typed, setValue] = useState<{ readonly of: string; readonly value: Json } | null>(null)
  const place = `${apiName} ${operator === 'in'}`
  const compared = toComparedField(field, operator)
  const value = typed?.of === place ? typed.value : toStartValue(compared)
  const error = needsValue(operator) ? findValueError(compared, value) : null
  const isReady = !needsValue(operator) || (!isBlank(value) && error === null)
  const condition = toCondition(field, operator, value)
  const isReplacing = conditions.some(({ name }) => name === condition.name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onAdd(condition)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FieldSelect fields={fields} value={apiName} onChange={setApiName} />
        <NativeSelect
          label="Condition"
          data={operators.map(one => ({ value: one, label: nameOperator(one, field) }))}
          value={operator}
          onChange={event => setOperator(event.currentTarget.value as Operator)}
        />
        {needsValue(operator) ? (
          <ValueInput
            key={place}
            field={compared}
            value={value}
            error={error}
            onChange={next => setValue({ of: place, value: next })}
          />
        ) : null}
        <Text size="sm" c="dimmed" role="status">
          {isReplacing ? `This replaces the filter “${describeCondition(condition, fields).text}”.` : ''}
        </Text>
        <DialogActions onClose={onClose} confirmLabel="Add filter" disabled={!isReady} />
      </Stack>
    </form>
  )
}
