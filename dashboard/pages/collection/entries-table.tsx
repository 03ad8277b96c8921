// The table of one page of entries. In narrow windows, rows become cards. The ARIA roles are explicit, because the card
// styles would remove the table roles for screen readers.
import { Skeleton, Table, VisuallyHidden } from '@mantine/core'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import type { Selection } from './bulk/selection.ts'
import { EntryRow } from './entry-row.tsx'
import { type Column, columns as columnNames, type ListLocation } from './list-address.ts'
import { SortHeading } from './sort-heading.tsx'
import './bulk/bulk.css'
import './collection.css'

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
