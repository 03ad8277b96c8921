// Changes the selected entries: shows a summary of the effects, the progress, and the failures.
import { useEffect, useState } from 'react'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useHasRight } from '../../../api/space.ts'
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx'
import { keepFocus } from '../../../parts/dialogs/keep-focus.ts'
import { SpaceLine } from '../../../parts/dialogs/space-line.tsx'
import { nameField } from '../../../parts/entries/field-name.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { actionWords } from './bulk-bar.tsx'
import { type BulkAction, planBulk, type ScheduleTimes, toOperations } from './bulk-plan.ts'
import { BulkResult, BulkRunning } from './bulk-result.tsx'
import { BulkSummary, ReadingEntries } from './bulk-summary.tsx'
import type { ChosenEntries } from './selection.ts'
import { type ListFilter, useBulkRun, useSelectedEntries } from './use-bulk.ts'

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
