// How much content the space holds, and how much of it is live.
import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useContentTotals } from '../../api/content.ts'
import { Moment } from '../../parts/moment.tsx'

export function ContentTotals() {
  const { data, isError } = useContentTotals()
  if (isError) return null
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="sm" m={0}>
      <Total label="Collections" value={data?.collections.toLocaleString('en')} />
      <Total label="Entries" value={data?.entries.toLocaleString('en')} />
      <Total label="Live entries" value={data?.live.toLocaleString('en')} />
      <Total label="Last published" value={data && <Moment at={data.lastPublishedAt} />} />
    </SimpleGrid>
  )
}

/** `value` is undefined while it loads. */
function Total({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <Paper withBorder p="md" radius="md">
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} size="lg" fw={600} h="1.8rem" display="flow-root">
        {value ?? <Skeleton height={18} mt={6} width="60%" />}
      </Text>
    </Paper>
  )
}
