// The input of a field that holds several of its options.
import { Checkbox, Stack } from '@mantine/core'
import type { FocusEvent } from 'react'
import type { FieldInputProps } from '../field-input.ts'

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
