// The inputs of fields with options, of whatever type.
import { Checkbox, NativeSelect, Radio, Stack } from '@mantine/core'
import type { FocusEvent } from 'react'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import type { FieldInputProps } from '../field-type.ts'

const radiosMax = 4

/** Shows radio buttons for a few options, and a select for more. */
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
        {...toInputAria(others)}
      >
        {field.required && chosen >= 0 ? null : (
          <option value="">{field.required ? 'Choose one' : 'None'}</option>
        )}
        {isOther ? <option value="other">{`${String(value)} (no longer an option)`}</option> : null}
        {options.map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is identified by its index
          <option key={index} value={String(index)}>
            {name}
          </option>
        ))}
      </NativeSelect>
    )
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) others.onLeave()
  }
  const radio = (index: string, name: string) => (
    <Radio
      key={index}
      name={others.id}
      label={name}
      checked={index === (chosen < 0 ? '' : String(chosen))}
      onChange={() => choose(index)}
      disabled={others.readOnly}
      size="sm"
    />
  )
  return (
    // Mantine's own radio group has no accessible name unless it renders the label itself.
    <div
      role="radiogroup"
      id={others.id}
      tabIndex={-1}
      aria-labelledby={others.labelledBy}
      aria-describedby={others.describedBy}
      aria-invalid={others.invalid || undefined}
      onBlur={leave}
    >
      <Stack gap={8}>
        {options.map(({ name }, index) => radio(String(index), name))}
        {field.required ? null : radio('', 'None')}
      </Stack>
    </div>
  )
}

/** The input of a field that holds several of its options. */
export function ChoicesInput({ field, value, onChange, ...others }: FieldInputProps) {
  const options = field.options ?? []
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const known = new Set<unknown>(options.map(option => option.value))
  // Stored values that are no longer options are shown too, until the user removes them.
  const gone = chosen
    .filter(one => !known.has(one))
    .map(one => ({ value: one, name: `${one} (no longer an option)` }))
  const toggle = (one: unknown, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, one] : chosen.filter(other => other !== one))
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) others.onLeave()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fields of a form are grouped by their label
    <div
      role="group"
      id={others.id}
      tabIndex={-1}
      aria-labelledby={others.labelledBy}
      aria-describedby={others.describedBy}
      onBlur={leave}
    >
      <Stack gap={8}>
        {[...options, ...gone].map(option => (
          <Checkbox
            key={String(option.value)}
            size="sm"
            label={option.name}
            checked={chosen.includes(option.value)}
            onChange={event => toggle(option.value, event.currentTarget.checked)}
            disabled={others.readOnly}
          />
        ))}
      </Stack>
    </div>
  )
}
