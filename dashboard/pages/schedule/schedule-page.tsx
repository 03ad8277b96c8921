// The pending and the failed schedules of the space.
import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ScheduledEntryView } from '../../../src/authoring/schedules/schedule.schema.ts'
import { useCollectionNames } from '../../api/content/content.ts'
import { useCancelSchedule } from '../../api/content/entry-actions.ts'
import { useSchedules } from '../../api/content/schedules.ts'
import { useHasRight, useSpace, useSpacePaths } from '../../api/space.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { describeRefusal } from '../../parts/entries/place-name.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import {
  StackActions,
  StackCell,
  StackName,
  StackRow,
  StackTable,
  TableSkeleton,
} from '../../parts/lists/stack-table.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { Person } from '../../parts/people/person.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { Moment, toExactText } from '../../parts/time/moment.tsx'

/** Lists scheduled publications and withdrawals by time, preceded by failed ones with their reasons. */
export function SchedulePage() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const mayPublish = useHasRight('publish')
  const { role } = useSpace()
  const why = mayPublish ? '' : ` Your role (${roleLabels[role]}) cannot change it.`
  const [cancelled, setCancelled] = useState<ScheduledEntryView | null>(null)
  return (
    <>
      <PageHeader
        title="Schedule"
        about={`What will be published and unpublished, and when. Times are in ${timeZone}.${why}`}
      />
      <Stack gap="xl">
        <Failed onCancel={setCancelled} />
        <Pending onCancel={setCancelled} />
      </Stack>
      <CancelDialog schedule={cancelled} onClose={() => setCancelled(null)} />
    </>
  )
}

interface SectionProps {
  readonly onCancel: (schedule: ScheduledEntryView) => void
}

/** Renders nothing if no schedule has failed. */
function Failed({ onCancel }: SectionProps) {
  const [page, setPage] = usePageParameter('failed')
  const { data, error, refetch, isPlaceholderData } = useSchedules('failed', page)
  if (error) {
    return <ProblemAlert error={error} title="Could not load the failed schedules" onRetry={refetch} />
  }
  if (!data || data.count === 0) return null
  return (
    <section aria-labelledby="failed" aria-busy={isPlaceholderData}>
      <Title order={2} size="h4" mb="sm" id="failed">
        {data.count === 1 ? '1 failed' : `${formatCount(data.count)} failed`}
      </Title>
      <FailedSchedules list={data.list} onCancel={onCancel} />
      <PageNavigation
        page={page}
        pagesCount={data.pagesCount}
        onChange={setPage}
        label="Pages of failed schedules"
      />
    </section>
  )
}

function Pending({ onCancel }: SectionProps) {
  const paths = useSpacePaths()
  const [page, setPage] = usePageParameter()
  const { data, error, refetch, isPlaceholderData } = useSchedules('pending', page)
  return (
    <section aria-labelledby="pending" aria-busy={isPlaceholderData}>
      <Title order={2} size="h4" mb="sm" id="pending">
        Coming up
      </Title>
      <ProblemAlert error={error} title="Could not load the schedule" onRetry={refetch} />
      {data || error ? null : <TableSkeleton columns={5} rows={5} />}
      {data?.count === 0 ? (
        <EmptyState
          title="Nothing is scheduled"
          action={
            <Anchor component={Link} href={paths.content}>
              Go to the content
            </Anchor>
          }
        >
          Open an entry, or select some in a list, to choose when they go live.
        </EmptyState>
      ) : null}
      {data && data.list.length > 0 ? <PendingSchedules list={data.list} onCancel={onCancel} /> : null}
      <PageNavigation page={page} pagesCount={data?.pagesCount ?? 0} onChange={setPage} />
    </section>
  )
}

interface SchedulesProps {
  readonly list: readonly ScheduledEntryView[]
  readonly onCancel: (schedule: ScheduledEntryView) => void
}

/** The tables of pending schedules by time, and of failed schedules with their reasons. */
function titleOf({ entry }: ScheduledEntryView): string {
  return entry.title ?? entry.slug
}

function PendingSchedules({ list, onCancel }: SchedulesProps) {
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
          <LastCells schedule={schedule} onCancel={onCancel} />
        </StackRow>
      ))}
    </StackTable>
  )
}

interface LastCellsProps extends Pick<SchedulesProps, 'onCancel'> {
  readonly schedule: ScheduledEntryView
}

function LastCells({ schedule, onCancel }: LastCellsProps) {
  return (
    <>
      <StackCell label="When">
        <Times schedule={schedule} />
      </StackCell>
      <StackCell label="By">
        <Person by={schedule.createdBy} />
      </StackCell>
      <Cancel schedule={schedule} onCancel={onCancel} />
    </>
  )
}

function FailedSchedules({ list, onCancel }: SchedulesProps) {
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
          <LastCells schedule={schedule} onCancel={onCancel} />
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

interface CancelDialogProps {
  /** Null while the dialog is closed. */
  readonly schedule: ScheduledEntryView | null
  readonly onClose: () => void
}

/** Cancels the schedule of an entry. */
function CancelDialog({ schedule, onClose }: CancelDialogProps) {
  // Keeps the last schedule while the dialog fades out.
  const [shown, setShown] = useState(schedule)
  if (schedule !== null && schedule !== shown) setShown(schedule)
  const { mutate, isPending, error, reset } = useCancelSchedule({
    id: shown?.entry.id ?? '',
    onChanged: () => {},
  })
  const close = () => {
    onClose()
    reset()
  }
  return (
    <ConfirmDialog
      opened={schedule !== null}
      onClose={close}
      title={shown ? `Cancel the schedule of “${titleOf(shown)}”?` : ''}
      confirmLabel="Cancel the schedule"
      closeLabel="Keep it"
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: () => {
            close()
            notifications.show({ message: 'The schedule is cancelled.' })
          },
        })
      }
      pending={isPending}
      error={error}
      errorTitle="Could not cancel the schedule"
    >
      {shown ? describe(shown) : null}
    </ConfirmDialog>
  )
}

function describe({ state, publishAt, unpublishAt }: ScheduledEntryView): string {
  if (state === 'failed' && unpublishAt === null) {
    return 'It failed and will not be tried again. Cancelling removes it from this list.'
  }
  const parts = [
    ...(publishAt !== null && state === 'pending' ? [`go live on ${toExactText(publishAt)}`] : []),
    ...(unpublishAt ? [`be unpublished on ${toExactText(unpublishAt)}`] : []),
  ]
  return `The entry will not ${parts.join(', and will not ')}.`
}
