// The status of an entry in lists: its state, problems and schedule.
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
