// The entries of a collection as a table that can be sorted and selected from.
import { Skeleton, Table, VisuallyHidden } from '@mantine/core'
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import type { Selection } from './bulk/selection.ts'
import {
  type ChosenSort,
  type Column,
  columns as columnNames,
  columnSorts,
  type ListLocation,
} from './list-location.ts'
import './bulk/bulk.css'
import './collection.css'
import { Link } from 'wouter'
import { useSpacePaths } from '../../api/space.ts'
import { EntryStatus } from '../../parts/entries/entry-state.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { WhoAndWhen } from '../../parts/people/person.tsx'
import { Picture } from '../../parts/pictures/picture.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { leaveFrom } from './return-place.ts'

interface EntriesTableProps {
  readonly entries: readonly EntryItemView[]
  readonly columns: readonly Column[]
  /** True if the entries are the previous ones, while new ones load. */
  readonly isOld: boolean
  /** Null if the user's role allows no action on entries. */
  readonly selection: Selection | null
  readonly hasPictures: boolean
  readonly location: ListLocation
}

/**
 * The table of one page of entries. In narrow windows, rows become cards. The ARIA roles are explicit, because the card
 * styles would remove the table roles for screen readers.
 */
export function EntriesTable(props: EntriesTableProps) {
  const { entries, columns, isOld, selection, hasPictures, location } = props
  // Rows are memoized, so their callback must read the latest selection from a ref.
  const newest = useRef(selection)
  useLayoutEffect(() => {
    newest.current = selection
  })
  const select = useCallback(
    (entry: EntryItemView, isRange: boolean) => newest.current?.toggle(entry, isRange),
    [],
  )
  return (
    <div className="entry-list" aria-busy={isOld}>
      <Table aria-label="Entries" role="table">
        <Head columns={columns} selection={selection} location={location} />
        <Table.Tbody role="rowgroup">
          {entries.map(entry => (
            <EntryRow
              key={entry.id}
              entry={entry}
              columns={columns}
              hasPictures={hasPictures}
              isSelected={selection?.has(entry.id) ?? false}
              onSelect={selection ? select : null}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type HeadProps = Pick<EntriesTableProps, 'columns' | 'selection' | 'location'>

function Head({ columns, selection, location }: HeadProps) {
  return (
    <Table.Thead role="rowgroup">
      <Table.Tr role="row">
        {selection ? (
          <Table.Th role="columnheader" scope="col" className="check-cell">
            <PageCheckbox selection={selection} />
          </Table.Th>
        ) : null}
        <SortHeading column="title" name="Title" location={location} />
        {columns.map(column => (
          <SortHeading key={column} column={column} name={columnNames[column]} location={location} />
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

function PageCheckbox({ selection: { page, togglePage } }: { readonly selection: Selection }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = page === 'some'
  }, [page])
  return (
    <label className="row-check">
      <input ref={box} type="checkbox" checked={page === 'all'} onChange={togglePage} />
      <VisuallyHidden>Select this page</VisuallyHidden>
    </label>
  )
}

interface EntriesSkeletonProps extends Pick<EntriesTableProps, 'columns' | 'selection' | 'hasPictures'> {
  readonly rows: number
}

/** A placeholder with the size of the table. */
export function EntriesSkeleton({ rows, columns, selection, hasPictures }: EntriesSkeletonProps) {
  return (
    <div className="entry-list" aria-busy="true">
      <Table aria-hidden="true">
        <Table.Thead>
          <Table.Tr>
            {selection ? <Table.Th className="check-cell" /> : null}
            <Table.Th>Title</Table.Th>
            {columns.map(column => (
              <Table.Th key={column} className={`${column}-cell`}>
                {columnNames[column]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Array.from({ length: rows }, (_, row) => row).map(row => (
            <Table.Tr key={row}>
              {selection ? <Table.Td className="check-cell" /> : null}
              <Table.Th className="title-cell">
                <span className="entry-name">
                  {hasPictures ? <Skeleton width={34} height={41} /> : null}
                  <Skeleton height={14} width="12rem" />
                </span>
              </Table.Th>
              {columns.map(column => (
                <Table.Td key={column}>
                  <Skeleton height={14} width="5rem" />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface EntryRowProps {
  readonly entry: EntryItemView
  readonly columns: readonly Column[]
  readonly hasPictures: boolean
  readonly isSelected: boolean
  /** Null if entries cannot be selected. */
  readonly onSelect: ((entry: EntryItemView, isRange: boolean) => void) | null
}

/** Memoized, because a selection changes only a few of many rows. */
const EntryRow = memo(Row)

function Row({ entry, columns, hasPictures, isSelected, onSelect }: EntryRowProps) {
  const paths = useSpacePaths()
  const { id, collection, slug } = entry
  const title = entry.title ?? slug
  return (
    <Table.Tr role="row" className="entry-row" data-selected={isSelected || undefined}>
      {onSelect ? (
        <Table.Td role="cell" className="check-cell">
          <label className="row-check">
            <input
              type="checkbox"
              checked={isSelected}
              onChange={event => onSelect(entry, (event.nativeEvent as MouseEvent).shiftKey)}
            />
            <VisuallyHidden>Select {title}</VisuallyHidden>
          </label>
        </Table.Td>
      ) : null}
      <Table.Th role="rowheader" scope="row" className="title-cell">
        <span className="entry-name">
          {hasPictures ? <Picture entry={entry} size={34} /> : null}
          <span className="entry-words">
            <Link
              href={paths.toEntry(collection, id)}
              className="entry-link"
              data-entry={id}
              onClick={() => leaveFrom(id)}
            >
              {title}
            </Link>
            <span className="entry-slug">{slug}</span>
          </span>
        </span>
      </Table.Th>
      {columns.map(column => (
        <Table.Td key={column} role="cell" className={`${column}-cell`}>
          {cells[column](entry)}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

const cells: Record<Column, (entry: EntryItemView) => ReactNode> = {
  state: entry => <EntryStatus entry={entry} />,
  published: ({ live }) => <Moment at={live?.publishedAt ?? null} none="–" />,
  created: ({ createdAt, createdBy }) => <WhoAndWhen by={createdBy} at={createdAt} />,
  version: ({ live }) => (live ? formatCount(live.version) : '–'),
  updated: ({ updatedAt, updatedBy }) => <WhoAndWhen by={updatedBy} at={updatedAt} />,
}

interface SortHeadingProps {
  readonly column: Column | 'title'
  readonly name: string
  readonly location: ListLocation
}

/** A column heading that sorts the list, like the select above it. */
function SortHeading({ column, name, location: { parameters, change } }: SortHeadingProps) {
  const sorts: Partial<Record<Column | 'title', readonly [ChosenSort, ChosenSort]>> = columnSorts
  const [first, second] = sorts[column] ?? []
  const common = { role: 'columnheader', scope: 'col', className: `${column}-cell` } as const
  if (!first || !second) return <Table.Th {...common}>{name}</Table.Th>
  const isSorted = parameters.sort === first || parameters.sort === second
  const direction = parameters.sort.startsWith('-') ? 'descending' : 'ascending'
  return (
    <Table.Th {...common} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className="sort-button"
        onClick={() => change({ sort: parameters.sort === first ? second : first })}
      >
        {name}
      </button>
    </Table.Th>
  )
}
