// Shows the state of an entry as a dot and a word in one of four colours. Every page uses this component for states.
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EntryState as StoredState } from '../../../src/content/values/model.ts'

/** `scheduled` exists only for display: an entry in any stored state can have a schedule. */
export type ShownState = StoredState | 'scheduled'

export const stateWords: Readonly<Record<ShownState, string>> = {
  live: 'Published',
  changed: 'Changed',
  scheduled: 'Scheduled',
  draft: 'Draft',
  archived: 'Archived',
}

export const stateMeanings: Readonly<Record<ShownState, string>> = {
  live: 'Published, with no unpublished changes',
  changed: 'Published, with unpublished changes',
  scheduled: 'Will be published at the time shown',
  draft: 'Not published',
  archived: 'In the archive, and not published',
}

export type Tone = 'green' | 'amber' | 'blue' | 'gray' | 'red'

const tones: Readonly<Record<ShownState, Tone>> = {
  live: 'green',
  changed: 'amber',
  scheduled: 'blue',
  draft: 'gray',
  archived: 'gray',
}

interface EntryStateProps {
  readonly state: ShownState
  /** Shown after the word, such as a time or `1 problem`: "Scheduled · Tue 09:00". */
  readonly detail?: ReactNode
  /** Shows "Published, with unpublished changes" instead of "Changed" if there is space. */
  readonly long?: boolean
}

export function EntryState({ state, detail, long = false }: EntryStateProps) {
  const word = long && state === 'changed' ? stateMeanings.changed : stateWords[state]
  return <StateBadge word={detail ? [word, ' · ', detail] : word} tone={tones[state]} />
}

/** Returns the state for lists: `scheduled` while a publication is pending, otherwise the stored state. */
export function toShownState(entry: {
  readonly state: StoredState
  readonly schedule: { readonly state: string; readonly publishAt: string | null } | null
}): ShownState {
  const isScheduled = entry.schedule?.state === 'pending' && entry.schedule.publishAt !== null
  return isScheduled && entry.state !== 'archived' ? 'scheduled' : entry.state
}

interface StateBadgeProps {
  readonly word: ReactNode
  readonly tone: Tone
}

/** A badge for similar information, such as a changed field. The colour is never the only information. */
export function StateBadge({ word, tone }: StateBadgeProps) {
  return (
    <span className="state" data-tone={tone}>
      <span>{word}</span>
    </span>
  )
}

export function StateLegend() {
  return (
    <Group component="ul" gap="md" m={0} mt="md" p={0} style={{ listStyle: 'none' }}>
      {(['live', 'changed', 'draft'] as const).map(state => (
        <Group component="li" key={state} gap="xs" wrap="nowrap">
          <EntryState state={state} />
          <Text size="xs" c="dimmed">
            {stateMeanings[state]}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
