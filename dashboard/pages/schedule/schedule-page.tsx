// Lists scheduled publications and withdrawals by time, preceded by failed ones with their reasons.
import { Anchor, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ScheduledEntryView } from '../../../src/authoring/schedules/schedule.schema.ts'
import { useSchedules } from '../../api/content/schedules.ts'
import { useHasRight, useSpace, useSpacePaths } from '../../api/space.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import { TableSkeleton } from '../../parts/lists/table-skeleton.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { FailedSchedules, PendingSchedules } from './schedule-tables.tsx'

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
