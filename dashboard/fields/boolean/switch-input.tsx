// The input of a boolean field.
import { Switch } from '@mantine/core'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import type { FieldInputProps } from '../field-input.ts'
import { toValueText } from '../value-text.ts'

export function SwitchInput({ value, onChange, ...others }: FieldInputProps) {
  return (
    <Switch
      id={others.id}
      checked={value === true}
      onChange={event => onChange(event.currentTarget.checked)}
      onBlur={others.onLeave}
      disabled={others.readOnly}
      label={typeof value === 'boolean' ? toValueText(others.field, value) : 'Not set'}
      aria-labelledby={others.labelledBy}
      {...toInputAria(others)}
      className="switch-input"
    />
  )
}
