// The dialog of an action on several entries: what it will do, and what it did.

import { Anchor, Button, Group, List, Progress, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useHasRight, useSpacePaths } from '../../../api/space.ts'
import { DialogActions, FormDialog, keepFocus, SpaceLine } from '../../../parts/dialogs.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { countEntries, formatCount } from '../../../parts/lists/counts.ts'
import { findTimeErrors } from '../../../parts/time/local-time.tsx'
import { toExactText, toTimeZoneName } from '../../../parts/time/moment.tsx'
import { actionWords } from './bulk-bar.tsx'
import {
  type BulkAction,
  type BulkPlan,
  isLive,
  planBulk,
  type RefusedEntry,
  type ScheduleTimes,
  toOperations,
} from './bulk-plan.ts'
import { describeDone, describePlan, describeReasons, describeRest, nameEntries } from './bulk-words.ts'
import type { ChosenEntries } from './selection.ts'
import { type BulkRun, type ListFilter, useBulkRun, useSelectedEntries } from './use-bulk.ts'

export interface EndedBulk {
  readonly action: BulkAction
  readonly done: readonly EntryItemView[]
  /** The entries that were refused or not tried. */
  readonly left: readonly EntryItemView[]
  /** True if everything succeeded. Otherwise the dialog stays open and lists the failures. */
  readonly isWhole: boolean
}

interface BulkDialogProps {
  /** Null while the dialog is closed. */
  readonly action: BulkAction | null
  readonly chosen: ChosenEntries
  readonly filter: ListFilter
  readonly collection: CollectionModelView | undefined
  readonly onClose: () => void
  readonly onEnd: (ended: EndedBulk) => void
}

/** Changes the selected entries: shows a summary of the effects, the progress, and the failures. */
export function BulkDialog({ action, onClose, ...others }: BulkDialogProps) {
  const [isBusy, setBusy] = useState(false)
  // Keeps the last action while the dialog fades out.
  const [shown, setShown] = useState(action)
  if (action !== null && shown !== action) setShown(action)
  return (
    <FormDialog
      opened={action !== null}
      onClose={() => {
        if (!isBusy) onClose()
      }}
      // The bar with the focused button disappears with the selection.
      onExitTransitionEnd={() => {
        setShown(null)
        keepFocus(() => document.getElementById('entries'))
      }}
      title={shown === null ? '' : `${actionWords[shown]} entries`}
      centered
      size="lg"
    >
      <SpaceLine />
      {shown === null ? null : (
        <Steps key={shown} {...others} action={shown} onClose={onClose} onBusy={setBusy} />
      )}
    </FormDialog>
  )
}

interface StepsProps extends BulkDialogProps {
  readonly action: BulkAction
  readonly onBusy: (isBusy: boolean) => void
}

function Steps({ action, chosen, filter, collection, onClose, onEnd, onBusy }: StepsProps) {
  const mayPublish = useHasRight('publish')
  const [times, setTimes] = useState<ScheduleTimes>({ publishAt: '', unpublishAt: '' })
  const { data: entries, error, mutate: read } = useSelectedEntries()
  const run = useBulkRun((progress, thrown) => {
    onBusy(false)
    const isWhole = thrown === null && progress.done.length + plan.same.length === plan.count
    const ids = new Set(progress.done)
    const done = plan.able.filter(({ id }) => ids.has(id))
    onEnd({ action, done, left: plan.able.filter(({ id }) => !ids.has(id)), isWhole })
    if (isWhole) onClose()
  })
  const plan = planBulk(action, entries ?? [], { mayPublish, times })
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the selection once, when the dialog opens
  useEffect(() => read({ chosen, filter }), [read])
  if (error) {
    const retry = () => read({ chosen, filter })
    return <ProblemAlert error={error} title="Could not load the selected entries" onRetry={retry} />
  }
  if (!entries) return <ReadingEntries />
  if (run.state === 'running') return <BulkRunning run={run} />
  if (run.state === 'ended') {
    const toFieldName = (apiName: string) =>
      nameField(collection?.fields.find(field => field.apiName === apiName) ?? { apiName })
    return (
      <BulkResult
        action={action}
        run={run}
        entries={entries}
        known={plan.refused}
        toFieldName={toFieldName}
        onClose={onClose}
      />
    )
  }
  return (
    <BulkSummary
      action={action}
      plan={plan}
      times={times}
      onTimes={setTimes}
      onCancel={onClose}
      onConfirm={() => {
        onBusy(true)
        run.start(toOperations(action, plan.able, times))
      }}
    />
  )
}

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

/** Describes the effects of a bulk change before it is executed. */
function BulkSummary({ action, plan, times, onTimes, onCancel, onConfirm }: BulkSummaryProps) {
  const { able, refused } = plan
  const wrong = action === 'schedule' ? findWrongTime(times, Date.now()) : null
  const isReady = able.length > 0 && wrong === null
  const isImpossible = able.length === 0 && wrong === null
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
      <DialogActions
        onClose={onCancel}
        closeLabel={isImpossible ? 'Close' : 'Cancel'}
        confirmLabel={
          isImpossible ? null : `${actionWords[action]}${isReady ? ` ${countEntries(able.length)}` : ''}`
        }
        onConfirm={onConfirm}
        disabled={!isReady}
        danger={isDanger}
        focus={isDanger ? 'close' : undefined}
      />
    </Stack>
  )
}

export function EntryTitles({ entries }: { readonly entries: readonly EntryItemView[] }) {
  return (
    <ul className="plain-list bulk-titles" aria-label="Entries">
      {nameEntries(entries).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles can be the same, and their order does not change
        <li key={index}>{name}</li>
      ))}
    </ul>
  )
}

const past = {
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

/** Shows the progress of a bulk change, and its failures. */
function BulkResult({ action, run, entries, known, toFieldName, onClose }: BulkResultProps) {
  const { done, refused } = run.progress
  const named = entries.flatMap(entry => {
    const reasons = refused.get(entry.id)
    return reasons ? [{ entry, reason: describeReasons(reasons, toFieldName) }] : []
  })
  const failed = [...named, ...known]
  return (
    <Stack>
      <Text size="sm" role="status">
        {[describeDone(action, done.length), ...describeRest(run.progress, run.total)].join(' ')}
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

/** The maximum length of a readable list in a dialog. */
const shownMax = 100

interface RefusedEntriesProps {
  readonly title: string
  readonly refused: readonly { readonly entry: EntryItemView; readonly reason: string }[]
}

/** Lists entries that could not be changed, each with a reason and a link. */
export function RefusedEntries({ title, refused }: RefusedEntriesProps) {
  const paths = useSpacePaths()
  const rest = refused.length - shownMax
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="refused-entries" aria-label={title} tabIndex={0}>
        <List size="sm" spacing={2}>
          {refused.slice(0, shownMax).map(({ entry, reason }) => (
            <List.Item key={entry.id}>
              <Anchor component={Link} href={paths.toEntry(entry.collection, entry.id)} inherit>
                {entry.title ?? entry.slug}
              </Anchor>{' '}
              {reason}
            </List.Item>
          ))}
        </List>
        {rest > 0 ? <Text size="sm">{`And ${formatCount(rest)} more.`}</Text> : null}
      </section>
    </div>
  )
}
