// One page of a collection's entries, by slug.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { EntryItemView } from '../../../src/authoring/entries.schema.ts'
import { useSpacePaths } from '../../api/space.ts'
import { EntryState } from '../../parts/entry-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { StackCell, StackName, StackRow, StackTable } from '../../parts/stack-table.tsx'

interface EntriesTableProps {
  readonly entries: readonly EntryItemView[]
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

function EntryRow({ entry }: { readonly entry: EntryItemView }) {
  const { id, collection, slug, title, state, live } = entry
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
        <StateNotes entry={entry} />
      </StackCell>
      <StackCell label="Version">{live?.version ?? 'None'}</StackCell>
      <StackCell label="Published">
        <Moment at={live?.publishedAt ?? null} none="Never" />
      </StackCell>
    </StackRow>
  )
}

/** What keeps the draft from going live, and what is going to happen to the entry. */
function StateNotes({ entry: { problems, schedule } }: { readonly entry: EntryItemView }) {
  const notes = [
    ...(problems > 0 ? [problems === 1 ? '1 error' : `${problems} errors`] : []),
    ...(schedule ? [schedule.state === 'failed' ? 'Schedule failed' : 'Scheduled'] : []),
  ]
  return notes.length === 0 ? null : (
    <Text size="xs" c="dimmed">
      {notes.join(' · ')}
    </Text>
  )
}
