// Selects any number of names that the space offers. Other names can be typed, because the server validates them.
import { MultiSelect, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import type { FieldError } from '../../../api/request.ts'
import { type PickerGroup, type PickerOption, withValues } from '../request/picker-options.ts'
import { toErrorText } from '../request/standing-errors.ts'
import { toNames } from '../request/try-request.ts'
import { scrollingOptions } from './option-list.ts'
import { Suggestions } from './parameter-error.tsx'

interface NamesPickerProps {
  readonly name: 'fields' | 'variants'
  readonly label: string
  /** True if the label is only for screen readers, because a visible text above the picker repeats it. */
  readonly hidesLabel?: boolean
  readonly description?: string
  readonly placeholder: string
  readonly groups: readonly PickerGroup[]
  readonly value: readonly string[]
  /** The server's errors about these names. */
  readonly errors: readonly FieldError[]
  readonly onChange: (names: readonly string[]) => void
  readonly onMend: (error: FieldError) => void
}

export function NamesPicker(props: NamesPickerProps) {
  const { groups, value, errors, onChange, onMend } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const known = groups.flatMap(({ items }) => items)
  const others = withValues(known, [...value, ...asName(typed, known)]).slice(known.length)
  const mend = (error: FieldError) => {
    document.getElementById(id)?.focus()
    onMend(error)
  }
  return (
    <Stack gap="xs">
      <MultiSelect
        id={id}
        name={props.name}
        {...(props.hidesLabel ? { 'aria-label': props.label } : { label: props.label })}
        description={props.description}
        placeholder={value.length === 0 ? props.placeholder : ''}
        data={[...groups, { group: 'As typed', items: others }]
          .filter(({ items }) => items.length > 0)
          .map(({ group, items }) => ({ group, items: [...items] }))}
        value={[...value]}
        onChange={names => onChange(toNames(names.join()))}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        hidePickedOptions
        nothingFoundMessage="No name found"
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        styles={{ ...scrollingOptions.styles, inputField: { minWidth: '2.5rem' } }}
        error={toErrorText(errors)}
      />
      <Suggestions errors={errors} onMend={mend} />
    </Stack>
  )
}

/** Returns the typed name, unless it matches an offered name and is therefore a search. */
function asName(typed: string, known: readonly PickerOption[]): readonly string[] {
  const text = typed.trim()
  const isOffered = known.some(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  return text === '' || isOffered ? [] : [text]
}
