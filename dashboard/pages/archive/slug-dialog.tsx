// Unarchives an entry under another slug if another entry has taken its slug.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { useUnarchive } from '../../api/content/archive.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { SpaceLine } from '../../parts/dialogs/space-line.tsx'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'

export interface TakenSlug {
  readonly entry: EntryItemView
  /** An available slug. */
  readonly suggestion: string
}

interface SlugDialogProps {
  /** Null while the dialog is closed. */
  readonly taken: TakenSlug | null
  readonly onClose: () => void
  readonly onBack: (entry: EntryItemView) => void
  readonly onExit: () => void
}

export function SlugDialog({ taken, onClose, onBack, onExit }: SlugDialogProps) {
  // Keeps the last entry while the dialog fades out.
  const [shown, setShown] = useState(taken)
  if (taken !== null && taken !== shown) setShown(taken)
  return (
    <FormDialog
      opened={taken !== null}
      onClose={onClose}
      onExitTransitionEnd={() => {
        setShown(null)
        onExit()
      }}
      title="Its slug is taken"
      centered
    >
      <SpaceLine />
      {shown ? <SlugForm key={shown.entry.id} taken={shown} onClose={onClose} onBack={onBack} /> : null}
    </FormDialog>
  )
}

interface SlugFormProps extends Pick<SlugDialogProps, 'onClose' | 'onBack'> {
  readonly taken: TakenSlug
}

function SlugForm({ taken: { entry, suggestion }, onClose, onBack }: SlugFormProps) {
  const [slug, setSlug] = useState(suggestion)
  const { mutate, isPending, error } = useUnarchive()
  const submit = () =>
    mutate(
      { entry, slug },
      {
        onSuccess: () => {
          onClose()
          onBack(entry)
        },
      },
    )
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {`While “${entry.title ?? entry.slug}” was archived, another entry took the slug “${entry.slug}”. Choose another slug to unarchive it.`}
        </Text>
        <TextInput
          label="Slug"
          value={slug}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={event => setSlug(event.currentTarget.value)}
        />
        <ProblemAlert error={error} title="Could not unarchive the entry" />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton type="submit" pending={isPending} disabled={slug === ''}>
            Unarchive
          </PendingButton>
        </Group>
      </Stack>
    </form>
  )
}
