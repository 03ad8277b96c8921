// Dialogs that archive an entry, unarchive it, or delete it permanently.
import { Button, Group, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useArchive, useDelete, useEntryLinks, useUnarchive } from '../../../api/content/entry-actions.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { DialogActions } from '../../../parts/dialogs.tsx'
import { showFailure } from '../../../parts/forms/failure-notice.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { type DialogProps, EntryDialog, toTarget } from '../dialog/entry-dialog.tsx'
import { StateDialog, StateForm } from '../dialog/state-dialog.tsx'
import { titleOf } from '../diff/names.ts'
import { WithdrawnWords } from '../publish/serving-dialogs.tsx'

interface FormProps extends Pick<DialogProps, 'panel' | 'onClose'> {
  readonly seen: EntryView
}

const undoMs = 10_000

export function ArchiveDialog(props: DialogProps) {
  return (
    <StateDialog {...props} title={`Archive “${titleOf(props.panel)}”?`}>
      {seen => <ArchiveForm {...props} seen={seen} />}
    </StateDialog>
  )
}

function ArchiveForm({ panel, onClose, seen }: FormProps) {
  const unarchive = useUnarchive(toTarget(panel))
  const undo = ({ draftVersion }: EntryView) =>
    // The dialog is closed by then, so it cannot show an error.
    unarchive
      .mutateAsync({ draftVersion })
      .catch(() => showFailure('Could not bring it back. Choose “Unarchive” to try again.'))
  return (
    <StateForm
      panel={panel}
      onClose={onClose}
      action={useArchive(toTarget(panel))}
      input={{ draftVersion: seen.draftVersion }}
      confirmLabel="Archive"
      errorTitle="Could not archive the entry"
      danger={seen.live !== null}
      onDone={({ doc }) => tellArchived(titleOf(panel), seen.live === null ? () => undo(doc) : null)}
    >
      {links => (
        <>
          {seen.live ? (
            <WithdrawnWords links={links} />
          ) : (
            <div>Your site does not change: this entry is not published.</div>
          )}
          <div>
            It will no longer be in lists, and its slug can be used again. You can bring it back from the
            archive as a draft.
          </div>
          {seen.schedule ? <div>Its schedule will be cancelled.</div> : null}
        </>
      )}
    </StateForm>
  )
}

/** Offers to undo the archiving, except of a published entry: unarchiving would not publish it again. */
function tellArchived(title: string, undo: (() => void) | null): void {
  const id = notifications.show({
    autoClose: undoMs,
    message: (
      <Group justify="space-between" gap="sm">
        {`“${title}” is archived.`}
        {undo === null ? null : (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              notifications.hide(id)
              undo()
            }}
          >
            Undo
          </Button>
        )}
      </Group>
    ),
  })
}

export function UnarchiveDialog(props: DialogProps) {
  return (
    <StateDialog {...props} title={`Unarchive “${titleOf(props.panel)}”?`}>
      {seen => <UnarchiveForm {...props} seen={seen} />}
    </StateDialog>
  )
}

/** If another entry uses the slug now, the server suggests a new one. */
function UnarchiveForm({ panel, onClose, seen }: FormProps) {
  const action = useUnarchive(toTarget(panel))
  const [slug, setSlug] = useState<string | null>(null)
  const taken = action.error instanceof ApiProblem && action.error.code === 'slug_taken' ? action.error : null
  const suggestion = typeof taken?.members.suggestion === 'string' ? taken.members.suggestion : ''
  const shown = slug ?? (taken ? suggestion : null)
  return (
    <StateForm
      panel={panel}
      onClose={onClose}
      action={action}
      input={{ draftVersion: seen.draftVersion, ...(shown && { slug: shown }) }}
      confirmLabel={shown === null ? 'Unarchive' : 'Unarchive with this slug'}
      errorTitle={taken ? 'Its slug is taken' : 'Could not unarchive the entry'}
      disabled={shown === ''}
      onDone={() => notifications.show({ message: `“${titleOf(panel)}” is a draft again.` })}
    >
      {() => (
        <>
          <div>It becomes a draft again. It will be on your site once you publish it.</div>
          {shown === null ? null : (
            <TextInput
              label="New slug"
              description={`Another entry uses “${seen.slug}” now.`}
              value={shown}
              onChange={event => setSlug(event.currentTarget.value)}
              error={action.error instanceof ApiProblem ? action.error.messageFor('slug') : null}
            />
          )}
        </>
      )}
    </StateForm>
  )
}

export function DeleteDialog({ panel, opened, onClose }: DialogProps) {
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      goTo={panel.goTo}
      title={`Delete “${titleOf(panel)}” for good?`}
    >
      <DeleteForm panel={panel} onClose={onClose} />
    </EntryDialog>
  )
}

function DeleteForm({ panel, onClose }: Pick<DialogProps, 'panel' | 'onClose'>) {
  const { id, slug, draftVersion, collection } = panel.entry
  const [typed, setTyped] = useState('')
  const [, navigate] = useLocation()
  const paths = useSpacePaths()
  const links = useEntryLinks(id)
  const remove = useDelete(id)
  const count = links.data?.fromCount ?? 0
  const done = () => {
    onClose()
    notifications.show({ message: `“${titleOf(panel)}” is deleted.` })
    navigate(paths.toCollection(collection), { replace: true })
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (typed === slug) remove.mutate({ draftVersion }, { onSuccess: done })
      }}
    >
      <Text component="div" size="sm" mb="sm" className="entry-text">
        The entry and its history will be deleted. This cannot be undone.
        {count > 0
          ? ` ${count === 1 ? '1 entry refers' : `${count} entries refer`} to it, and will lead nowhere.`
          : null}
      </Text>
      <TextInput
        label={`Type ${slug} to delete it`}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        mb="md"
      />
      <ProblemAlert error={remove.error} title="Could not delete the entry" />
      <DialogActions
        onClose={onClose}
        confirmLabel="Delete for good"
        pending={remove.isPending}
        disabled={typed !== slug}
        danger
        sticky
      />
    </form>
  )
}
