// The type of a calendar day. Its input is the browser's date input.
import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { parsePlainDate } from '../../../src/base/clock.ts'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import { type FieldInputProps, orderOperators, type TypeDefinition } from '../field-type.ts'
import { must, parseTypedText } from '../typed-value.ts'

function DateInput({ field, value, onChange, ...others }: FieldInputProps) {
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

const isDay = (value: unknown) => typeof value === 'string' && parsePlainDate(value) !== null

export const date: TypeDefinition = {
  kinds: [{ kind: 'date', label: 'Date' }],
  choices: [{ label: 'Date', about: 'A day, without a time', kind: 'date', place: 10 }],
  icon: IconCalendar,
  Input: DateInput,
  isShort: true,
  itemKeys: ['Enter'],
  findError: must(isDay, 'must be a day of the years 0001 to 9999'),
  rules: {
    parse: parseTypedText,
    isDate: true,
    limits: { labels: ['Earliest', 'Latest'], measure: () => null },
  },
  query: {
    operators: orderOperators,
    isTime: true,
    placeholder: '2026-03',
    hint: 'A day such as 2026-03-07, or a part of a date: 2026, 2026-03.',
    directions: ['Oldest first', 'Newest first'],
  },
}
