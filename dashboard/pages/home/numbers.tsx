// The numbers of the home page. Each loads and fails independently.
import { Box, Text, VisuallyHidden } from '@mantine/core'
import type { ActivityView } from '../../../src/ops/activity.schema.ts'
import { useActivity } from '../../api/activity.ts'
import { useApiKeysCount } from '../../api/api-keys.ts'
import { type ContentTotals, useContentTotals } from '../../api/content.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { Moment } from '../../parts/moment.tsx'
import { toExactText } from '../../parts/moment-text.ts'
import { NumberCard } from './number-card.tsx'

export function Numbers() {
  const canManageKeys = useHasRight('keys.manage')
  return (
    <Box component="section" mb="xl" aria-labelledby="numbers">
      <VisuallyHidden component="h2" id="numbers">
        Numbers
      </VisuallyHidden>
      <Box
        style={{
          display: 'grid',
          gap: 'var(--mantine-spacing-md)',
          gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))',
        }}
      >
        <ContentCards />
        {canManageKeys ? <KeysCard /> : null}
        <RequestsCard />
        <PublishedCard />
      </Box>
    </Box>
  )
}

function ContentCards() {
  const { data, error, refetch } = useContentTotals()
  const paths = useSpacePaths()
  const shared = { error, onRetry: () => void refetch() }
  return (
    <>
      <NumberCard
        label="Collections"
        href={paths.content}
        value={data && toText(data.collections)}
        remark={data ? describeEntries(data.entries) : null}
        {...shared}
      />
      <NumberCard
        label="Live entries"
        value={data && toText(data.live)}
        remark={data ? describeDrafts(data) : null}
        {...shared}
      />
    </>
  )
}

function PublishedCard() {
  const { data, error, refetch } = useContentTotals()
  const at = data?.lastPublishedAt ?? null
  return (
    <NumberCard
      label="Last published"
      value={
        data && (
          <Text component="span" inherit fz={{ base: 15, lg: 18 }} style={{ whiteSpace: 'nowrap' }}>
            {at === null ? 'Never' : <Moment at={at} />}
          </Text>
        )
      }
      remark={data ? toDay(at) : null}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function describeEntries(entries: number): string {
  return `With ${toText(entries)} ${entries === 1 ? 'entry' : 'entries'}`
}

function describeDrafts({ entries, live }: ContentTotals): string {
  const drafts = entries - live
  if (drafts === 0) return entries === 0 ? 'No entries yet' : 'All entries are live'
  return `${toText(drafts)} ${drafts === 1 ? 'is a draft' : 'are drafts'}`
}

function toDay(at: string | null): string {
  if (at === null) return 'Nothing is live yet'
  return toExactText(at)
}

function KeysCard() {
  const paths = useSpacePaths()
  const { data, error, refetch } = useApiKeysCount()
  return (
    <NumberCard
      label="API keys"
      href={paths.apiKeys}
      value={data === undefined ? undefined : toText(data)}
      remark="Including expired and revoked keys"
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function RequestsCard() {
  const { data, error, refetch } = useActivity()
  return (
    <NumberCard
      label="Requests, last hour"
      value={data && toText(data.requests)}
      remark={data ? describeHits(data) : null}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

/** Never rounds up to 100 %, which means that no request missed the cache. */
function describeHits({ requests, cacheHits }: ActivityView): string {
  if (requests === 0) return 'None on this server'
  return `Cache hit rate on this server: ${Math.floor((cacheHits / requests) * 100)} %`
}

function toText(count: number): string {
  return count.toLocaleString('en')
}
