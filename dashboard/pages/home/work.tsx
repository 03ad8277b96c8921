// What editors have to do: drafts that are not published, what the user changed last, and schedules that failed.
import { Box } from '@mantine/core'
import type { EntryItemView } from '../../../src/authoring/entries.schema.ts'
import { useEntries } from '../../api/content.ts'
import { useFailedSchedules } from '../../api/schedules.ts'
import { useHasRight } from '../../api/space.ts'
import { Moment } from '../../parts/moment.tsx'
import { rowsShown, WorkList } from './work-list.tsx'

export function Work() {
  const canWrite = useHasRight('write')
  return (
    <Box
      mb="xl"
      style={{
        display: 'grid',
        gap: 'var(--mantine-spacing-md)',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(16rem, 100%), 1fr))',
      }}
    >
      <Waiting />
      {canWrite ? <EditedLast /> : null}
      <FailedSchedules />
    </Box>
  )
}

const itself = (entry: EntryItemView) => entry

function Waiting() {
  const { data, error, refetch } = useEntries({ state: 'draft,changed', perPage: rowsShown })
  return (
    <WorkList
      title="Waiting to be published"
      data={data}
      entryOf={itself}
      about={({ live, updatedAt, updatedBy }) => (
        <>
          {live ? 'Changed ' : 'New, changed '}
          <Moment at={updatedAt} />
          {updatedBy ? ` by ${updatedBy.name}` : null}
        </>
      )}
      none="Every draft is published."
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function EditedLast() {
  const { data, error, refetch } = useEntries({ updatedBy: 'me', perPage: rowsShown })
  return (
    <WorkList
      title="Edited by you"
      data={data}
      entryOf={itself}
      about={({ collection, updatedAt }) => (
        <>
          <Moment at={updatedAt} /> in {collection}
        </>
      )}
      none="You have not edited an entry yet."
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function FailedSchedules() {
  const { data, error, refetch } = useFailedSchedules()
  return (
    <WorkList
      title="Failed schedules"
      data={data}
      entryOf={({ entry }) => entry}
      about={({ publishAt, reason }) => (
        <>
          <Moment at={publishAt} />: {reason}
        </>
      )}
      none="No schedule has failed."
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
