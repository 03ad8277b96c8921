// What a list says of an entry: its state, what is wrong with it, and what is going to happen to it.
import { Group } from '@mantine/core'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { countProblems } from '../lists/counts.ts'
import { toShortTime } from '../time/short-time.ts'
import { EntryState, StateBadge } from './entry-state.tsx'

type ListedEntry = Pick<EntryItemView, 'state' | 'problems' | 'schedule'>

export function EntryStatus({ entry: { state, problems, schedule } }: { readonly entry: ListedEntry }) {
  const isPending = schedule?.state === 'pending'
  const publishAt = isPending ? schedule.publishAt : null
  const unpublishAt = isPending ? schedule.unpublishAt : null
  const detail = problems > 0 && state !== 'archived' ? countProblems(problems) : null
  // That a draft is one goes without saying where it is scheduled.
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
