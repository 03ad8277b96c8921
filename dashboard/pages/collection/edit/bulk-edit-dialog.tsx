// The dialog that changes one field of several entries: a form, what the change will do, its progress, and its undo.
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import type { BulkProgress } from '../../../api/content/operations.ts'
import { DialogActions, FormDialog, keepFocus, SpaceLine } from '../../../parts/dialogs.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { countEntries } from '../../../parts/lists/counts.ts'
import { BulkRunning, EntryTitles, ReadingEntries, RefusedEntries } from '../bulk/bulk-dialog.tsx'
import { describeReasons, describeRest } from '../bulk/bulk-words.ts'
import type { ChosenEntries } from '../bulk/selection.ts'
import { type BulkRun, type ListFilter, useBulkRun, useSelectedValues } from '../bulk/use-bulk.ts'
import { ChangeForm } from './change-form.tsx'
import {
  type EditPlan,
  type FieldChange,
  planEdits,
  toEditOperations,
  toUndoOperations,
} from './edit-plan.ts'
import { describeEdited, describeEdits } from './edit-words.ts'

interface BulkEditDialogProps {
  readonly opened: boolean
  readonly chosen: ChosenEntries
  /** The number of selected entries. */
  readonly count: number
  readonly filter: ListFilter
  readonly collection: CollectionModelView
  readonly onClose: () => void
  /** Called when entries were changed, because the selection has their previous versions. */
  readonly onChanged: () => void
}

export function BulkEditDialog({ opened, onClose, ...others }: BulkEditDialogProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <FormDialog
      opened={opened}
      onClose={() => {
        if (!isBusy) onClose()
      }}
      onExitTransitionEnd={() => keepFocus(() => document.getElementById('entries'))}
      title="Edit a field"
      centered
      size="lg"
    >
      <SpaceLine />
      <Steps {...others} onClose={onClose} onBusy={setBusy} />
    </FormDialog>
  )
}

interface StepsProps extends Omit<BulkEditDialogProps, 'opened'> {
  readonly onBusy: (isBusy: boolean) => void
}

type Step = 'form' | 'reading' | 'checking' | 'summary' | 'changing' | 'done' | 'undoing' | 'undone'

function Steps({ chosen, count, filter, collection, onClose, onChanged, onBusy }: StepsProps) {
  const [step, setStep] = useState<Step>('form')
  const [change, setChange] = useState<FieldChange | null>(null)
  const [plan, setPlan] = useState<EditPlan>({ edits: [], same: [] })
  const versions = useRef(new Map<string, number>())
  const read = useSelectedValues()
  const goTo = (next: Step) => {
    onBusy(next === 'changing' || next === 'undoing')
    setStep(next)
  }
  const check = useBulkRun((_, error, isStopped) => goTo(error === null && !isStopped ? 'summary' : 'form'), {
    dryRun: true,
  })
  const onStep = (list: readonly { readonly id: string; readonly draftVersion: number }[]) => {
    for (const { id, draftVersion } of list) versions.current.set(id, draftVersion)
  }
  const end = (next: Step) => {
    goTo(next)
    onChanged()
  }
  const run = useBulkRun(() => end('done'), { onStep })
  const undo = useBulkRun(() => end('undone'))
  const toFieldName = (apiName: string) =>
    nameField(collection.fields.find(field => field.apiName === apiName) ?? { apiName })
  const begin = (wanted: FieldChange) => {
    setChange(wanted)
    goTo('reading')
    const { field, variant } = wanted
    read.mutate(
      { chosen, filter, field: field.apiName, variant },
      {
        onSuccess: entries => {
          const found = planEdits(entries, wanted)
          setPlan(found)
          goTo('checking')
          check.start(toEditOperations(found.edits, wanted))
        },
        onError: () => goTo('form'),
      },
    )
  }
  const accepted = new Set(check.progress.done)
  const edits = plan.edits.filter(({ entry }) => accepted.has(entry.id))
  const refusedOf = (progress: BulkProgress) =>
    toRefused(
      plan.edits.map(({ entry }) => entry),
      progress,
      toFieldName,
    )
  if (step === 'reading') return <ReadingEntries />
  if (step === 'checking') return <BulkRunning run={check} />
  if (step === 'changing') return <BulkRunning run={run} />
  if (step === 'undoing') return <BulkRunning run={undo} />
  if (step === 'summary' && change !== null) {
    return (
      <Summary
        plan={plan}
        accepted={accepted}
        refused={refusedOf(check.progress)}
        onBack={() => goTo('form')}
        onConfirm={() => {
          versions.current.clear()
          goTo('changing')
          run.start(toEditOperations(edits, change))
        }}
      />
    )
  }
  if ((step === 'done' || step === 'undone') && change !== null) {
    const last = step === 'done' ? run : undo
    return (
      <Result
        isUndone={step === 'undone'}
        run={last}
        refused={refusedOf(last.progress)}
        onClose={onClose}
        onUndo={() => {
          goTo('undoing')
          undo.start(toUndoOperations(edits, change, versions.current))
        }}
      />
    )
  }
  return (
    <>
      <ChangeForm collection={collection} change={change} count={count} onCancel={onClose} onSubmit={begin} />
      <ProblemAlert error={read.error ?? check.error} title="Could not check the change" />
    </>
  )
}

interface Refused {
  readonly entry: EntryItemView
  readonly reason: string
}

function toRefused(
  entries: readonly EntryItemView[],
  { refused }: BulkProgress,
  toFieldName: (apiName: string) => string,
): readonly Refused[] {
  return entries.flatMap(entry => {
    const reasons = refused.get(entry.id)
    return reasons ? [{ entry, reason: describeReasons(reasons, toFieldName) }] : []
  })
}

interface SummaryProps {
  readonly plan: EditPlan
  /** The ids of the entries that the dry run accepted. */
  readonly accepted: ReadonlySet<string>
  readonly refused: readonly Refused[]
  readonly onBack: () => void
  readonly onConfirm: () => void
}

function Summary({ plan, accepted, refused, onBack, onConfirm }: SummaryProps) {
  const able = plan.edits.flatMap(({ entry }) => (accepted.has(entry.id) ? [entry] : []))
  return (
    <Stack>
      <List size="sm" spacing={4} aria-label="What will happen">
        {describeEdits(plan, accepted).map(sentence => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {able.length > 0 ? <EntryTitles entries={able} /> : null}
      {refused.length > 0 ? (
        <RefusedEntries title={`${countEntries(refused.length)} cannot be changed:`} refused={refused} />
      ) : null}
      <DialogActions
        onClose={onBack}
        closeLabel="Back"
        confirmLabel={able.length === 0 ? null : `Change ${countEntries(able.length)}`}
        onConfirm={onConfirm}
        focus={able.length === 0 ? 'close' : 'confirm'}
      />
    </Stack>
  )
}

interface ResultProps {
  readonly isUndone: boolean
  readonly run: BulkRun
  readonly refused: readonly Refused[]
  readonly onClose: () => void
  readonly onUndo: () => void
}

function Result({ isUndone, run, refused, onClose, onUndo }: ResultProps) {
  const { progress, total, error } = run
  const { done } = progress
  return (
    <Stack>
      <Text size="sm" role="status">
        {[describeEdited(done.length, isUndone), ...describeRest(progress, total)].join(' ')}
      </Text>
      <ProblemAlert error={error} title="Could not finish" />
      {refused.length > 0 ? (
        <RefusedEntries title={`${countEntries(refused.length)} could not be changed:`} refused={refused} />
      ) : null}
      <Group justify="flex-end" gap="sm">
        {isUndone || done.length === 0 ? null : (
          <Button variant="default" onClick={onUndo}>
            Undo
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  )
}
