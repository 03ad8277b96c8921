// Lists schedules that remain active although their author is about to lose the right to publish.
import { Alert, Anchor, List, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { ScheduledEntryView } from '../../../src/authoring/schedules/schedule.schema.ts'
import type { Actor } from '../../../src/base/caller.ts'
import { usePendingSchedulesBy } from '../../api/content/schedules.ts'
import { useSpacePaths } from '../../api/space.ts'
import { ProblemAlert } from '../forms/problem-alert.tsx'
import { toExactText } from '../time/moment.tsx'

const shownMax = 5

/** Renders nothing if there are none. */
export function RemainingSchedules({ by }: { readonly by: Actor }) {
  const { data, error, refetch } = usePendingSchedulesBy(by)
  const paths = useSpacePaths()
  if (error) {
    return (
      <ProblemAlert
        error={error}
        title="Could not load the schedules of this person or key"
        onRetry={refetch}
      />
    )
  }
  if (!data || data.length === 0) return null
  const rest = data.length - shownMax
  return (
    <Alert color="yellow" variant="light" title="Their schedules stay" mt="sm">
      <Text size="sm" mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {data.length === 1 ? 'This was' : 'These were'} scheduled by {by.name} and will still happen. To
        prevent it, cancel the schedule on the page of the entry.
      </Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {data.slice(0, shownMax).map(({ entry, ...schedule }) => (
          <List.Item key={entry.id}>
            <Anchor component={Link} href={paths.toEntry(entry.collection, entry.id)} inherit c="inherit">
              {entry.title ?? entry.slug}
            </Anchor>
            : {describe(schedule)}
          </List.Item>
        ))}
      </List>
      {rest > 0 ? <Text size="sm">{`And ${rest} more.`}</Text> : null}
    </Alert>
  )
}

function describe({ publishAt, unpublishAt }: Pick<ScheduledEntryView, 'publishAt' | 'unpublishAt'>): string {
  const parts = [
    ...(publishAt ? [`published on ${toExactText(publishAt)}`] : []),
    ...(unpublishAt ? [`unpublished on ${toExactText(unpublishAt)}`] : []),
  ]
  return parts.join(', ')
}
