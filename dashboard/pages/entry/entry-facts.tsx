// The identifiers of an entry, and when it was published.
import { Code, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EntryView } from '../../../src/authoring/entries.schema.ts'
import { EntryState, stateMeanings } from '../../parts/entry-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { toExactText } from '../../parts/moment-text.ts'

/** Two lines in narrow windows. */
const stateHeight = { base: '2.4rem', xs: '1.625rem' }

/** `entry` is undefined while it loads. */
export function EntryFacts({ entry }: { readonly entry: EntryView | undefined }) {
  const live = entry?.live ?? null
  return (
    <Stack gap="md">
      <Group gap="xs" wrap="nowrap" mih={stateHeight}>
        {entry ? <State state={entry.state} /> : <Skeleton height={26} width="min(22rem, 100%)" />}
      </Group>
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm" m={0}>
        <Fact name="Slug">{entry && <Slug draft={entry.slug} live={live?.slug ?? entry.slug} />}</Fact>
        <Fact name="ID">{entry && <Name text={entry.id} />}</Fact>
        <Fact name="Live version">{entry && (live?.version ?? 'None')}</Fact>
        <Fact name="First published">{entry && <Time at={entry.firstPublishedAt} none="Never" />}</Fact>
        <Fact name="Published">{entry && <Time at={live?.publishedAt ?? null} none="Not published" />}</Fact>
        <Fact name="Draft changed">{entry && <Changed entry={entry} />}</Fact>
      </SimpleGrid>
    </Stack>
  )
}

function State({ state }: { readonly state: EntryView['state'] }) {
  return (
    <>
      <EntryState state={state} />
      <Text size="sm" lh={1.3}>
        {stateMeanings[state]}
      </Text>
    </>
  )
}

function Name({ text }: { readonly text: string }) {
  return <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
}

/** Of the draft, and the one under which the entry is served where that is another. */
function Slug({ draft, live }: { readonly draft: string; readonly live: string }) {
  if (live === draft) return <Name text={draft} />
  return (
    <>
      <Name text={draft} />, live as <Name text={live} />
    </>
  )
}

function Changed({ entry: { updatedAt, updatedBy } }: { readonly entry: EntryView }) {
  return (
    <>
      <Moment at={updatedAt} />{' '}
      <Text span inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {updatedBy ? `by ${updatedBy.name}` : null}
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
