// The identifiers of an entry, and when it was published.
import { Code, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EntryDetailView } from '../../../src/authoring/dashboard-content.schema.ts'
import { EntryState, stateMeanings } from '../../parts/entry-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { toExactText } from '../../parts/moment-text.ts'

/** Two lines in narrow windows. */
const stateHeight = { base: '2.4rem', xs: '1.625rem' }

/** `entry` is undefined while it loads. */
export function EntryFacts({ entry }: { readonly entry: EntryDetailView | undefined }) {
  const live = entry?.live ?? null
  return (
    <Stack gap="md">
      <Group gap="xs" wrap="nowrap" mih={stateHeight}>
        {entry ? <State state={entry.state} /> : <Skeleton height={26} width="min(22rem, 100%)" />}
      </Group>
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm" m={0}>
        <Fact name="Slug">{entry && <Code style={{ overflowWrap: 'anywhere' }}>{entry.slug}</Code>}</Fact>
        <Fact name="ID">{entry && <Code style={{ overflowWrap: 'anywhere' }}>{entry.id}</Code>}</Fact>
        <Fact name="Live version">{entry && (live?.version ?? 'None')}</Fact>
        <Fact name="First published">{entry && <Time at={entry.firstPublishedAt} none="Never" />}</Fact>
        <Fact name="Published">{entry && <Time at={live?.publishedAt ?? null} none="Not published" />}</Fact>
      </SimpleGrid>
    </Stack>
  )
}

function State({ state }: { readonly state: EntryDetailView['state'] }) {
  return (
    <>
      <EntryState state={state} />
      <Text size="sm" lh={1.3}>
        {stateMeanings[state]}
      </Text>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} size="sm" mih={26} display="flow-root">
        {children ?? <Skeleton height={14} my={6} width="60%" />}
      </Text>
    </div>
  )
}

function Time({ at, none }: { readonly at: string | null; readonly none: string }) {
  if (at === null) return <span>{none}</span>
  return (
    <>
      <Moment at={at} />{' '}
      <Text span inherit c="dimmed">
        {toExactText(at)}
      </Text>
    </>
  )
}
