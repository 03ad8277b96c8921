// Describes the effects of a bulk change before it is executed.
import { Button, Group, List, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import { countEntries } from '../../../parts/lists/counts.ts'
import { toExactText, toTimeZoneName } from '../../../parts/time/moment-text.ts'
import { findTimeErrors } from '../../../parts/time/schedule-times.ts'
import { actionWords } from './bulk-bar.tsx'
import { type BulkAction, type BulkPlan, isLive, type ScheduleTimes } from './bulk-plan.ts'
import { describePlan, nameEntries } from './bulk-words.ts'
import { RefusedEntries } from './refused-entries.tsx'

export function ReadingEntries() {
  return (
    <Stack aria-busy="true" gap="sm">
      <Text size="sm" role="status">
        Reading the selected entries…
      </Text>
      <Skeleton height={14} width="70%" />
      <Skeleton height={14} width="50%" />
    </Stack>
  )
}

interface BulkSummaryProps {
  readonly action: BulkAction
  readonly plan: BulkPlan
  readonly times: ScheduleTimes
  readonly onTimes: (times: ScheduleTimes) => void
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

export function BulkSummary({ action, plan, times, onTimes, onCancel, onConfirm }: BulkSummaryProps) {
  const { able, refused } = plan
  const wrong = action === 'schedule' ? findWrongTime(times, Date.now()) : null
  const isReady = able.length > 0 && wrong === null
  const isDanger = action === 'unpublish' || (action === 'archive' && able.some(isLive))
  const sentences = wrong === null ? describePlan(action, plan) : []
  return (
    <Stack>
      {action === 'schedule' ? <TimeFields times={times} onTimes={onTimes} wrong={wrong} /> : null}
      <List size="sm" spacing={4} aria-label="What will happen">
        {sentences.map(sentence => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {wrong === null && able.length > 0 ? <EntryTitles entries={able} /> : null}
      {wrong === null && refused.length > 0 ? (
        <RefusedEntries
          title={`${countEntries(refused.length)} cannot be ${past[action]}:`}
          refused={refused.map(({ entry, reason }) => ({ entry, reason }))}
        />
      ) : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel} {...(isDanger ? { 'data-autofocus': true } : {})}>
          {able.length === 0 && wrong === null ? 'Close' : 'Cancel'}
        </Button>
        {able.length > 0 || wrong !== null ? (
          <Button disabled={!isReady} onClick={onConfirm} {...(isDanger ? { color: 'red' } : {})}>
            {isReady ? `${actionWords[action]} ${countEntries(able.length)}` : actionWords[action]}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}

function EntryTitles({ entries }: { readonly entries: readonly EntryItemView[] }) {
  return (
    <ul className="plain-list bulk-titles" aria-label="Entries">
      {nameEntries(entries).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles can be the same, and their order does not change
        <li key={index}>{name}</li>
      ))}
    </ul>
  )
}

export const past = {
  publish: 'published',
  unpublish: 'unpublished',
  schedule: 'scheduled',
  archive: 'archived',
} as const

/** Returns why the times cannot be used; null if they can. Empty while no time was entered. */
function findWrongTime({ publishAt, unpublishAt }: ScheduleTimes, now: number): string | null {
  if (publishAt === '' && unpublishAt === '') return ''
  const errors = findTimeErrors({ publishAt, unpublishAt }, now)
  return errors.publishAt ?? errors.unpublishAt
}

interface TimeFieldsProps {
  readonly times: ScheduleTimes
  readonly onTimes: (times: ScheduleTimes) => void
  readonly wrong: string | null
}

function TimeFields({ times, onTimes, wrong }: TimeFieldsProps) {
  const field = (name: keyof ScheduleTimes, label: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      description={
        times[name] === '' ? `In local time: ${toTimeZoneName()}.` : `${toExactText(times[name], 'UTC')} UTC`
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      style={{ flex: '1 1 13rem' }}
      onChange={event => {
        const { value } = event.currentTarget
        onTimes({ ...times, [name]: value === '' ? '' : new Date(value).toISOString() })
      }}
    />
  )
  return (
    <div>
      <Group align="flex-start">
        {field('publishAt', 'Publish on')}
        {field('unpublishAt', 'Unpublish on')}
      </Group>
      <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
        {wrong}
      </Text>
      <Text size="sm" c="dimmed">
        These versions go live, also if the drafts change until then.
      </Text>
    </div>
  )
}
