// The search, filters, order and columns above the list. On a phone, the filters and the order are in a drawer.
import { Button, Checkbox, Drawer, NativeSelect, Popover, Stack } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { SearchInput } from '../../parts/lists/search-input.tsx'
import { type ChosenSort, type Column, columns, type ListLocation, sorts } from './list-address.ts'
import { listTargets, ReferenceFilter } from './reference-filter.tsx'

const iconSize = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface ListToolbarProps {
  readonly location: ListLocation
  /** The current page, whose authors of changes are offered as filters. */
  readonly entries: readonly EntryItemView[]
  readonly collection: CollectionModelView
}

/** The same breakpoint as in the style sheet. Below it, the toolbar would take four rows. */
const phone = '(max-width: 40rem)'

export function ListToolbar({ location, entries, collection }: ListToolbarProps) {
  const targets = listTargets(collection)
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const search = (
    <SearchInput
      label="Title or address"
      value={location.address.search}
      onChange={text => location.change({ search: text })}
    />
  )
  if (isPhone) {
    return (
      <div className="list-toolbar">
        {search}
        <FilterSheet location={location} entries={entries} targets={targets} />
      </div>
    )
  }
  return (
    <div className="list-toolbar">
      {search}
      <UpdatedBy location={location} entries={entries} />
      {targets ? <ReferenceFilter location={location} targets={targets} /> : null}
      <span className="list-toolbar-end">
        <Sort location={location} />
        <Columns location={location} />
      </span>
    </div>
  )
}

interface FilterSheetProps extends Omit<ListToolbarProps, 'collection'> {
  /** Null if the collection has no references. */
  readonly targets: readonly string[] | null
}

/** Columns are not offered, because cards always show the title, the state and the time. */
function FilterSheet({ location, entries, targets }: FilterSheetProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const { updatedBy, references } = location.address
  const count = [updatedBy, references].filter(value => value !== '').length
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal {...iconSize} />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {count === 0 ? 'Filter and sort' : `Filter and sort (${count})`}
      </Button>
      <Drawer opened={opened} onClose={close} position="bottom" size="22rem" title="Filter and sort">
        <Stack>
          <UpdatedBy location={location} entries={entries} />
          {targets ? <ReferenceFilter location={location} targets={targets} /> : null}
          <Sort location={location} />
          <Button onClick={close}>Show entries</Button>
        </Stack>
      </Drawer>
    </>
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
