// The input of a calendar day, which uses the browser's date input.
import { TextInput } from '@mantine/core'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import type { FieldInputProps } from '../field-input.ts'

export function DateInput({ field, value, onChange, ...others }: FieldInputProps) {
  return (
    <TextInput
      type="date"
      id={others.id}
      value={typeof value === 'string' ? value : ''}
      min={typeof field.min === 'string' ? field.min : undefined}
      max={typeof field.max === 'string' ? field.max : '9999-12-31'}
      onChange={event => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      onBlur={others.onLeave}
      readOnly={others.readOnly}
      error={others.invalid}
      withErrorStyles={others.invalid}
      {...toInputAria(others)}
    />
  )
}
