// Shows the number of published entries and the time of the last publication, and for developers the requests of the last
// hour.
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import type { ActivityView } from '../../../src/ops/activity.ts'
import { useApiKeysCount } from '../../api/keys/api-keys.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { formatCount } from '../../parts/lists/counts.ts'
import { useIsForDevelopers } from '../../parts/people/role-labels.ts'
import { Moment } from '../../parts/time/moment.tsx'
import { Card } from './card.tsx'
import type { Home } from './use-home.ts'

export function Delivery({ home }: { readonly home: Home }) {
  const { totals, activity } = home
  const canManageKeys = useHasRight('keys.manage')
  const isForDevelopers = useIsForDevelopers()
  const retry = () => void Promise.all([totals.refetch(), activity.refetch()])
  const { data } = totals
  return (
    <Card
      title={isForDevelopers ? 'Delivery' : 'Published'}
      error={totals.error ?? activity.error}
      onRetry={retry}
    >
      <dl className="figures">
        {isForDevelopers ? (
          <>
            <Figure name="Requests, last hour">{toText(activity.data?.requests)}</Figure>
            <Figure name="Cache hit rate (this server)">{toHitRate(activity.data)}</Figure>
          </>
        ) : null}
        <Figure name="Published entries">
          {toText(data?.live)} of {toText(data?.entries)}
        </Figure>
        <Figure name="Last published">
          <Moment at={data?.lastPublishedAt ?? null} none="Never" />
        </Figure>
        {canManageKeys ? <KeysFigure /> : null}
      </dl>
    </Card>
  )
}

function KeysFigure() {
  const paths = useSpacePaths()
  const { data } = useApiKeysCount()
  return (
    <Figure name="API keys">
      <Anchor component={Link} href={paths.apiKeys} inherit>
        {toText(data)}
      </Anchor>
    </Figure>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Never rounds up to 100 %, which would mean that no request missed the cache. */
function toHitRate(activity: ActivityView | undefined): string {
  if (!activity || activity.requests === 0) return '–'
  return `${Math.floor((activity.cacheHits / activity.requests) * 100)} %`
}

function toText(count: number | undefined): string {
  return count === undefined ? '…' : formatCount(count)
}

const fieldsShown = 3

/** Returns JSON with `…` in place of values. */
export function toSampleResponse({ apiName, fields, live }: CollectionModelView): string {
  const shown = fields.slice(0, fieldsShown).map(field => `"${field.apiName}": …`)
  const data = fields.length > fieldsShown ? [...shown, '…'] : shown
  if (live === 0) return '{\n  "list": [],\n  "count": 0,\n  "pagesCount": 0\n}'
  return `{
  "list": [
    {
      "id": …,
      "slug": …,
      "collection": "${apiName}",
      …
      "data": { ${data.join(', ')} }
    }
  ],
  "count": ${live},
  "pagesCount": ${live}
}`
}
