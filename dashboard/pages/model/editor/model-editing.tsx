// The page of one model. Changes are prepared here, and applied together after the user has seen their report.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { CollectionModelView, ModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useRefreshContent } from '../../../api/content/content.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useHasRight, useSpacePaths } from '../../../api/space.ts'
import { keepFocus } from '../../../parts/dialogs.tsx'
import { NewEntryButton } from '../../../parts/entries/new-entry-button.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { PageHeader, Trail } from '../../../parts/page/page-header.tsx'
import { ChangeBar } from '../change/change-bar.tsx'
import { isConflict, type PreparedChange, useModelChange } from '../change/use-model-change.ts'
import { FieldDialog, type OpenField } from '../field/field-dialog.tsx'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { type RemovedField, ReviewDialog } from '../report/review-dialog.tsx'
import { CollectionSide, StartWriting } from './collection-side.tsx'
import { ComponentSide } from './component-side.tsx'
import { FieldsCard } from './fields-card.tsx'

type OpenDialog = { readonly kind: 'review' } | { readonly kind: 'field'; readonly field: OpenField } | null

/** Moves the focus to the list, because the button that opened the dialog may have disappeared with its row. */
function returnFocus(): void {
  keepFocus(() => document.getElementById('fields'))
}

export function ModelEditing({ model }: { readonly model: ModelView }) {
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
      <PageHeader
        title={shown.name}
        about={shown.description}
        actions={model.kind === 'collection' ? <Actions model={model} /> : null}
      />
      <div className="model-columns">
        <div className="model-main">
          <ReadOnlyNote />
          <ChangeNotes prepared={prepared} removed={removed} />
          {model.kind === 'collection' ? (
            <StartWriting model={model} isChanging={prepared.operations.length > 0} />
          ) : null}
          <FieldsCard
            model={model}
            prepared={prepared}
            onOpen={field => setDialog({ kind: 'field', field })}
          />
        </div>
        {model.kind === 'collection' ? (
          <CollectionSide model={model} prepared={prepared} />
        ) : (
          <ComponentSide model={model} prepared={prepared} />
        )}
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

interface ChangeNotesProps {
  readonly prepared: PreparedChange
  /** The fields that the last applied change has removed. */
  readonly removed: readonly RemovedField[]
}

/**
 * The notes above the fields: a restored change, a conflict, refused operations, and removed fields that can be
 * restored.
 */
function ChangeNotes({ prepared, removed }: ChangeNotesProps) {
  if (prepared.isOutdated) return <Conflict prepared={prepared} />
  return (
    <>
      {prepared.isRestored ? <Restored /> : null}
      <Refused prepared={prepared} />
      <Removed prepared={prepared} removed={removed} />
    </>
  )
}

function Restored() {
  return (
    <Alert color="blue" variant="light" role="status">
      <Text size="sm">
        Your changes from an earlier visit are here, on this device only. Nothing changes for anyone else
        until you apply them.
      </Text>
    </Alert>
  )
}

function Conflict({ prepared: { operations, renew, discard } }: Pick<ChangeNotesProps, 'prepared'>) {
  const mine = operations.length === 1 ? 'Your change is' : `Your ${operations.length} changes are`
  return (
    <Alert
      color="orange"
      variant="light"
      title="Someone else changed this model in the meantime"
      role="alert"
    >
      <Text size="sm" mb="sm">
        {`Nothing was overwritten. ${mine} kept here, and not applied.`}
      </Text>
      <Group gap="sm">
        <Button size="xs" onClick={renew}>
          Try mine on the new model
        </Button>
        <Button size="xs" variant="default" onClick={discard}>
          Discard mine
        </Button>
      </Group>
    </Alert>
  )
}

function Refused({ prepared: { error, undo, tryAgain } }: Pick<ChangeNotesProps, 'prepared'>) {
  if (!error || isConflict(error)) return null
  const errors = error instanceof ApiProblem ? error.errors : []
  if (errors.length === 0) {
    return <ProblemAlert error={error} title="Could not try the change" onRetry={tryAgain} />
  }
  return (
    <ProblemAlert error={error} title="This change cannot be applied">
      {errors.map(({ name, message }) => (
        <Text key={`${name} ${message}`} size="sm">
          {`${message.charAt(0).toUpperCase()}${message.slice(1)}.`}
        </Text>
      ))}
      <Button size="xs" variant="default" mt="sm" onClick={undo}>
        Undo the last change
      </Button>
    </ProblemAlert>
  )
}

function Removed({ prepared: { shown, add }, removed }: ChangeNotesProps) {
  const isGone = ({ field }: RemovedField) => !shown.fields.some(({ apiName }) => apiName === field)
  const gone = removed.filter(isGone)
  if (gone.length === 0) return null
  return (
    <Alert
      color="gray"
      variant="light"
      title={gone.length === 1 ? 'A field was removed' : 'Fields were removed'}
    >
      <Text size="sm" mb="sm">
        Their values can come back for 90 days.
      </Text>
      <Group gap="sm">
        {gone.map(({ field, name, modelVersion }) => (
          <Button
            key={field}
            size="xs"
            variant="default"
            onClick={() => add([{ op: 'restoreField', field, modelVersion }])}
          >
            {`Restore ${name}`}
          </Button>
        ))}
      </Group>
    </Alert>
  )
}
