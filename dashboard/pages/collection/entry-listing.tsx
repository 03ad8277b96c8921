// The list of a collection with its tabs, search, order and bulk actions.
import { VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { useEntries } from '../../api/content/content.ts'
import { useHasRight } from '../../api/space.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { countEntries } from '../../parts/lists/counts.ts'
import { PageNavigation } from '../../parts/lists/page-navigation.tsx'
import { type ArchivedDrafts, ArchiveUndo } from './bulk/archive-undo.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { BulkDialog, type EndedBulk } from './bulk/bulk-dialog.tsx'
import type { BulkAction } from './bulk/bulk-plan.ts'
import { describeDone } from './bulk/bulk-words.ts'
import { useSelection } from './bulk/selection.ts'
import { EntriesSkeleton, EntriesTable } from './entries-table.tsx'
import { isFiltered, type ListAddress, useListLocation } from './list-address.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { NoEntries } from './no-entries.tsx'
import { useReturnToRow } from './return-place.ts'
import { StateTabs } from './state-tabs.tsx'

const perPage = 50
const skeletonRows = 10

interface EntryListingProps {
  readonly apiName: string
  /** Undefined while loading. */
  readonly collection: CollectionModelView | undefined
}

function toFilter(apiName: string, { state, search, updatedBy, references }: ListAddress) {
  return { collection: apiName, state, search, updatedBy, references }
}

/** Identifies the list that a selection belongs to. It excludes the order, the columns and the page. */
function toListName({ state, search, updatedBy, references }: ListAddress): string {
  return JSON.stringify([state, search, updatedBy, references])
}

export function EntryListing({ apiName, collection }: EntryListingProps) {
  const location = useListLocation()
  const { address, change } = location
  const filter = toFilter(apiName, address)
  const { sort, page, columns } = address
  const { data, error, isPlaceholderData, refetch } = useEntries({
    ...filter,
    ...{ sort, page, perPage, stateCounts: true },
  })
  const entries = data?.list ?? []
  const count = data?.count ?? 0
  const mayWrite = useHasRight('write')
  const selected = useSelection(toListName(address), entries, count)
  const selection = mayWrite ? selected : null
  const [action, setAction] = useState<BulkAction | null>(null)
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
      <VisuallyHidden role="status">
        {data && isFiltered(address) && !isPlaceholderData ? `${countEntries(count)} found` : ''}
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
        <BulkBar selection={selection} count={count} shown={entries.length} onAct={setAction} />
      ) : null}
      {archived ? <ArchiveUndo archived={archived} onEnd={() => setArchived(null)} /> : null}
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
