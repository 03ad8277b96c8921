// Whether the cache works, for owners and admins: one figure and one picture that say so, and what explains them.
import { Box, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { countedMinutesMax } from '../../../src/base/cache-counts.ts'
import type { CacheActivityView } from '../../../src/operations/activity.schema.ts'
import { useActivity } from '../../api/activity.ts'
import { Fold } from '../../parts/fold.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { CacheChart, CacheKey, outcomes } from './cache-chart.tsx'
import { CacheFigures } from './cache-figures.tsx'
import { CacheTable } from './cache-table.tsx'
import { type Sums, sumUp, toPercent, toText } from './cache-text.ts'

export function CacheSection() {
  const { data, error, refetch } = useActivity()
  // Of a member, who is not told. The page asks only where the session says otherwise, which may have changed since.
  if (data?.cache === null) return null
  const cache = data?.cache
  const isSinceStart = cache !== undefined && cache.minutes.length < countedMinutesMax
  return (
    <Box component="section" mb="xl" aria-labelledby="cache">
      <Group gap="0 0.75rem" align="baseline" mb="sm">
        <Title order={2} size="h4" id="cache">
          Cache
        </Title>
        <Text size="sm" c="dimmed">
          {isSinceStart ? (
            <>
              Since the start <Moment at={data?.startedAt ?? null} />
            </>
          ) : (
            'In the last hour'
          )}
        </Text>
      </Group>
      {error ? (
        <ProblemAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Paper withBorder radius="md" p={{ base: 'sm', sm: 'md' }}>
          <Halves cache={cache} isSinceStart={isSinceStart} />
        </Paper>
      )}
    </Box>
  )
}

interface HalvesProps {
  readonly cache: CacheActivityView | undefined
  readonly isSinceStart: boolean
}

function Halves({ cache, isSinceStart }: HalvesProps) {
  const sums = cache && sumUp(cache.minutes)
  const none = isSinceStart ? 'No requests yet' : 'No requests in the last hour'
  return (
    <>
      <div className="cache-halves">
        <div>
          <Headline sums={sums} isOff={cache?.bytesMax === 0} none={none} />
          <CacheChart minutes={cache?.minutes} />
          <Legend sums={sums} />
          {cache && sums && sums.all > 0 ? (
            <Box mt="xs" fz="sm">
              <Fold label="Minute by minute">{() => <CacheTable minutes={cache.minutes} />}</Fold>
            </Box>
          ) : null}
        </div>
        <CacheFigures cache={cache} />
      </div>
      <Text size="xs" c="dimmed" mt="xs">
        Counted by the server that answered this page, for all spaces; of several nodes each counts its own.
      </Text>
    </>
  )
}

interface HeadlineProps {
  readonly sums: Sums | undefined
  readonly isOff: boolean
  /** What is said where nobody has asked. */
  readonly none: string
}

function Headline({ sums, isOff, none }: HeadlineProps) {
  const [figure, remark] = sums ? describe(sums, isOff, none) : []
  return (
    <Group gap="0 0.75rem" align="baseline" mb="xs" mih={36}>
      {figure === undefined ? (
        <Skeleton height={24} width="40%" mt={6} />
      ) : (
        <>
          <Text fz={26} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {figure}
          </Text>
          <Text size="sm">{remark}</Text>
        </>
      )}
    </Group>
  )
}

function describe({ hit, checked, all }: Sums, isOff: boolean, none: string): readonly [string, string?] {
  if (isOff) return ['Off', 'CACHE_BYTES is 0: every answer is made anew']
  if (all === 0) return [none]
  const answers = all === 1 ? 'answer' : 'answers'
  return [toPercent(hit + checked, all), `of ${toText(all)} ${answers} came from the cache`]
}

function Legend({ sums }: { readonly sums: Sums | undefined }) {
  return (
    <Group component="ul" className="plain-list" role="list" gap="0.25rem 1.25rem" mt="sm">
      {outcomes.map(({ outcome, name }) => (
        <Group component="li" key={outcome} gap={6} wrap="nowrap" fz="sm">
          <CacheKey outcome={outcome} />
          <span>
            {name} <b>{sums ? toText(sums[outcome]) : '…'}</b>
          </span>
        </Group>
      ))}
    </Group>
  )
}
