// Lists entries that could not be changed, each with a reason and a link.
import { Anchor, List, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { formatCount } from '../../../parts/lists/counts.ts'

/** The maximum length of a readable list in a dialog. */
const shownMax = 100

interface RefusedEntriesProps {
  readonly title: string
  readonly refused: readonly { readonly entry: EntryItemView; readonly reason: string }[]
}

export function RefusedEntries({ title, refused }: RefusedEntriesProps) {
  const paths = useSpacePaths()
  const rest = refused.length - shownMax
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="refused-entries" aria-label={title} tabIndex={0}>
        <List size="sm" spacing={2}>
          {refused.slice(0, shownMax).map(({ entry, reason }) => (
            <List.Item key={entry.id}>
              <Anchor component={Link} href={paths.toEntry(entry.collection, entry.id)} inherit>
                {entry.title ?? entry.slug}
              </Anchor>{' '}
              {reason}
            </List.Item>
          ))}
        </List>
        {rest > 0 ? <Text size="sm">{`And ${formatCount(rest)} more.`}</Text> : null}
      </section>
    </div>
  )
}
