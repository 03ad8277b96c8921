// Above the list: search, filters, order and columns.
import { Button, Checkbox, NativeSelect, Popover, Stack } from '@mantine/core'
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import type { EntryItemView } from '../../../src/authoring/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models.schema.ts'
import { SearchInput } from '../../parts/search-input.tsx'
import { type ChosenSort, type Column, columns, type ListLocation, sorts } from './list-address.ts'
import { listTargets, ReferenceFilter } from './reference-filter.tsx'

const iconSize = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface ListToolbarProps {
  readonly location: ListLocation
  /** The shown page: the names of who changed its entries are offered as filters. */
  readonly entries: readonly EntryItemView[]
  readonly collection: CollectionModelView
}

export function ListToolbar({ location, entries, collection }: ListToolbarProps) {
  const targets = listTargets(collection)
  return (
    <div className="list-toolbar">
      <SearchInput
        label="Title or slug"
        value={location.address.search}
        onChange={search => location.change({ search })}
      />
      <UpdatedBy location={location} entries={entries} />
      {targets ? <ReferenceFilter location={location} targets={targets} /> : null}
      <span className="list-toolbar-end">
        <Sort location={location} />
        <Columns location={location} />
      </span>
    </div>
  )
}

function UpdatedBy({ location: { address, change }, entries }: Omit<ListToolbarProps, 'collection'>) {
  const names = new Set(entries.flatMap(({ updatedBy }) => (updatedBy ? [updatedBy.name] : [])))
  if (address.updatedBy !== '' && address.updatedBy !== 'me') names.add(address.updatedBy)
  const data = [
    { value: '', label: 'Updated by anyone' },
    { value: 'me', label: 'Updated by me' },
    ...[...names].sort().map(name => ({ value: name, label: `Updated by ${name}` })),
  ]
  return (
    <NativeSelect
      size="xs"
      className="list-choice"
      aria-label="Updated by"
      leftSection={<IconUser {...iconSize} />}
      data={data}
      value={address.updatedBy}
      onChange={event => change({ updatedBy: event.currentTarget.value })}
    />
  )
}

function Sort({ location: { address, change } }: { readonly location: ListLocation }) {
  return (
    <NativeSelect
      size="xs"
      className="list-choice"
      aria-label="Sort by"
      leftSection={<IconArrowsSort {...iconSize} />}
      data={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
      value={address.sort}
      onChange={event => change({ sort: event.currentTarget.value as ChosenSort })}
    />
  )
}

function Columns({ location: { address, change } }: { readonly location: ListLocation }) {
  const names = Object.keys(columns) as Column[]
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus shadow="md">
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconColumns3 {...iconSize} />}
          className="list-columns"
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Checkbox.Group
          value={[...address.columns]}
          aria-label="Columns"
          onChange={chosen => change({ columns: names.filter(name => chosen.includes(name)) })}
        >
          <Stack gap="xs">
            {names.map(name => (
              <Checkbox key={name} value={name} label={columns[name]} size="sm" />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
