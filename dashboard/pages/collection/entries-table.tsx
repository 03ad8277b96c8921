// The entries of a collection on one page, by slug.
import { Anchor, Table, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { EntrySummaryView } from '../../../src/publishing/browse.schema.ts'
import { EntryState } from '../../parts/entry-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ScrollBox } from '../../parts/scroll-box.tsx'
import { paths } from '../../paths.ts'

interface EntriesTableProps {
  readonly entries: readonly EntrySummaryView[]
  /** What stands here is of the page before. */
  readonly old: boolean
}

export function EntriesTable({ entries, old }: EntriesTableProps) {
  return (
    <ScrollBox label="Table of entries">
      <Table verticalSpacing="sm" aria-busy={old} style={{ opacity: old ? 0.6 : 1 }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Title</Table.Th>
            <Table.Th scope="col" visibleFrom="sm">
              Slug
            </Table.Th>
            <Table.Th scope="col">State</Table.Th>
            <Table.Th scope="col" visibleFrom="sm">
              Version
            </Table.Th>
            <Table.Th scope="col">Published</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map(entry => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  )
}

function EntryRow({ entry }: { readonly entry: EntrySummaryView }) {
  const { id, collection, slug, title, state, version, publishedAt } = entry
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} miw="6.5rem">
        <Anchor component={Link} href={paths.toEntry(collection, id)} size="sm" lineClamp={2}>
          {title ?? slug}
        </Anchor>
        <Slug slug={slug} narrow />
      </Table.Th>
      <Table.Td visibleFrom="sm">
        <Slug slug={slug} />
      </Table.Td>
      <Table.Td>
        <EntryState state={state} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{version ?? 'none'}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Moment at={publishedAt} />
      </Table.Td>
    </Table.Tr>
  )
}

/** Under the title where there is no room for a column. */
function Slug({ slug, narrow = false }: { readonly slug: string; readonly narrow?: boolean }) {
  const style = { overflowWrap: 'anywhere' } as const
  return (
    <Text
      component="div"
      size="sm"
      ff="monospace"
      style={style}
      {...(narrow ? { c: 'dimmed', hiddenFrom: 'sm' } : {})}
    >
      {slug}
    </Text>
  )
}
