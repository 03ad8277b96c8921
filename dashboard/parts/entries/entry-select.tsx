// Selects an entry as a filter by searching for its title.

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import type { EntryView } from '../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { useCollection, useEntries, useEntry } from '../../api/content/content.ts'
import { findTitleField } from '../../api/content/models.ts'
import { searchLengthMax } from '../lists/search-input.tsx'
import { ownValue } from './own-value.ts'

const optionsMax = 20
const pauseMilliseconds = 300

interface EntrySelectProps {
  readonly label: string
  /** The label while no entry is selected, for example "Refers to anything". */
  readonly anything: string
  /** API names; empty for all collections. */
  readonly collections: readonly string[]
  /** The id of the entry; empty for any. */
  readonly value: string
  readonly onChange: (id: string) => void
}

export function EntrySelect({ label, anything, collections, value, onChange }: EntrySelectProps) {
  // Not a valid entry id.
  const any = { value: '-', label: anything }
  const chosen = useChosenEntry(value)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, pauseMilliseconds)
  const found = useEntries(
    {
      collection: collections.join(),
      search: search === chosen?.label ? '' : [...search].slice(0, searchLengthMax).join(''),
      sort: 'title',
      perPage: optionsMax,
    },
    { enabled: isOpen },
  )
  const options = (found.data?.list ?? []).map(({ id, title, slug }) => ({ value: id, label: title ?? slug }))
  const others = options.filter(option => option.value !== chosen?.value)
  return (
    <Select
      size="xs"
      className="list-choice"
      aria-label={label}
      placeholder={anything}
      leftSection={<IconLink size={16} stroke={1.7} aria-hidden />}
      comboboxProps={{ withinPortal: false }}
      searchable
      data={chosen ? [any, chosen, ...others] : others}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'No results'}
      value={value === '' ? null : value}
      onChange={id => onChange(id === any.value ? '' : (id ?? ''))}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
    />
  )
}

/** Returns the selected entry with its title. */
export function useChosenEntry(id: string): { readonly value: string; readonly label: string } | null {
  const { data: entry } = useEntry(id)
  const { data: model } = useCollection(entry?.collection ?? '', { enabled: entry !== undefined })
  if (id === '') return null
  return { value: id, label: entry ? titleOf(entry, model) : id }
}

function titleOf({ data, slug }: EntryView, model: CollectionModelView | null | undefined): string {
  const title = ownValue(data, (model && findTitleField(model)?.apiName) ?? '')
  return typeof title === 'string' && title !== '' ? title : slug
}
