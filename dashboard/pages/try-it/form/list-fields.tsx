// Inputs for the search, the query variant, and the fields of the response.
import { SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldError } from '../../../api/request.ts'
import { listOwnFields, listReferencedFields, withValues } from '../request/picker-options.ts'
import type { QueryModel } from '../request/query-models.ts'
import { replaceName, toErrorText } from '../request/standing-errors.ts'
import type { TryRequest } from '../request/try-request.ts'
import { NamesPicker } from './names-picker.tsx'
import { scrollingOptions } from './option-list.ts'
import { useVariantOptions } from './variants-picker.tsx'

interface FieldsProps {
  readonly request: TryRequest
  readonly models: readonly QueryModel[]
  readonly errors: readonly FieldError[]
  readonly onChange: (part: Partial<TryRequest>) => void
}

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
