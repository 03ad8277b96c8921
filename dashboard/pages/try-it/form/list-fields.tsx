// The inputs of a list request besides its conditions: search, order, fields, variants and pages.
import {
  CloseButton,
  Group,
  MultiSelect,
  NativeSelect,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { useVariants } from '../../../api/content/drafts.ts'
import type { FieldError } from '../../../api/request.ts'
import { toInputAria } from '../../../parts/forms/input-aria.ts'
import type { QueryModel } from '../request/path-options.ts'
import {
  directionsOf,
  listOwnFields,
  listReferencedFields,
  listSortOptions,
  type PickerGroup,
  type PickerOption,
  toLabel,
  withValues,
} from '../request/picker-options.ts'
import { isAbout, replaceName, toErrorText } from '../request/standing-errors.ts'
import { type TryRequest, toNames } from '../request/try-request.ts'
import { scrollingOptions } from './option-list.ts'
import { ParameterError, Suggestions } from './parameter-error.tsx'

interface FieldsProps {
  readonly request: TryRequest
  readonly models: readonly QueryModel[]
  readonly errors: readonly FieldError[]
  readonly onChange: (part: Partial<TryRequest>) => void
}

/** Inputs for the search, the query variant, and the fields of the response. */
export function SearchField({ request, errors, onChange }: FieldsProps) {
  return (
    <TextInput
      label="Search"
      placeholder="Words"
      value={request.q}
      onChange={event => onChange({ q: event.currentTarget.value })}
      error={toErrorText(errors.filter(({ name }) => name === 'q'))}
      autoComplete="off"
      name="q"
    />
  )
}

export function QueryVariantField({ request, errors, onChange }: FieldsProps) {
  const options = useVariantOptions()
  return (
    <Select
      label="Query variant"
      description="Conditions, sort and search use the values of this variant."
      placeholder="None"
      data={[...withValues(options, [request.queryVariant])]}
      value={request.queryVariant || null}
      onChange={id => onChange({ queryVariant: id ?? '' })}
      clearable
      clearButtonProps={{ 'aria-label': 'No query variant' }}
      searchable
      nothingFoundMessage="No variant found"
      comboboxProps={{ withinPortal: false }}
      {...scrollingOptions}
      error={toErrorText(errors.filter(({ name }) => name === 'queryVariant'))}
      name="queryVariant"
    />
  )
}

const kinds = [
  { value: 'only', label: 'Only these fields' },
  { value: 'without', label: 'All but these' },
]

/** Selects the fields to include or to omit. Without names, the response has all fields in both modes. */
export function DataFields({ request, models, errors, onChange }: FieldsProps) {
  const { collection, fields } = request
  const [chosen, setChosen] = useState('only')
  const kind = fields.length === 0 ? chosen : fields.every(isLeftOut) ? 'without' : 'only'
  const own = listOwnFields(models, collection)
  const referenced = listReferencedFields(models, collection)
  const change = (next: string) => {
    setChosen(next)
    const names = fields.map(toPlain)
    // Fields of referenced entries cannot be omitted.
    const inside = new Set(referenced.flatMap(({ items }) => items).map(({ value }) => value))
    const left = names.filter(name => !inside.has(name))
    onChange({ fields: next === 'only' ? names : left.map(name => `-${name}`) })
  }
  const ownGroup = {
    group: 'Fields',
    items: own.map(({ value, label }) => ({ value: kind === 'only' ? value : `-${value}`, label })),
  }
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500} aria-hidden>
        Fields
      </Text>
      <SegmentedControl
        aria-label="Fields to return"
        size="xs"
        data={kinds}
        value={kind}
        onChange={change}
        fullWidth
      />
      <NamesPicker
        name="fields"
        label={kind === 'only' ? 'Fields to return' : 'Fields to leave out'}
        hidesLabel
        placeholder="All fields are returned"
        groups={kind === 'only' ? [ownGroup, ...referenced] : [ownGroup]}
        value={fields}
        errors={errors.filter(({ name }) => name === 'fields')}
        onChange={names =>
          onChange({ fields: kind === 'only' ? names : names.map(name => `-${toPlain(name)}`) })
        }
        onMend={error => onChange({ fields: replaceName(fields, error) })}
      />
    </Stack>
  )
}

const isLeftOut = (name: string): boolean => name.startsWith('-')
const toPlain = (name: string): string => name.replace(/^-/, '')

interface SortRowsProps {
  readonly request: TryRequest
  readonly models: readonly QueryModel[]
  readonly errors: readonly FieldError[]
  readonly onChange: (part: Pick<TryRequest, 'sort'>) => void
}

/** The server's limit. */
const keysMax = 3

/** The sort keys of a list: up to three fields with directions, and an empty row for the next one. */
export function SortRows({ request, models, errors, onChange }: SortRowsProps) {
  const { collection, sort, q } = request
  const id = useId()
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const own = errors.filter(({ name }) => name === 'sort')
  const known = listSortOptions(models, collection)
  const set = (index: number, key: string) => onChange({ sort: [...new Set(sort.with(index, key))] })
  /** Moves the focus first, because the focused button disappears with the row. */
  const remove = (index: number) => {
    inputs.current[index]?.focus()
    onChange({ sort: sort.toSpliced(index, 1) })
  }
  const mend = (error: FieldError) => {
    inputs.current[0]?.focus()
    onChange({ sort: replaceName(sort, error) })
  }
  const rows = sort.length < keysMax ? [...sort, ''] : sort
  return (
    <Stack gap="xs" role="group" aria-label="Sort" className="try-sort">
      {rows.map((key, index) => {
        const isDescending = key.startsWith('-')
        const name = isDescending ? key.slice(1) : key
        const option = known.find(({ value }) => value === name)
        const isWrong = own.some(error => isAbout(error, key))
        const place = index === 0 ? 'Sort by' : 'Then by'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state of its own that outlives its key
          <Group key={index} gap="xs" wrap="nowrap" align="flex-end">
            <Select
              ref={input => {
                inputs.current[index] = input
              }}
              label={place}
              placeholder={index > 0 ? 'No other field' : q === '' ? 'Newest first' : 'Best match first'}
              data={[...withValues(known, [name])].filter(
                ({ value }) => value === name || !sort.some(each => each === value || each === `-${value}`),
              )}
              value={name || null}
              onChange={chosen => {
                if (chosen === null) return
                const next = isDescending ? `-${chosen}` : chosen
                if (key === '') onChange({ sort: [...sort, next] })
                else set(index, next)
              }}
              allowDeselect={false}
              searchable
              nothingFoundMessage="No field found"
              comboboxProps={{ withinPortal: false }}
              {...scrollingOptions}
              error={isWrong}
              {...toInputAria({ describedBy: isWrong ? `${id}-error` : undefined, invalid: isWrong })}
              style={{ flex: '1 1 0', minWidth: 0 }}
            />
            {key === '' ? null : (
              <>
                <NativeSelect
                  aria-label={`Direction of ${name}`}
                  data={directionsOf(option?.type).map((label, place) => ({
                    value: place === 0 ? 'up' : 'down',
                    label,
                  }))}
                  value={isDescending ? 'down' : 'up'}
                  onChange={event => set(index, event.currentTarget.value === 'down' ? `-${name}` : name)}
                  w="8.25rem"
                />
                <CloseButton aria-label={`Do not sort by ${name}`} mb={4} onClick={() => remove(index)} />
              </>
            )}
          </Group>
        )
      })}
      <ParameterError id={`${id}-error`} errors={own} />
      <Suggestions errors={own} onMend={mend} />
    </Stack>
  )
}

interface VariantsPickerProps {
  readonly request: TryRequest
  /** The ids of the variants that the entry has values for; empty for a list. */
  readonly ofEntry: readonly string[]
  readonly errors: readonly FieldError[]
  readonly onChange: (part: Pick<TryRequest, 'variants'>) => void
}

/** Returns every variant of the space by its id. */
function useVariantOptions(): readonly PickerOption[] {
  const { data = [] } = useVariants()
  return data.map(({ id, name }) => ({ value: id, label: toLabel(name, id) }))
}

/**
 * Selects the variants of the request in order of priority. For one entry, the variants that it has values for come
 * first.
 */
export function VariantsPicker({ request, ofEntry, errors, onChange }: VariantsPickerProps) {
  const options = withValues(useVariantOptions(), ofEntry)
  const isOfEntry = ({ value }: PickerOption) => ofEntry.includes(value)
  const others = options.filter(option => !isOfEntry(option))
  return (
    <NamesPicker
      name="variants"
      label="Variants"
      description="The first one that has a value wins."
      placeholder="None"
      groups={[
        { group: 'This entry has values for', items: options.filter(isOfEntry) },
        { group: ofEntry.length === 0 ? 'Variants' : 'Other variants', items: others },
      ]}
      value={request.variants}
      errors={errors.filter(({ name }) => name === 'variants')}
      onChange={variants => onChange({ variants })}
      onMend={error => onChange({ variants: replaceName(request.variants, error) })}
    />
  )
}

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

/** Selects any number of names that the space offers. Other names can be typed, because the server validates them. */
function NamesPicker(props: NamesPickerProps) {
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
