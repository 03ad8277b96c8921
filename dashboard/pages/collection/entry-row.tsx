// One entry of the list. The whole row is a link, except for the checkbox.
import { Table, VisuallyHidden } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { useSpacePaths } from '../../api/space.ts'
import { EntryStatus } from '../../parts/entries/entry-status.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { WhoAndWhen } from '../../parts/people/person.tsx'
import { Picture } from '../../parts/pictures/picture.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import type { Column } from './list-address.ts'
import { leaveFrom } from './return-place.ts'

interface EntryRowProps {
  readonly entry: EntryItemView
  readonly columns: readonly Column[]
  readonly hasPictures: boolean
  readonly isSelected: boolean
  /** Null if entries cannot be selected. */
  readonly onSelect: ((entry: EntryItemView, isRange: boolean) => void) | null
}

/** Memoized, because a selection changes only a few of many rows. */
export const EntryRow = memo(Row)

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
