// The input of a time in the time zone of this device, with the same time in UTC below it.
import { Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import { toExactText } from '../../parts/time/moment-text.ts'
import type { FieldInputProps } from '../field-input.ts'
import { findTimeError, toLocalText, toStoredTime } from './date-time-text.ts'

export function DateTimeInput({ value, onChange, ...others }: FieldInputProps) {
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
