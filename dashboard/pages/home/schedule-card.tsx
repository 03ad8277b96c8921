// Two cards of the home page: the failed and the next schedules, and the latest activity.
import { Text } from '@mantine/core'
import { IconAlertTriangle, IconClockPause, IconClockPlay } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { ScheduledEntryView } from '../../../src/authoring/schedules/schedule.schema.ts'
import { useSpacePaths } from '../../api/space.ts'
import { ActivityRow } from '../../parts/activity/activity-row.tsx'
import { joinMany } from '../../parts/activity/activity-words.ts'
import { describeRefusal } from '../../parts/entries/place-name.ts'
import { Moment, toTimeZoneName, toWeekdayText } from '../../parts/time/moment.tsx'
import { Card, CardNote } from './card.tsx'
import type { Home } from './use-home.ts'

/** The maximum number of failed schedules to show. */
const shown = 4

/** Lists the next scheduled entries, preceded by failed schedules. */
export function ScheduleCard({ home }: { readonly home: Home }) {
  const paths = useSpacePaths()
  const { failed, next } = home
  const retry = () => void Promise.all([failed.refetch(), next.refetch()])
  const isEmpty = failed.data?.count === 0 && next.data?.count === 0
  return (
    <Card
      title="Schedule"
      more={{ label: 'Open', href: paths.schedule }}
      error={failed.error ?? next.error}
      onRetry={retry}
    >
      {isEmpty ? <CardNote>Nothing is scheduled.</CardNote> : null}
      <ul className="plain-list">
        {failed.data?.list.slice(0, shown).map(one => (
          <FailedSchedule key={one.entry.id} schedule={one} />
        ))}
        {next.data?.list.map(one => (
          <NextSchedule key={one.entry.id} schedule={one} />
        ))}
      </ul>
      {isEmpty ? null : (
        <Text size="xs" c="dimmed" pt={4}>
          Times in {toTimeZoneName()}
        </Text>
      )}
    </Card>
  )
}

function FailedSchedule({ schedule }: { schedule: ScheduledEntryView }) {
  const paths = useSpacePaths()
  const { entry, publishAt } = schedule
  return (
    <li className="card-row card-failed">
      <IconAlertTriangle size={18} stroke={1.7} aria-hidden="true" />
      <div className="card-names">
        <Link href={paths.toEntry(entry.collection, entry.id)} className="card-title">
          {entry.title ?? entry.slug} was not published
        </Link>
        <span className="card-about card-wraps">
          {describeRefusal(schedule)} <Moment at={publishAt} />
        </span>
      </div>
    </li>
  )
}

function NextSchedule({ schedule }: { schedule: ScheduledEntryView }) {
  const paths = useSpacePaths()
  const { entry, publishAt, unpublishAt } = schedule
  const Icon = publishAt === null ? IconClockPause : IconClockPlay
  return (
    <li className="card-row">
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <div className="card-names">
        <Link href={paths.toEntry(entry.collection, entry.id)} className="card-title">
          {entry.title ?? entry.slug}
        </Link>
        <span className="card-about card-wraps">
          {publishAt === null ? null : <Timed text="goes live" at={publishAt} />}
          {publishAt !== null && unpublishAt !== null ? ', ' : null}
          {unpublishAt === null ? null : <Timed text="will be unpublished" at={unpublishAt} />}
        </span>
      </div>
    </li>
  )
}

function Timed({ text, at }: { readonly text: string; readonly at: string }) {
  return (
    <>
      {text} <time dateTime={at}>{toWeekdayText(at, Date.now())}</time>
    </>
  )
}

const rowsShown = 5

/** Lists the latest activity of all users in the space. */
export function LatestActivity({ home }: { readonly home: Home }) {
  const paths = useSpacePaths()
  const { data, error, refetch } = home.latest
  const rows = joinMany(data?.list ?? []).slice(0, rowsShown)
  return (
    <Card
      title="Latest activity"
      more={{ label: 'All activity', href: paths.activity }}
      error={error}
      onRetry={() => void refetch()}
    >
      {rows.length === 0 ? <CardNote>Nothing has happened yet.</CardNote> : null}
      <ul className="plain-list activity">
        {rows.map(row => (
          <ActivityRow key={row[0]!.id} items={row} isOnAnyDay />
        ))}
      </ul>
    </Card>
  )
}
