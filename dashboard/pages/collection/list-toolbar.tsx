// The search and the filters above the list, by state, reference, person and schedule.
import { Button, Checkbox, Drawer, NativeSelect, Popover, Stack, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArrowsSort, IconColumns3, IconUser } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import type { StateCounts } from '../../../src/authoring/entries/entry-list.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { EntrySelect } from '../../parts/entries/entry-select.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { SearchInput } from '../../parts/lists/search-input.tsx'
import {
  type ChosenSort,
  type ChosenState,
  type Column,
  columns,
  type ListLocation,
  listStates,
  sorts,
} from './list-location.ts'
import { ViewsMenu } from './views/views-menu.tsx'

const iconSize = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface ListToolbarProps {
  readonly location: ListLocation
  /** The current page, whose authors of changes are offered as filters. */
  readonly entries: readonly EntryItemView[]
  readonly collection: CollectionModelView
}

/** The same breakpoint as in the style sheet. Below it, the toolbar would take four rows. */
const phone = '(max-width: 40rem)'

/** The search, filters, order and columns above the list. On a phone, the filters and the order are in a drawer. */
export function ListToolbar({ location, entries, collection }: ListToolbarProps) {
  const targets = listTargets(collection)
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const search = (
    <SearchInput
      label="Title or address"
      value={location.parameters.search}
      onChange={text => location.change({ search: text })}
    />
  )
  if (isPhone) {
    return (
      <div className="list-toolbar">
        {search}
        <ViewsMenu collection={collection.apiName} location={location} />
        <FilterSheet location={location} entries={entries} targets={targets} />
      </div>
    )
  }
  return (
    <div className="list-toolbar">
      <ViewsMenu collection={collection.apiName} location={location} />
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
  const { updatedBy, references } = location.parameters
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

function UpdatedBy({ location: { parameters, change }, entries }: Omit<ListToolbarProps, 'collection'>) {
  const names = new Set(entries.flatMap(({ updatedBy }) => (updatedBy ? [updatedBy.name] : [])))
  if (parameters.updatedBy !== '' && parameters.updatedBy !== 'me') names.add(parameters.updatedBy)
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
      value={parameters.updatedBy}
      onChange={event => change({ updatedBy: event.currentTarget.value })}
    />
  )
}

function Sort({ location: { parameters, change } }: { readonly location: ListLocation }) {
  return (
    <NativeSelect
      size="xs"
      className="list-choice"
      aria-label="Sort by"
      leftSection={<IconArrowsSort {...iconSize} />}
      data={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
      value={parameters.sort}
      onChange={event => change({ sort: event.currentTarget.value as ChosenSort })}
    />
  )
}

function Columns({ location: { parameters, change } }: { readonly location: ListLocation }) {
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
          value={[...parameters.columns]}
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

interface StateTabsProps {
  readonly location: ListLocation
  /** Undefined while loading. */
  readonly counts: StateCounts | undefined
}

const always: readonly ChosenState[] = ['', 'live', 'changed', 'draft', 'scheduled', 'invalid']

function countOf(state: ChosenState, counts: StateCounts): number {
  return state === '' ? counts.live + counts.changed + counts.draft : counts[state]
}

/** Tabs for the states of entries, with counts. They are links, so that Back returns to the previous tab. */
export function StateTabs({ location: { parameters, hrefFor }, counts }: StateTabsProps) {
  const states = [...always]
  if (parameters.state === 'archived') states.push('archived')
  // Failed schedules are rare, so the tab is shown only if there are any.
  if (parameters.state === 'failed' || (counts?.failed ?? 0) > 0) states.push('failed')
  return (
    <nav aria-label="States" className="state-tabs">
      <ul className="plain-list">
        {states.map(state => (
          <li key={state}>
            <Link
              href={hrefFor({ state })}
              className="state-tab"
              aria-current={parameters.state === state ? 'page' : undefined}
            >
              {listStates[state]}{' '}
              <span className="state-tab-count">{counts ? formatCount(countOf(state, counts)) : ''}</span>
              {counts ? (
                <VisuallyHidden> {countOf(state, counts) === 1 ? 'entry' : 'entries'}</VisuallyHidden>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns null if the collection has no references, and an empty list if one of them allows any collection. */
function listTargets(collection: CollectionModelView): readonly string[] | null {
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

/** Filters the list by a referenced entry, which the user chooses among the allowed targets. */
function ReferenceFilter({ location: { parameters, change }, targets }: ReferenceFilterProps) {
  return (
    <EntrySelect
      label="Refers to"
      anything="Refers to anything"
      collections={targets}
      value={parameters.references}
      onChange={references => change({ references })}
    />
  )
}
