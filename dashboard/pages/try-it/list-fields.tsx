// The other parameters of a query: search, sort and the variant that is looked at; and the fields of the response.
import { SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { FieldError } from '../../api/request.ts'
import { scrollingOptions } from './option-list.ts'
import { Suggestions } from './parameter-error.tsx'
import { listFieldNames, listSortKeys } from './path-options.ts'
import type { QueryModel } from './query-models.ts'
import { replaceName, toErrorText } from './standing-errors.ts'
import { type TryRequest, toNames } from './try-request.ts'

interface FieldsProps {
  readonly request: TryRequest
  readonly models: readonly QueryModel[]
  readonly errors: readonly FieldError[]
  readonly onChange: (part: Partial<TryRequest>) => void
}

export function SearchFields({ request, errors, onChange }: FieldsProps) {
  const field = (name: 'q' | 'queryVariant', label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={request[name]}
      onChange={event => onChange({ [name]: event.currentTarget.value })}
      error={toErrorText(errors.filter(error => error.name === name))}
      autoComplete="off"
      name={name}
    />
  )
  return (
    <SimpleGrid cols={2} spacing="sm">
      {field('q', 'Search', 'Words')}
      {field('queryVariant', 'Query variant', 'Variant ID')}
    </SimpleGrid>
  )
}

export function SortField(props: FieldsProps) {
  const { models, request } = props
  return (
    <NamesField
      {...props}
      name="sort"
      label="Sort"
      description="Up to 3 keys, - before one for descending."
      options={listSortKeys(models, request.collection)}
    />
  )
}

export function DataFields(props: FieldsProps) {
  const { models, request } = props
  return (
    <NamesField
      {...props}
      name="fields"
      label="Fields"
      description="The fields to return; put - before a name to leave it out."
      options={listFieldNames(models, request.collection)}
    />
  )
}

interface NamesFieldProps extends FieldsProps {
  readonly name: 'sort' | 'fields'
  readonly label: string
  readonly description: string
  readonly options: readonly string[]
}

function NamesField({ request, errors, onChange, name, label, description, options }: NamesFieldProps) {
  const id = useId()
  const names = request[name]
  const own = errors.filter(error => error.name === name)
  const mend = (error: FieldError) => {
    document.getElementById(id)?.focus()
    onChange({ [name]: replaceName(names, error) })
  }
  return (
    <Stack gap="xs">
      <TagsInput
        id={id}
        label={label}
        description={description}
        value={[...names]}
        onChange={texts => onChange({ [name]: toNames(texts.join()) })}
        data={[...options]}
        comboboxProps={{ withinPortal: false }}
        {...scrollingOptions}
        splitChars={[',', ' ']}
        classNames={{ pillsList: 'variants-list' }}
        error={toErrorText(own)}
        name={name}
      />
      <Suggestions errors={own} onMend={mend} />
    </Stack>
  )
}
