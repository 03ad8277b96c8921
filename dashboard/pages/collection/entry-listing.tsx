// The list of a collection with its tabs, search, order and bulk actions.
import { Anchor, Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { type EntryList, useEntries } from '../../api/content/content.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { ImportCommand } from '../../parts/code/import-command.tsx'
import { NewEntryButton } from '../../parts/entries/new-entry-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { countEntries, formatCount } from '../../parts/lists/counts.ts'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation } from '../../parts/lists/page-navigation.tsx'
import { Fold } from '../../parts/page/fold.tsx'
import { type ArchivedDrafts, ArchiveUndo, BulkBar } from './bulk/bulk-bar.tsx'
import { BulkDialog, type EndedBulk } from './bulk/bulk-dialog.tsx'
import type { BulkAction } from './bulk/bulk-plan.ts'
import { describeDone } from './bulk/bulk-words.ts'
import { useSelection } from './bulk/selection.ts'
import type { ListFilter } from './bulk/use-bulk.ts'
import { EntriesSkeleton, EntriesTable } from './entries-table.tsx'
import { FilterBar } from './filter/filter-bar.tsx'
import {
  isFiltered,
  type ListLocation,
  type ListParameters,
  listStates,
  useListLocation,
} from './list-location.ts'
import { ListToolbar, StateTabs } from './list-toolbar.tsx'
import { useReturnToRow } from './return-place.ts'
import { GoneFields } from './views/gone-fields.tsx'

/** A separate bundle, because it has the inputs of all field types. */
const BulkEditDialog = lazy(async () => ({
  default: (await import('./edit/bulk-edit-dialog.tsx')).BulkEditDialog,
}))

const perPage = 50
const skeletonRows = 10

interface EntryListingProps {
  readonly apiName: string
  /** Undefined while loading. */
  readonly collection: CollectionModelView | undefined
}

function toFilter(
  apiName: string,
  { state, search, updatedBy, references, conditions }: ListParameters,
): ListFilter {
  return { collection: apiName, state, search, updatedBy, references, conditions }
}

/** Identifies the list that a selection belongs to. It excludes the order, the columns and the page. */
function toListName({ state, search, updatedBy, references, conditions }: ListParameters): string {
  return JSON.stringify([state, search, updatedBy, references, conditions])
}

export function EntryListing({ apiName, collection }: EntryListingProps) {
  const location = useListLocation()
  const { parameters, change } = location
  const filter = toFilter(apiName, parameters)
  const { sort, page, columns } = parameters
  const { data, error, isPlaceholderData, refetch } = useEntries({
    ...filter,
    ...{ sort, page, perPage, stateCounts: true },
  })
  const entries = data?.list ?? []
  const count = data?.count ?? 0
  const mayWrite = useHasRight('write')
  const selected = useSelection(toListName(parameters), entries, count)
  const selection = mayWrite ? selected : null
  const [action, setAction] = useState<BulkAction | null>(null)
  const [isEditing, setEditing] = useState(false)
  const [archived, setArchived] = useState<ArchivedDrafts | null>(null)
  useReturnToRow(data !== undefined && collection !== undefined)
  const hasPictures = collection?.fields.some(({ type }) => type === 'asset') ?? false
  const onEnd = ({ action: ended, done, left, isWhole }: EndedBulk) => {
    selected.select(left)
    const drafts = done.filter(({ state }) => state === 'draft')
    if (ended === 'archive' && drafts.length > 0) setArchived({ entries: drafts, count: done.length })
    else if (isWhole) notifications.show({ message: describeDone(ended, done.length) })
  }
  // The list is rendered after the model has loaded, because the model determines the filters and pictures, and the layout
  // must not move.
  const isShown = data !== undefined && collection !== undefined
  const isLoading = !isShown && !error
  const table = { columns, selection, hasPictures }
  return (
    <section id="entries" tabIndex={-1} aria-label={`Entries of ${collection?.name ?? apiName}`}>
      <StateTabs location={location} counts={data?.states} />
      {collection ? (
        <ListToolbar location={location} entries={entries} collection={collection} />
      ) : (
        <div className="list-toolbar" />
      )}
      {collection ? <FilterBar collection={collection} location={location} /> : null}
      <GoneFields collection={apiName} view={parameters.view} />
      <VisuallyHidden role="status">
        {data && isFiltered(parameters) && !isPlaceholderData ? `${countEntries(count)} found` : ''}
      </VisuallyHidden>
      <ProblemAlert error={error} onRetry={refetch} title="Could not load the entries" />
      {isLoading ? (
        <EntriesSkeleton key={String(collection === undefined)} {...table} rows={skeletonRows} />
      ) : null}
      {isShown && entries.length === 0 ? (
        <NoEntries location={location} list={data} apiName={apiName} name={collection?.name ?? apiName} />
      ) : null}
      {isShown && entries.length > 0 ? (
        <EntriesTable {...table} entries={entries} isOld={isPlaceholderData} location={location} />
      ) : null}
      <PageNavigation
        page={page}
        pagesCount={data?.pagesCount ?? 0}
        onChange={next => change({ page: next }, { isStep: true })}
      />
      {selection && selection.count > 0 ? (
        <BulkBar
          selection={selection}
          count={count}
          shown={entries.length}
          onAct={setAction}
          onEdit={() => setEditing(true)}
        />
      ) : null}
      {archived ? <ArchiveUndo archived={archived} onEnd={() => setArchived(null)} /> : null}
      {collection ? (
        <Suspense>
          <OnceOpened isOpen={isEditing}>
            <BulkEditDialog
              opened={isEditing}
              chosen={selected.chosen}
              count={selected.count}
              filter={filter}
              collection={collection}
              onClose={() => setEditing(false)}
              onChanged={selected.clear}
            />
          </OnceOpened>
        </Suspense>
      ) : null}
      <BulkDialog
        action={action}
        chosen={selected.chosen}
        filter={filter}
        collection={collection}
        onClose={() => setAction(null)}
        onEnd={onEnd}
      />
    </section>
  )
}

interface OnceOpenedProps {
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** Renders nothing until it is first opened, so that the bundle of its children is loaded only then. */
function OnceOpened({ isOpen, children }: OnceOpenedProps) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? children : null
}

interface NoEntriesProps {
  readonly location: ListLocation
  readonly list: EntryList
  /** The API name of the collection. */
  readonly apiName: string
  readonly name: string
}

/** Explains why the list is empty, with an action. */
function NoEntries({ location: { parameters, change }, list, apiName, name }: NoEntriesProps) {
  const act = (text: string, onClick: () => void) => (
    <Button variant="default" onClick={onClick}>
      {text}
    </Button>
  )
  if (list.count > 0) {
    const first = act('Go to the first page', () => change({ page: 1 }))
    return <EmptyState title="This page does not exist" action={first} />
  }
  if (!isFiltered(parameters)) return <EmptyCollection apiName={apiName} name={name} list={list} />
  const { search, state } = parameters
  const title =
    search !== ''
      ? `No results for “${search}”`
      : state === ''
        ? 'No results for these filters'
        : `Nothing under “${listStates[state]}”`
  const clear = () =>
    change({ search: '', state: '', updatedBy: '', references: '', view: '', conditions: [] })
  return <EmptyState title={title} action={act('Clear filters', clear)} />
}

function EmptyCollection({ apiName, name, list }: Omit<NoEntriesProps, 'location'>) {
  const paths = useSpacePaths()
  const mayWrite = useHasRight('write')
  const canModel = useHasRight('model')
  const archived = list.states?.archived ?? 0
  return (
    <EmptyState
      title={`${name}: nothing here yet`}
      action={
        <Stack gap="sm" align="flex-start">
          {mayWrite ? (
            <Group>
              <NewEntryButton collection={apiName} name={name} />
            </Group>
          ) : null}
          {archived > 0 ? (
            <Anchor component={Link} href={`${paths.toCollection(apiName)}?state=archived`} size="sm">
              {archived === 1 ? '1 archived entry' : `${formatCount(archived)} archived entries`}
            </Anchor>
          ) : null}
          {canModel ? (
            <Anchor component={Link} href={paths.toModel(apiName)} size="sm">
              Change its fields
            </Anchor>
          ) : null}
          {mayWrite ? <Fold label="Import">{() => <ImportCommand />}</Fold> : null}
        </Stack>
      }
    >
      {mayWrite
        ? 'Write the first entry, or import existing content.'
        : 'Entries appear here as they are written.'}
    </EmptyState>
  )
}
