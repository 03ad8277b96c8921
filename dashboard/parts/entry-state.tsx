// The state of an entry: a coloured word, and what it means.
import { Badge, Group, Text } from '@mantine/core'
import type { EntryState as State } from '../../src/content/model.ts'

const words: Record<State, string> = {
  draft: 'Draft',
  live: 'Live',
  changed: 'Changed',
  archived: 'Archived',
}
const colours: Record<State, string> = {
  draft: 'gray.5',
  live: 'green',
  changed: 'yellow',
  archived: 'gray.5',
}

export const stateMeanings: Record<State, string> = {
  draft: 'Not published',
  live: 'Published, with no unpublished changes',
  changed: 'Published, with unpublished changes',
  archived: 'Out of the way, and not published',
}

export function EntryState({ state }: { readonly state: State }) {
  return <StateBadge word={words[state]} color={colours[state]} />
}

interface StateBadgeProps {
  readonly word: string
  readonly color: string
}

/** Only the dot has the colour: the word keeps the text colour, which is legible in both colour schemes. */
export function StateBadge({ word, color }: StateBadgeProps) {
  return (
    <Badge variant="dot" color={color} tt="none" fw={500} miw="max-content">
      {word}
    </Badge>
  )
}

export function StateLegend() {
  return (
    <Group component="ul" gap="md" m={0} mt="md" p={0} style={{ listStyle: 'none' }}>
      {(['draft', 'live', 'changed'] as const).map(state => (
        <Group component="li" key={state} gap="xs" wrap="nowrap">
          <EntryState state={state} />
          <Text size="sm" c="dimmed">
            {stateMeanings[state]}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
