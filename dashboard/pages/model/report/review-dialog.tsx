// Shows the effects of the prepared change, which the server has tried, and applies it. If values would be lost, the user
// must type a word to confirm.
import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useRefreshContent } from '../../../api/content/content.ts'
import { useApplyModelChange } from '../../../api/content/models.ts'
import { useSpace } from '../../../api/space.ts'
import { FormDialog, SpaceLine } from '../../../parts/dialogs.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { PendingButton } from '../../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { describeAll, findRemoved } from '../change/operation-words.ts'
import { isConflict, type PreparedChange } from '../change/use-model-change.ts'
import { downloadText } from '../download-text.ts'
import { ReportView } from './report-view.tsx'

/** A field that a change has removed, and the version of the model after that change. */
export interface RemovedField {
  readonly field: string
  readonly name: string
  readonly modelVersion: number
}

interface ReviewDialogProps {
  readonly opened: boolean
  /** The stored model, without the prepared change. */
  readonly model: ModelView
  readonly prepared: PreparedChange
  readonly onClose: () => void
  readonly onExit: () => void
  readonly onApplied: (removed: readonly RemovedField[]) => void
}

export function ReviewDialog({ opened, onClose, onExit, ...review }: ReviewDialogProps) {
  const { model, prepared } = review
  return (
    <FormDialog
      opened={opened && prepared.operations.length > 0}
      onClose={onClose}
      onExitTransitionEnd={onExit}
      title={`Change the model of ${model.name}?`}
      size="lg"
    >
      <SpaceLine />
      <Review {...review} onClose={onClose} />
    </FormDialog>
  )
}

const word = 'delete'

type ReviewProps = Omit<ReviewDialogProps, 'opened' | 'onExit'>

function Review({ model, prepared, onClose, onApplied }: ReviewProps) {
  const [typed, setTyped] = useState('')
  const { send, isPending, error } = useApplying({ model, prepared, onClose, onApplied })
  const { tried, operations } = prepared
  const loses = tried !== undefined && tried.report.losses.length > 0
  const mayApply = tried !== undefined && (!loses || typed.trim().toLowerCase() === word)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (mayApply && !isPending) send(loses)
      }}
    >
      <Stack>
        <section aria-labelledby="operations">
          <Title order={3} size="h5" id="operations" mb={4}>
            {operations.length === 1 ? '1 change' : `${operations.length} changes`}
          </Title>
          <ol className="operations">
            {describeAll(model, operations).map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an operation is identified by its index
              <li key={index}>{text}</li>
            ))}
          </ol>
        </section>
        {tried ? <ReportView result={tried} before={model} /> : null}
        {tried || prepared.error ? null : <Trying />}
        <ProblemAlert error={prepared.error} title="This change cannot be applied" />
        {loses ? (
          <TextInput
            label={`To confirm that these values will be lost, type: ${word}`}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={event => setTyped(event.currentTarget.value)}
          />
        ) : null}
        <ProblemAlert error={error} title="Could not change the model" />
        <Group justify="space-between" gap="sm">
          <DownloadChange prepared={prepared} />
          <Group gap="sm">
            <Button variant="default" onClick={onClose} data-autofocus>
              Go on editing
            </Button>
            <PendingButton
              type="submit"
              pending={isPending}
              disabled={!mayApply}
              {...(loses ? { color: 'red' } : {})}
            >
              {loses ? 'Apply and lose values' : 'Apply'}
            </PendingButton>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

function Trying() {
  return (
    <Stack gap="xs" aria-busy="true">
      <Text size="sm" c="dimmed">
        Checking all entries. Nothing is changed yet.
      </Text>
      <Skeleton height={56} radius="md" />
    </Stack>
  )
}

/** Exports the change for another server, or for more entries than one request may change. */
function DownloadChange({ prepared: { change } }: Pick<ReviewProps, 'prepared'>) {
  const { slug } = useSpace()
  const name = `${slug}-${change.collection}-change.json`
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
      title="Export as a file for frontlist model apply"
      onClick={() => downloadText(name, `${JSON.stringify(change, null, 2)}\n`)}
    >
      Export as a file
    </Button>
  )
}

function useApplying({ model, prepared, onClose, onApplied }: ReviewProps) {
  const { mutate, isPending, error } = useApplyModelChange()
  const refresh = useRefreshContent()
  const send = (acceptLosses: boolean) =>
    mutate(
      { ...prepared.change, acceptLosses },
      {
        onSuccess: ({ doc }) => {
          onClose()
          prepared.discard()
          void refresh()
          onApplied(
            findRemoved(model, prepared.operations).map(field => ({
              ...{ field: field.apiName, name: nameField(field) },
              modelVersion: doc.modelVersion,
            })),
          )
          notifications.show({ message: `The model of ${doc.name} is changed.` })
        },
        onError: thrown => {
          if (!isConflict(thrown)) return
          // The page shows the conflict and the available actions.
          onClose()
          void refresh()
        },
      },
    )
  return { send, isPending, error }
}
