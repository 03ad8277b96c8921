// The notes above the fields: a restored change, a conflict, refused operations, and removed fields that can be restored.
import { Alert, Button, Group, Text } from '@mantine/core'
import { ApiProblem } from '../../../api/request.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { isConflict, type PreparedChange } from '../change/use-model-change.ts'
import type { RemovedField } from '../report/review-dialog.tsx'

interface ChangeNotesProps {
  readonly prepared: PreparedChange
  /** The fields that the last applied change has removed. */
  readonly removed: readonly RemovedField[]
}

export function ChangeNotes({ prepared, removed }: ChangeNotesProps) {
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
