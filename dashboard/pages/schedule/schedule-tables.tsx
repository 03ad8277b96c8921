// The tables of pending schedules by time, and of failed schedules with their reasons.
import { Anchor, Button, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { ScheduledEntryView } from '../../../src/authoring/schedules/schedule.schema.ts'
import { useCollectionNames } from '../../api/content/content.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { describeRefusal } from '../../parts/entries/place-name.ts'
import { StackActions, StackCell, StackName, StackRow, StackTable } from '../../parts/lists/stack-table.tsx'
import { Person } from '../../parts/people/person.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { toExactText } from '../../parts/time/moment-text.ts'

interface SchedulesProps {
  readonly list: readonly ScheduledEntryView[]
  readonly onCancel: (schedule: ScheduledEntryView) => void
}

export function titleOf({ entry }: ScheduledEntryView): string {
  return entry.title ?? entry.slug
}

export function PendingSchedules({ list, onCancel }: SchedulesProps) {
  return (
    <StackTable label="Coming up" headings={['Entry', 'What', 'When', 'By', 'Actions']} fitsFrom="62em">
      {list.map(schedule => (
        <StackRow key={schedule.entry.id}>
          <EntryName schedule={schedule} />
          <StackCell label="What" wraps>
            {schedule.publishAt ? <div>Publish</div> : null}
            {schedule.unpublishAt ? <div>Unpublish</div> : null}
            {schedule.changed ? (
              <Text size="xs" c="dimmed">
                The draft has changed since. The version that was scheduled will be published.
              </Text>
            ) : null}
            <Others schedule={schedule} />
          </StackCell>
          <StackCell label="When">
            <Times schedule={schedule} />
          </StackCell>
          <StackCell label="By">
            <Person by={schedule.createdBy} />
          </StackCell>
          <Cancel schedule={schedule} onCancel={onCancel} />
        </StackRow>
      ))}
    </StackTable>
  )
}

export function FailedSchedules({ list, onCancel }: SchedulesProps) {
  const paths = useSpacePaths()
  return (
    <StackTable label="Failed" headings={['Entry', 'Reason', 'When', 'By', 'Actions']} fitsFrom="62em">
      {list.map(schedule => (
        <StackRow key={schedule.entry.id}>
          <EntryName schedule={schedule} />
          <StackCell label="Reason" wraps>
            {describeRefusal(schedule)}{' '}
            <Anchor
              component={Link}
              href={paths.toEntry(schedule.entry.collection, schedule.entry.id)}
              inherit
            >
              Correct it, then publish or schedule it again
            </Anchor>
          </StackCell>
          <StackCell label="When">
            <Times schedule={schedule} />
          </StackCell>
          <StackCell label="By">
            <Person by={schedule.createdBy} />
          </StackCell>
          <Cancel schedule={schedule} onCancel={onCancel} />
        </StackRow>
      ))}
    </StackTable>
  )
}

function EntryName({ schedule }: { readonly schedule: ScheduledEntryView }) {
  const { collection, id } = schedule.entry
  const paths = useSpacePaths()
  const nameOf = useCollectionNames()
  return (
    <StackName>
      <Anchor
        component={Link}
        href={paths.toEntry(collection, id)}
        size="sm"
        fw={600}
        c="inherit"
        lineClamp={2}
      >
        {titleOf(schedule)}
      </Anchor>
      <Text size="xs" c="dimmed">
        {nameOf(collection)}
      </Text>
    </StackName>
  )
}

/** Names the entries that are published together with this one, and the targets that will be missing. */
function Others({ schedule }: { readonly schedule: ScheduledEntryView }) {
  const { notLive } = schedule
  const [first] = notLive
  const rest = notLive.length - 1
  return (
    <>
      {schedule.with.length > 0 ? (
        <Text size="xs" c="dimmed" className="entry-text">
          {`Together with ${schedule.with.map(one => one.title ?? one.slug).join(', ')}.`}
        </Text>
      ) : null}
      {first ? (
        <Text size="xs" c="var(--state-amber)" className="entry-text">
          {`“${first.title ?? first.slug ?? first.id}”${rest > 0 ? ` and ${rest} more` : ''} will not be published by then, and will be missing on the site.`}
        </Text>
      ) : null}
    </>
  )
}

function Times({ schedule: { publishAt, unpublishAt } }: { readonly schedule: ScheduledEntryView }) {
  return [publishAt, unpublishAt]
    .filter(at => at !== null)
    .map(at => (
      <div key={at}>
        {toExactText(at)}{' '}
        <Text span size="xs" c="dimmed">
          <Moment at={at} />
        </Text>
      </div>
    ))
}

interface CancelProps {
  readonly schedule: ScheduledEntryView
  readonly onCancel: (schedule: ScheduledEntryView) => void
}

function Cancel({ schedule, onCancel }: CancelProps) {
  const mayPublish = useHasRight('publish')
  return (
    <StackActions>
      {mayPublish ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Cancel the schedule of ${titleOf(schedule)}`}
          onClick={() => onCancel(schedule)}
        >
          Cancel
        </Button>
      ) : null}
    </StackActions>
  )
}
