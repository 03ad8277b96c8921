// The dialogs of archived entries: one restores an entry under a new slug, the other deletes it.
import { Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { useDeleteForGood, useUnarchive } from '../../api/content/archive.ts'
import { DialogActions, FormDialog, SpaceLine } from '../../parts/dialogs.tsx'
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

/** Unarchives an entry under another slug if another entry has taken its slug. */
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
        <DialogActions
          onClose={onClose}
          confirmLabel="Unarchive"
          pending={isPending}
          disabled={slug === ''}
        />
      </Stack>
    </form>
  )
}

interface DeleteDialogProps {
  /** Null while the dialog is closed. */
  readonly entry: EntryItemView | null
  readonly onClose: () => void
  readonly onExit: () => void
}

/** Permanently deletes an archived entry after the user has typed its slug. */
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
        <DialogActions
          onClose={onClose}
          confirmLabel="Delete for good"
          pending={isPending}
          disabled={typed !== entry.slug}
          danger
        />
      </Stack>
    </form>
  )
}
