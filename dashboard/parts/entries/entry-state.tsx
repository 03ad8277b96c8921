// The badges for the state of an entry. In lists, its problems and its schedule are beside the state.
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import type { EntryState as StoredState } from '../../../src/content/values/model.ts'
import { countProblems } from '../lists/counts.ts'
import { toShortTime } from '../time/moment.tsx'

/** `scheduled` exists only for display: an entry in any stored state can have a schedule. */
type ShownState = StoredState | 'scheduled'

const stateWords: Readonly<Record<ShownState, string>> = {
  live: 'Published',
  changed: 'Changed',
  scheduled: 'Scheduled',
  draft: 'Draft',
  archived: 'Archived',
}

const stateMeanings: Readonly<Record<ShownState, string>> = {
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

/**
 * Shows the state of an entry as a dot and a word in one of four colours. Every page uses this component for states.
 */
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

type ListedEntry = Pick<EntryItemView, 'state' | 'problems' | 'schedule'>

/** The status of an entry in lists: its state, problems and schedule. */
export function EntryStatus({ entry: { state, problems, schedule } }: { readonly entry: ListedEntry }) {
  const isPending = schedule?.state === 'pending'
  const publishAt = isPending ? schedule.publishAt : null
  const unpublishAt = isPending ? schedule.unpublishAt : null
  const detail = problems > 0 && state !== 'archived' ? countProblems(problems) : null
  // "Draft" is omitted beside a scheduled publication, because it is evident.
  const isSaid = publishAt !== null && state === 'draft' && detail === null
  const toText = (at: string) => toShortTime(at, Date.now())
  return (
    <Group component="span" gap={4}>
      {isSaid ? null : <EntryState state={state} detail={detail} />}
      {publishAt === null ? null : <EntryState state="scheduled" detail={toText(publishAt)} />}
      {unpublishAt === null ? null : <StateBadge word={`Unpublish · ${toText(unpublishAt)}`} tone="blue" />}
      {schedule?.state === 'failed' ? <StateBadge word="Schedule failed" tone="red" /> : null}
    </Group>
  )
}

/** Checks whether the entry has a pending publication or withdrawal. A failed publication is not pending. */
export function isScheduled({ schedule }: Pick<EntryItemView, 'schedule'>): boolean {
  if (schedule === null) return false
  return schedule.unpublishAt !== null || (schedule.publishAt !== null && schedule.state === 'pending')
}
