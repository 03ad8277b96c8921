// The input of a number. It keeps the typed text, even while that is not a number.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import type { FieldInputProps } from '../field-input.ts'
import { parseNumber, toNumberText } from './number-text.ts'

export function NumberInput({ field, value, onChange, ...others }: FieldInputProps) {
  const [typed, setTyped] = useState(() => toNumberText(value))
  // After an undo or another user's change, the text is replaced by the value.
  const text = parseNumber(typed) === (value ?? null) ? typed : toNumberText(value)
  return (
    <TextInput
      id={others.id}
      value={text}
      onChange={event => {
        setTyped(event.currentTarget.value)
        onChange(parseNumber(event.currentTarget.value))
      }}
      onBlur={others.onLeave}
      readOnly={others.readOnly}
      error={others.invalid}
      withErrorStyles={others.invalid}
      inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...toInputAria(others)}
      className="number-input"
    />
  )
}
