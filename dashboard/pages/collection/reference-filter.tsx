// Narrows the list to entries that refer to one: found by its title among the entries that the fields may refer to.
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import { useState } from 'react'
import type { EntryView } from '../../../src/authoring/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models.schema.ts'
import { useCollection, useEntries, useEntry } from '../../api/content.ts'
import { ownValue } from '../../parts/own-value.ts'
import { type ListLocation, searchLengthMax } from './list-address.ts'

const optionsMax = 20
const pauseMilliseconds = 300
/** No id begins so. */
const anything = { value: '-', label: 'Refers to anything' }

/** Null if the collection has no references; empty if one may refer to any collection. */
export function listTargets(collection: CollectionModelView): readonly string[] | null {
  const references = collection.fields.filter(({ type }) => type === 'reference')
  if (references.length === 0) return null
  return references.some(({ to }) => to === undefined)
    ? []
    : [...new Set(references.flatMap(({ to }) => to ?? []))]
}

interface ReferenceFilterProps {
  readonly location: ListLocation
  readonly targets: readonly string[]
}

export function ReferenceFilter({ location: { address, change }, targets }: ReferenceFilterProps) {
  const chosen = useChosen(address.references)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, pauseMilliseconds)
  const found = useEntries(
    {
      collection: targets.join(),
      search: search === chosen?.label ? '' : [...search].slice(0, searchLengthMax).join(''),
      sort: 'title',
      perPage: optionsMax,
    },
    { enabled: isOpen },
  )
  const options = (found.data?.list ?? []).map(({ id, title, slug }) => ({ value: id, label: title ?? slug }))
  const others = options.filter(({ value }) => value !== chosen?.value)
  return (
    <Select
      size="xs"
      className="list-choice"
      aria-label="Refers to"
      placeholder="Refers to anything"
      leftSection={<IconLink size={16} stroke={1.7} aria-hidden />}
      comboboxProps={{ withinPortal: false }}
      searchable
      data={chosen ? [anything, chosen, ...others] : others}
      // The server has searched.
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'Nothing found'}
      value={address.references === '' ? null : address.references}
      onChange={id => change({ references: id === anything.value ? '' : (id ?? '') })}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
    />
  )
}

/** The entry that is chosen, under its title. */
function useChosen(id: string): { readonly value: string; readonly label: string } | null {
  const { data: entry } = useEntry(id)
  const { data: model } = useCollection(entry?.collection ?? '', { enabled: entry !== undefined })
  if (id === '') return null
  return { value: id, label: entry ? titleOf(entry, model) : id }
}

function titleOf({ data, slug }: EntryView, model: CollectionModelView | null | undefined): string {
  const first = model?.fields.find(({ type, many }) => type === 'text' && !many)?.apiName
  const title = ownValue(data, model?.titleField ?? first ?? '')
  return typeof title === 'string' && title !== '' ? title : slug
}
