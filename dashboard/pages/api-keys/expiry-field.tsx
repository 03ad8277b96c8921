// The input of a key's expiry: a preset, a date, or never. It shows the resulting time.
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { toExactText } from '../../parts/time/moment-text.ts'
import { type ExpiryChoice, type ExpiryKind, expiryPresetDays, toExpiresAt, toLocalDate } from './expiry.ts'

interface ExpiryFieldProps {
  readonly value: ExpiryChoice
  readonly onChange: (value: ExpiryChoice) => void
  readonly error: string | undefined
  /** The expiry of an existing key, which can be kept. Absent for a new key. */
  readonly current?: string | null
}

const presets = expiryPresetDays.map(days => ({ value: String(days), label: `In ${days} days` }))

function describe(value: ExpiryChoice, current: string | null | undefined): string {
  const expiresAt = toExpiresAt(value, Date.now())
  const end = value.kind === 'keep' ? current : expiresAt
  if (end === null) return 'The key never expires. If its secret leaks, it works until you revoke it.'
  if (end === undefined) return 'The key is valid until the end of that day.'
  const verb = Date.parse(end) > Date.now() ? 'Expires' : 'Expired'
  return `${verb} on ${toExactText(end)}, in your time zone.`
}

export function ExpiryField({ value, onChange, error, current }: ExpiryFieldProps) {
  const keepOption = current === undefined ? [] : [{ value: 'keep', label: 'Keep the current expiry' }]
  const isDate = value.kind === 'date'
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Expires"
        value={value.kind}
        onChange={event => onChange({ ...value, kind: event.currentTarget.value as ExpiryKind })}
        data={[
          ...keepOption,
          ...presets,
          { value: 'date', label: 'On a date' },
          { value: 'never', label: 'Never' },
        ]}
        description={describe(value, current)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={isDate ? undefined : error}
      />
      {isDate ? (
        <TextInput
          type="date"
          label="Last day"
          required
          min={toLocalDate(Date.now())}
          max="9999-12-31"
          value={value.date}
          onChange={event => onChange({ ...value, date: event.currentTarget.value })}
          error={error}
        />
      ) : null}
    </Stack>
  )
}
