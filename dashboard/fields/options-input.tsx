// The input of a field with options: a few are shown at once, more of them in a list.
import { NativeSelect, Radio, Stack } from '@mantine/core'
import type { FieldInputProps } from './field-input.ts'

const radiosMax = 4

export function OptionsInput(props: FieldInputProps) {
  const { field, value, onChange, ...others } = props
  const options = field.options ?? []
  const choose = (index: string) => onChange(index === '' ? null : (options[Number(index)]?.value ?? null))
  const chosen = options.findIndex(option => option.value === value)
  const isOther = chosen < 0 && value !== null && value !== undefined
  if (options.length > radiosMax || isOther) {
    return (
      <NativeSelect
        id={others.id}
        value={isOther ? 'other' : chosen < 0 ? '' : String(chosen)}
        onChange={event => choose(event.currentTarget.value)}
        onBlur={others.onLeave}
        disabled={others.readOnly}
        error={others.invalid}
        withErrorStyles={others.invalid}
        aria-describedby={others.describedBy}
        aria-invalid={others.invalid}
      >
        {field.required && chosen >= 0 ? null : (
          <option value="">{field.required ? 'Choose one' : 'None'}</option>
        )}
        {isOther ? <option value="other">{`${String(value)} (no option any more)`}</option> : null}
        {options.map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is identified by its place
          <option key={index} value={String(index)}>
            {name}
          </option>
        ))}
      </NativeSelect>
    )
  }
  return (
    <Radio.Group
      id={others.id}
      value={chosen < 0 ? '' : String(chosen)}
      onChange={choose}
      onBlur={others.onLeave}
      aria-labelledby={others.labelledBy}
      aria-describedby={others.describedBy}
      aria-invalid={others.invalid}
    >
      <Stack gap={8}>
        {options.map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is identified by its place
          <Radio key={index} value={String(index)} label={name} disabled={others.readOnly} size="sm" />
        ))}
        {field.required ? null : <Radio value="" label="None" disabled={others.readOnly} size="sm" />}
      </Stack>
    </Radio.Group>
  )
}
