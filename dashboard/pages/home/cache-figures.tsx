// What the cache holds, what it had to let go, and what publishes changed of it: each with a line that explains it.
import { Box, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CacheActivityView } from '../../../src/operations/activity.schema.ts'
import { sumUpCauses, toSize, toText } from './cache-text.ts'

export function CacheFigures({ cache }: { readonly cache: CacheActivityView | undefined }) {
  const overtaken = cache && sumUpCauses(cache.invalidations)
  return (
    <Box
      component="dl"
      m={0}
      style={{ display: 'grid', gap: 'var(--mantine-spacing-sm)', alignContent: 'start' }}
    >
      <Figure
        name="Memory"
        value={cache && `${toSize(cache.bytes)} of ${toSize(cache.bytesMax)}`}
        remark="Held, of what CACHE_BYTES allows"
      />
      <Figure
        name="Evicted"
        value={cache && toText(cache.evictions)}
        remark={
          cache && cache.evictions > 0
            ? 'Went to make room: more fits with a larger CACHE_BYTES'
            : 'Nothing had to make room'
        }
      />
      <Figure
        name="Kept answers that publishes changed"
        value={overtaken && toText(overtaken.all)}
        remark={
          overtaken && overtaken.all > 0
            ? overtaken.causes.map(({ name, count }) => `${toText(count)} by ${name}`).join(', ')
            : 'None had to be made anew for that'
        }
      />
    </Box>
  )
}

interface FigureProps {
  readonly name: string
  /** Undefined while it loads. */
  readonly value: string | undefined
  readonly remark: ReactNode
}

function Figure({ name, value, remark }: FigureProps) {
  return (
    <div>
      <Text component="dt" size="sm" fw={500}>
        {name}
      </Text>
      <Text component="dd" m={0} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value ?? <Skeleton component="span" display="block" height={16} my={4} width="60%" />}
      </Text>
      <Text component="dd" m={0} size="xs" c="dimmed">
        {value === undefined ? ' ' : remark}
      </Text>
    </div>
  )
}
