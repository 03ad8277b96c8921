// Edits the options of a field, each with a value and a name for editors.
import { Button, Stack, Switch, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useLayoutEffect, useState } from 'react'
import type { OptionRow, RuleInputProps } from '../../../fields/field-type.ts'
import { moveItem, OrderedList } from '../../../parts/ordering/ordered-list.tsx'
import { findRepeated } from './field-form.ts'

export function OptionsEditor({ form, errors, onChange }: RuleInputProps) {
  const { options, hasOptions } = form
  const repeated = findRepeated(options)
  const [added, setAdded] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (added === null) return
    document.getElementById(toId(added))?.focus()
    setAdded(null)
  }, [added])
  const set = (next: readonly OptionRow[]) => onChange({ options: next })
  const add = () => {
    const key = 1 + Math.max(-1, ...options.map(option => option.key))
    onChange({ hasOptions: true, options: [...options, { key, value: '', name: '' }] })
    setAdded(key)
  }
  const toggle = (isOn: boolean) => {
    if (isOn && options.length === 0) add()
    else onChange({ hasOptions: isOn })
  }
  return (
    <Stack gap="xs">
      <Switch
        label="Only these values"
        description="Editors choose from a list."
        checked={hasOptions}
        onChange={event => toggle(event.currentTarget.checked)}
      />
      {hasOptions ? (
        <section aria-labelledby="options" className="list-input">
          <VisuallyHidden id="options">Options</VisuallyHidden>
          <OrderedList
            items={options}
            count={options.length}
            keyOf={({ key }) => String(key)}
            nameOf={(_, index) => `option ${index + 1}`}
            labelledBy="options"
            layout="rows"
            onMove={(from, to) => set(moveItem(options, from, to))}
            onRemove={index => set(options.toSpliced(index, 1))}
            render={(row, index) => (
              <Option
                row={row}
                index={index}
                isInvalid={
                  errors.options !== undefined && (row.value.trim() === '' || repeated.has(row.value.trim()))
                }
                onChange={next => set(options.with(index, next))}
              />
            )}
          />
          {errors.options ? (
            <Text size="xs" c="var(--mantine-color-error)" mb="xs">
              {errors.options}
            </Text>
          ) : null}
          <Button
            variant="default"
            size="xs"
            className="dashed-button"
            leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
            onClick={add}
          >
            Add option
          </Button>
        </section>
      ) : null}
    </Stack>
  )
}

interface OptionProps {
  readonly row: OptionRow
  readonly index: number
  readonly isInvalid: boolean
  readonly onChange: (row: OptionRow) => void
}

function Option({ row, index, isInvalid, onChange }: OptionProps) {
  return (
    <div className="option-row">
      <TextInput
        id={toId(row.key)}
        aria-label={`Value of option ${index + 1}`}
        placeholder="Value"
        maxLength={200}
        error={isInvalid}
        value={row.value}
        // A custom name stays. Otherwise the name follows the value.
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...row, value, name: row.name === row.value ? '' : row.name })
        }
      />
      <TextInput
        aria-label={`Name of option ${index + 1}`}
        placeholder="Name, if it differs"
        maxLength={200}
        value={row.name === row.value ? '' : row.name}
        onChange={event => onChange({ ...row, name: event.currentTarget.value })}
      />
    </div>
  )
}

function toId(key: number): string {
  return `option-${key}`
}
