// Lists the latest activity of all users in the space.
import { useSpacePaths } from '../../api/space.ts'
import { ActivityRow } from '../../parts/activity/activity-row.tsx'
import { joinMany } from '../../parts/activity/activity-words.ts'
import { Card, CardNote } from './card.tsx'
import type { Home } from './use-home.ts'

const shown = 5

export function LatestActivity({ home }: { readonly home: Home }) {
  const paths = useSpacePaths()
  const { data, error, refetch } = home.latest
  const rows = joinMany(data?.list ?? []).slice(0, shown)
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
