// A dialog that describes the consequences for readers and then changes the state of an entry.
import { Skeleton, Stack } from '@mantine/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { EntryView, LinksView } from '../../../../src/authoring/entries/entries.schema.ts'
import { type ChangedEntry, useEntryLinks, useNewest } from '../../../api/content/entry-actions.ts'
import { DialogActions } from '../../../parts/dialogs.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { useNames } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { ActionError, explainUnsaved } from './action-error.tsx'
import { type DialogProps, EntryDialog, toTarget } from './entry-dialog.tsx'

interface StateDialogProps extends DialogProps {
  readonly title: string
  readonly children: (seen: EntryView) => ReactNode
}

/** The layout of the dialog. It saves the draft before it shows the form. */
export function StateDialog({ panel, opened, onClose, title, children }: StateDialogProps) {
  return (
    <EntryDialog opened={opened} onClose={onClose} goTo={panel.goTo} title={title}>
      <WithSaved panel={panel}>{seen => children(seen)}</WithSaved>
    </EntryDialog>
  )
}

interface StateFormProps<Input> {
  readonly panel: EntryPanelProps
  readonly onClose: () => void
  readonly action: UseMutationResult<ChangedEntry, unknown, Input>
  readonly input: Input
  readonly confirmLabel: string
  /** For example "Could not archive the entry". */
  readonly errorTitle: string
  /** Makes the confirm button red, and focuses the other button first. */
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly closeLabel?: string
  readonly onDone: (changed: ChangedEntry) => void
  /** The consequences for readers. `links` is undefined while loading. */
  readonly children: (links: LinksView | undefined) => ReactNode
}

export function StateForm<Input>(props: StateFormProps<Input>) {
  const { panel, onClose, action, danger = false, disabled = false } = props
  const names = useNames(panel, [])
  const links = useEntryLinks(panel.entry.id)
  const newest = useNewest(toTarget(panel))
  const showNewest = () => newest.mutate(undefined, { onSuccess: onClose })
  const done = (changed: ChangedEntry) => {
    onClose()
    props.onDone(changed)
  }
  return (
    <Stack>
      <Stack gap="sm" fz="sm" className="entry-text">
        {props.children(links.data)}
      </Stack>
      <ActionError
        error={newest.error ?? action.error}
        title={props.errorTitle}
        names={names}
        onNewest={showNewest}
      />
      <DialogActions
        onClose={onClose}
        closeLabel={props.closeLabel}
        confirmLabel={props.confirmLabel}
        onConfirm={() => action.mutate(props.input, { onSuccess: done })}
        pending={action.isPending}
        disabled={disabled}
        danger={danger}
        focus={danger ? 'close' : 'confirm'}
        sticky
      />
    </Stack>
  )
}

interface WithSavedProps {
  readonly panel: EntryPanelProps
  /** `see` replaces the shown draft. */
  readonly children: (seen: EntryView, see: (doc: EntryView) => void) => ReactNode
}

/** Shows the entry as of the opening of the dialog. Later changes are neither shown nor published. */
export function WithSaved({ panel, children }: WithSavedProps) {
  const { entry, unsaved, save } = panel
  const [seen, see] = useState<EntryView | null>(unsaved ? null : entry)
  const { mutate, error } = useMutation({ mutationFn: save, onSuccess: see })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (seen === null) mutate()
  }, [])
  if (seen !== null) return children(seen, see)
  if (error) return <NotSaved panel={panel} error={error} onRetry={() => mutate()} />
  return (
    <Stack aria-busy="true">
      <Skeleton height={20} width="60%" />
      <Skeleton height={72} />
    </Stack>
  )
}

interface NotSavedProps {
  readonly panel: EntryPanelProps
  readonly error: Error
  readonly onRetry: () => void
}

function NotSaved({ panel, error, onRetry }: NotSavedProps) {
  const names = useNames(panel, [])
  return (
    <ProblemAlert error={error} title="Could not save the draft" onRetry={onRetry}>
      {explainUnsaved(error, names)}
    </ProblemAlert>
  )
}
