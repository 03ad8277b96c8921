// The page of one model. Changes are prepared here, and applied together after the user has seen their report.
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useRefreshContent } from '../../../api/content/content.ts'
import { useHasRight, useSpacePaths } from '../../../api/space.ts'
import { keepFocus } from '../../../parts/dialogs/keep-focus.ts'
import { NewEntryButton } from '../../../parts/entries/new-entry-button.tsx'
import { PageHeader } from '../../../parts/page/page-header.tsx'
import { Trail } from '../../../parts/page/trail.tsx'
import { ChangeBar } from '../change/change-bar.tsx'
import { isConflict, useModelChange } from '../change/use-model-change.ts'
import { FieldDialog, type OpenField } from '../field/field-dialog.tsx'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { type RemovedField, ReviewDialog } from '../report/review-dialog.tsx'
import { ChangeNotes } from './change-notes.tsx'
import { CollectionSide } from './collection-side.tsx'
import { FieldsCard } from './fields-card.tsx'
import { StartWriting } from './start-writing.tsx'

type OpenDialog = { readonly kind: 'review' } | { readonly kind: 'field'; readonly field: OpenField } | null

/** Moves the focus to the list, because the button that opened the dialog may have disappeared with its row. */
function returnFocus(): void {
  keepFocus(() => document.getElementById('fields'))
}

export function ModelEditing({ model }: { readonly model: CollectionModelView }) {
  const paths = useSpacePaths()
  const prepared = useModelChange(model)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [removed, setRemoved] = useState<readonly RemovedField[]>([])
  useNewestModel(prepared.error)
  const { shown } = prepared
  const close = () => setDialog(null)
  // Closes the review dialog, because the page shows the conflict. Another dialog stays open with its input.
  const { isOutdated } = prepared
  useEffect(() => {
    if (isOutdated) setDialog(before => (before?.kind === 'review' ? null : before))
  }, [isOutdated])
  const review = () => {
    prepared.tryAgain()
    setDialog({ kind: 'review' })
  }
  return (
    <>
      <Trail above={[{ text: 'Content model', path: paths.model }]} here={shown.name} />
      <PageHeader title={shown.name} about={shown.description} actions={<Actions model={model} />} />
      <div className="model-columns">
        <div className="model-main">
          <ReadOnlyNote />
          <ChangeNotes prepared={prepared} removed={removed} />
          <StartWriting model={model} isChanging={prepared.operations.length > 0} />
          <FieldsCard
            model={model}
            prepared={prepared}
            onOpen={field => setDialog({ kind: 'field', field })}
          />
        </div>
        <CollectionSide model={model} prepared={prepared} />
      </div>
      <ChangeBar prepared={prepared} onReview={review} />
      <FieldDialog
        field={dialog?.kind === 'field' ? dialog.field : null}
        prepared={prepared}
        onClose={close}
        onExit={returnFocus}
      />
      <ReviewDialog
        opened={dialog?.kind === 'review'}
        model={model}
        prepared={prepared}
        onClose={close}
        onExit={returnFocus}
        onApplied={setRemoved}
      />
    </>
  )
}

function Actions({ model: { apiName, name, singleton, entries } }: { readonly model: CollectionModelView }) {
  const paths = useSpacePaths()
  const mayWrite = useHasRight('write')
  return (
    <>
      <Button component={Link} href={paths.toCollection(apiName)} variant="default">
        {singleton ? 'Open the entry' : 'Entries'}
      </Button>
      {mayWrite && !singleton && entries > 0 ? <NewEntryButton collection={apiName} name={name} /> : null}
    </>
  )
}

/** Fetches the model again after a conflict. */
function useNewestModel(error: unknown): void {
  const refresh = useRefreshContent()
  const isOld = isConflict(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conflict
  useEffect(() => {
    if (isOld) void refresh()
  }, [isOld])
}
