// The dialogs that save a view, change its name and who sees it, and delete it.
import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { NewView, View } from '../../../../src/authoring/views/views.schema.ts'
import { useSignedIn } from '../../../api/accounts/session.ts'
import { useChangeView, useCreateView, useDeleteView } from '../../../api/content/views.ts'
import { useHasRight } from '../../../api/space.ts'
import { ConfirmDialog, DialogActions, FormDialog, keepFocus, SpaceLine } from '../../../parts/dialogs.tsx'
import { toFieldErrors, toOtherError, useFocusInvalid } from '../../../parts/forms/field-errors.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'

const nameLengthMax = 200

interface ViewDialogProps {
  readonly opened: boolean
  /** The view to change; null for a new one. */
  readonly view: View | null
  /** The list that a new view stores. */
  readonly content: Pick<NewView, 'collection' | 'query' | 'columns'>
  readonly onClose: () => void
  readonly onSaved: (view: View) => void
}

export function ViewDialog({ opened, view, onClose, ...others }: ViewDialogProps) {
  const title = view === null ? 'Save this list as a view' : 'Rename or share the view'
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => keepFocus(() => document.getElementById('entries'))}
      form={view?.id ?? ''}
      title={title}
      centered
    >
      <ViewForm key={view?.id ?? ''} {...others} view={view} onClose={onClose} />
    </FormDialog>
  )
}

function ViewForm({ view, content, onClose, onSaved }: Omit<ViewDialogProps, 'opened'>) {
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.shared ?? false)
  const create = useCreateView()
  const change = useChangeView()
  const { mutation, send } = view
    ? { mutation: change, send: () => change.mutateAsync({ id: view.id, name, shared: isShared }) }
    : { mutation: create, send: () => create.mutateAsync({ ...content, name, shared: isShared }) }
  const form = useFocusInvalid(mutation.error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // The error is shown in the form.
    const saved = await send().catch(() => null)
    if (saved === null) return
    onSaved(saved)
    onClose()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <SpaceLine />
      <Stack>
        <TextInput
          data-autofocus
          label="Name"
          placeholder="Drafts without a picture"
          value={name}
          maxLength={nameLengthMax}
          error={toFieldErrors(mutation.error, ['name']).name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <ShareSwitch view={view} isShared={isShared} onChange={setShared} />
        <ProblemAlert error={toOtherError(mutation.error, ['name'])} title="Could not save the view" />
        <DialogActions
          onClose={onClose}
          confirmLabel="Save"
          pending={mutation.isPending}
          disabled={name.trim() === ''}
        />
      </Stack>
    </form>
  )
}

interface ShareSwitchProps {
  readonly view: View | null
  readonly isShared: boolean
  readonly onChange: (isShared: boolean) => void
}

function ShareSwitch({ view, isShared, onChange }: ShareSwitchProps) {
  const mayShare = useHasRight('publish')
  const { user } = useSignedIn()
  const isOfOther = view?.shared === true && view.createdBy?.name !== user.email
  const description = isOfOther
    ? 'Only the person who made this view can stop sharing it.'
    : mayShare
      ? 'Otherwise only you see it.'
      : 'Only you see it: your role cannot share views.'
  return (
    <Switch
      label="Share with everyone in this space"
      description={description}
      checked={isShared}
      disabled={!mayShare || isOfOther}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}

interface DeleteViewDialogProps {
  readonly opened: boolean
  readonly view: View | null
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteViewDialog({ opened, view, onClose, onDeleted }: DeleteViewDialogProps) {
  const remove = useDeleteView()
  return (
    <ConfirmDialog
      opened={opened && view !== null}
      onClose={onClose}
      title={view ? `Delete the view “${view.name}”` : ''}
      confirmLabel="Delete the view"
      onConfirm={() =>
        view &&
        remove.mutate(view, {
          onSuccess: () => {
            onDeleted()
            onClose()
          },
        })
      }
      pending={remove.isPending}
      error={remove.error}
      errorTitle="Could not delete the view"
      danger
    >
      <Text size="sm">
        {view?.shared ? 'It disappears for everyone in this space. ' : ''}The entries stay as they are.
      </Text>
    </ConfirmDialog>
  )
}
