// The input of a field for a value that is not in an entry yet: one to set in many entries, or to compare with.
import { Text } from '@mantine/core'
import { useId } from 'react'
import type { Field, Json } from '../../../../src/content/values/model.ts'
import { isGroup, toInput } from '../../../fields/field-inputs.tsx'
import { InnerField } from '../../../fields/frame/inner-field.tsx'

/** A value that is in no entry has no problems yet. */
const inner = { Field: InnerField, problems: [], waiting: [], isBase: true, isShared: false, only: null }

interface ValueInputProps {
  readonly field: Field
  readonly value: Json
  readonly error: string | null
  readonly onChange: (value: Json) => void
}

export function ValueInput({ field, value, error, onChange }: ValueInputProps) {
  const id = useId()
  const labelId = `${id}-label`
  const errorId = `${id}-error`
  const Input = toInput(field)
  const label = isGroup(field) ? (
    <Text component="span" size="sm" fw={550} id={labelId}>
      Value
    </Text>
  ) : (
    <Text component="label" size="sm" fw={550} id={labelId} htmlFor={id}>
      Value
    </Text>
  )
  return (
    <div>
      {label}
      <Input
        field={field}
        value={value}
        onChange={next => onChange(next as Json)}
        onLeave={() => {}}
        id={id}
        labelledBy={labelId}
        describedBy={error === null ? undefined : errorId}
        invalid={error !== null}
        readOnly={false}
        lang={undefined}
        inner={inner}
      />
      <Text size="sm" c="var(--mantine-color-error)" id={errorId} role="alert">
        {error === null ? '' : `The value ${error}.`}
      </Text>
    </div>
  )
}
