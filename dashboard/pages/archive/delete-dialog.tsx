// Permanently deletes an archived entry after the user has typed its slug.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { useDeleteForGood } from '../../api/content/archive.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { SpaceLine } from '../../parts/dialogs/space-line.tsx'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'

interface DeleteDialogProps {
  /** Null while the dialog is closed. */
  readonly entry: EntryItemView | null
  readonly onClose: () => void
  readonly onExit: () => void
}

export function DeleteDialog({ entry, onClose, onExit }: DeleteDialogProps) {
  // Keeps the last entry while the dialog fades out.
  const [shown, setShown] = useState(entry)
  if (entry !== null && entry !== shown) setShown(entry)
  const title = shown?.title ?? shown?.slug ?? ''
  return (
    <FormDialog
      opened={entry !== null}
      onClose={onClose}
      onExitTransitionEnd={() => {
        setShown(null)
        onExit()
      }}
      title={`Delete “${title}” for good?`}
      centered
    >
      <SpaceLine />
      {shown ? <DeleteForm key={shown.id} entry={shown} title={title} onClose={onClose} /> : null}
    </FormDialog>
  )
}

interface DeleteFormProps {
  readonly entry: EntryItemView
  readonly title: string
  readonly onClose: () => void
}

function DeleteForm({ entry, title, onClose }: DeleteFormProps) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error } = useDeleteForGood()
  const submit = () => {
    if (typed !== entry.slug) return
    mutate(entry, {
      onSuccess: () => {
        onClose()
        notifications.show({ message: `“${title}” is deleted for good.` })
      },
    })
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <Text size="sm">
          The entry and all of its versions are deleted. This cannot be undone. References to it stay and lead
          nowhere.
        </Text>
        <TextInput
          label={`To confirm, type its slug: ${entry.slug}`}
          styles={{ label: { overflowWrap: 'anywhere' } }}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <ProblemAlert error={error} title="Could not delete the entry" />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton type="submit" color="red" pending={isPending} disabled={typed !== entry.slug}>
            Delete for good
          </PendingButton>
        </Group>
      </Stack>
    </form>
  )
}
