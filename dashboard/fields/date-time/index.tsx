// The type of a moment. Its input has the time zone of this device, with the same time in UTC below it.
import { Text, TextInput } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useId } from 'react'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import { toExactText } from '../../parts/time/moment.tsx'
import { type FieldInputProps, orderOperators, type TypeDefinition } from '../field-type.ts'
import { parseTypedText } from '../typed-value.ts'
import { findTimeError, toLocalText, toStoredTime } from './date-time-text.ts'

function DateTimeInput({ value, onChange, ...others }: FieldInputProps) {
  const utc = useId()
  const hasTime = toLocalText(value) !== '' && findTimeError(value) === null
  return (
    <>
      <TextInput
        type="datetime-local"
        id={others.id}
        value={toLocalText(value)}
        max="9999-12-31T23:59"
        onChange={event => onChange(toStoredTime(event.currentTarget.value))}
        onBlur={others.onLeave}
        readOnly={others.readOnly}
        error={others.invalid}
        withErrorStyles={others.invalid}
        {...toInputAria({ ...others, describedBy: [utc, others.describedBy].filter(Boolean).join(' ') })}
      />
      <Text id={utc} size="xs" c="dimmed" mt={4}>
        {hasTime ? `${toExactText(String(value), 'UTC')} UTC` : 'In your local time'}
      </Text>
    </>
  )
}

export const dateTime: TypeDefinition = {
  kinds: [{ kind: 'dateTime', label: 'Date and time' }],
  choices: [{ label: 'Date and time', about: 'A moment, kept in UTC', kind: 'dateTime', place: 11 }],
  icon: IconClock,
  Input: DateTimeInput,
  isShort: true,
  itemKeys: ['Enter'],
  findError: findTimeError,
  rules: {
    parse: parseTypedText,
    limits: {
      labels: ['Earliest', 'Latest'],
      description: 'Such as 2026-01-31T09:00:00Z.',
      measure: () => null,
    },
  },
  toText: value =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? toExactText(value) : null,
  query: {
    operators: orderOperators,
    isTime: true,
    placeholder: '2026-03',
    hint: 'A time such as 2026-03-07T09:00:00Z, or a part: 2026, 2026-03, 2026-03-07.',
    directions: ['Oldest first', 'Newest first'],
  },
}
