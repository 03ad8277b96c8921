// The type of yes or no.
import { Switch } from '@mantine/core'
import { IconToggleRight } from '@tabler/icons-react'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import type { FieldInputProps, TypeDefinition } from '../field-type.ts'
import { must, truths } from '../typed-value.ts'

function SwitchInput({ value, onChange, ...others }: FieldInputProps) {
  return (
    <Switch
      id={others.id}
      checked={value === true}
      onChange={event => onChange(event.currentTarget.checked)}
      onBlur={others.onLeave}
      disabled={others.readOnly}
      label={typeof value === 'boolean' ? (value ? 'Yes' : 'No') : 'Not set'}
      aria-labelledby={others.labelledBy}
      {...toInputAria(others)}
      className="switch-input"
    />
  )
}

export const boolean: TypeDefinition = {
  kinds: [{ kind: 'boolean', label: 'Yes or no' }],
  choices: [{ label: 'Yes or no', about: 'A switch', kind: 'boolean', place: 9 }],
  icon: IconToggleRight,
  Input: SwitchInput,
  isShort: true,
  emptyItem: false,
  findError: must(value => typeof value === 'boolean', 'must be yes or no'),
  rules: {
    parse: text => (text === '' ? undefined : text === 'true'),
    defaults: [
      { value: 'true', name: 'Yes' },
      { value: 'false', name: 'No' },
    ],
    isSingle: true,
  },
  query: {
    operators: ['eq'],
    isTruth: true,
    directions: ['False first', 'True first'],
    toLiteral: text => (truths.includes(text) ? text : null),
  },
}
