// A dialog that describes the consequences for readers and then changes the state of an entry.
import { Button, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EntryView, LinksView } from '../../../../src/authoring/entries/entries.schema.ts'
import { type ChangedEntry, useEntryLinks, useNewest } from '../../../api/content/entry-actions.ts'
import { PendingButton } from '../../../parts/forms/pending-button.tsx'
import { useNames } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { ActionError } from './action-error.tsx'
import { type DialogProps, toTarget } from './dialog-props.ts'
import { DialogButtons, EntryDialog } from './entry-dialog.tsx'
import { WithSaved } from './with-saved.tsx'

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
  const begin = { 'data-autofocus': true }
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
      <DialogButtons>
        <Button variant="default" onClick={onClose} {...(danger && begin)}>
          {props.closeLabel ?? 'Cancel'}
        </Button>
        <PendingButton
          pending={action.isPending}
          disabled={disabled}
          onClick={() => action.mutate(props.input, { onSuccess: done })}
          {...(danger ? { color: 'red' } : begin)}
        >
          {props.confirmLabel}
        </PendingButton>
      </DialogButtons>
    </Stack>
  )
}
