// A column heading that sorts the list, like the select above it.
import { Table } from '@mantine/core'
import { type ChosenSort, type Column, columnSorts, type ListLocation } from './list-address.ts'

interface SortHeadingProps {
  readonly column: Column | 'title'
  readonly name: string
  readonly location: ListLocation
}

export function SortHeading({ column, name, location: { address, change } }: SortHeadingProps) {
  const sorts: Partial<Record<Column | 'title', readonly [ChosenSort, ChosenSort]>> = columnSorts
  const [first, second] = sorts[column] ?? []
  const common = { role: 'columnheader', scope: 'col', className: `${column}-cell` } as const
  if (!first || !second) return <Table.Th {...common}>{name}</Table.Th>
  const isSorted = address.sort === first || address.sort === second
  const direction = address.sort.startsWith('-') ? 'descending' : 'ascending'
  return (
    <Table.Th {...common} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className="sort-button"
        onClick={() => change({ sort: address.sort === first ? second : first })}
      >
        {name}
      </button>
    </Table.Th>
  )
}
