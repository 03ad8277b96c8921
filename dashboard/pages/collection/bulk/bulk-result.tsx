// Shows the progress of a bulk change, and its failures.
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { countEntries, formatCount } from '../../../parts/lists/counts.ts'
import type { BulkAction, RefusedEntry } from './bulk-plan.ts'
import { past } from './bulk-summary.tsx'
import { describeDone, describeReasons } from './bulk-words.ts'
import { RefusedEntries } from './refused-entries.tsx'
import type { BulkRun } from './use-bulk.ts'

export function BulkRunning({ run }: { readonly run: BulkRun }) {
  const { progress, total } = run
  const handled = progress.done.length + progress.refused.size
  const text = `${formatCount(handled)} of ${countEntries(total)}`
  return (
    <Stack>
      <Progress.Root size="lg">
        <Progress.Section value={(100 * handled) / total} aria-label="Progress" aria-valuetext={text} />
      </Progress.Root>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={run.stop} data-autofocus>
          Stop
        </Button>
      </Group>
    </Stack>
  )
}

interface BulkResultProps {
  readonly action: BulkAction
  readonly run: BulkRun
  readonly entries: readonly EntryItemView[]
  /** Entries that were known to be refused and therefore not sent. */
  readonly known: readonly RefusedEntry[]
  readonly toFieldName: (apiName: string) => string
  readonly onClose: () => void
}

export function BulkResult({ action, run, entries, known, toFieldName, onClose }: BulkResultProps) {
  const { done, refused, unknown } = run.progress
  const named = entries.flatMap(entry => {
    const reasons = refused.get(entry.id)
    return reasons ? [{ entry, reason: describeReasons(reasons, toFieldName) }] : []
  })
  const failed = [...named, ...known]
  const left = run.total - done.length - refused.size - unknown.length
  return (
    <Stack>
      <Text size="sm" role="status">
        {describeDone(action, done.length)}
        {unknown.length > 0
          ? ` The result is unknown for ${countEntries(unknown.length)}: the connection was lost before the server responded.`
          : ''}
        {left > 0 ? ` ${countEntries(left)} ${left === 1 ? 'was' : 'were'} not tried.` : ''}
      </Text>
      <ProblemAlert error={run.error} title="Could not finish" />
      {failed.length > 0 ? (
        <RefusedEntries
          title={`${countEntries(failed.length)} could not be ${past[action]}:`}
          refused={failed}
        />
      ) : null}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  )
}
