// One page of a collection's entries, by slug.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { EntrySummaryView } from '../../../src/authoring/dashboard-content.schema.ts'
import { useSpacePaths } from '../../api/space.ts'
import { EntryState } from '../../parts/entry-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { StackCell, StackName, StackRow, StackTable } from '../../parts/stack-table.tsx'

interface EntriesTableProps {
  readonly entries: readonly EntrySummaryView[]
  /** Whether these are the previous page's entries, while the next page loads. */
  readonly old: boolean
}

const headings = ['Title', 'Slug', 'State', 'Version', 'Published'] as const

export function EntriesTable({ entries, old }: EntriesTableProps) {
  return (
    <div aria-busy={old} style={{ opacity: old ? 0.6 : 1 }}>
      <StackTable label="Entries" headings={headings} hasActions={false} fitsFrom="62em">
        {entries.map(entry => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </StackTable>
    </div>
  )
}

function EntryRow({ entry }: { readonly entry: EntrySummaryView }) {
  const { id, collection, slug, title, state, version, publishedAt } = entry
  const paths = useSpacePaths()
  return (
    <StackRow>
      <StackName>
        <Anchor component={Link} href={paths.toEntry(collection, id)} size="sm" lineClamp={2}>
          {title ?? slug}
        </Anchor>
      </StackName>
      <StackCell label="Slug" wraps>
        <Text component="div" size="sm" ff="monospace">
          {slug}
        </Text>
      </StackCell>
      <StackCell label="State">
        <EntryState state={state} />
      </StackCell>
      <StackCell label="Version">{version ?? 'None'}</StackCell>
      <StackCell label="Published">
        <Moment at={publishedAt} none="Never" />
      </StackCell>
    </StackRow>
  )
}
