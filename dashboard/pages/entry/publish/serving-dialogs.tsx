// Dialogs that unpublish an entry, discard its changes, or cancel its schedule. Each describes the consequences for
// readers.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { EntryView, LinksView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useCancelSchedule, useDiscard, useUnpublish } from '../../../api/content/entry-actions.ts'
import { toExactText } from '../../../parts/time/moment.tsx'
import { LiveReferrers } from '../dialog/action-error.tsx'
import { type DialogProps, toTarget, toUndoable } from '../dialog/entry-dialog.tsx'
import { StateDialog, StateForm } from '../dialog/state-dialog.tsx'
import { ChangeList } from '../diff/change-list.tsx'
import { listChanges } from '../diff/changes.ts'
import { titleOf, useNames } from '../diff/names.ts'

interface FormProps extends Pick<DialogProps, 'panel' | 'onClose'> {
  readonly seen: EntryView
}

export function UnpublishDialog(props: DialogProps) {
  return (
    <StateDialog {...props} title={`Unpublish “${titleOf(props.panel)}”?`}>
      {seen => <UnpublishForm {...props} seen={seen} />}
    </StateDialog>
  )
}

function UnpublishForm({ panel, onClose, seen }: FormProps) {
  const unpublishAt = seen.schedule?.unpublishAt ?? null
  return (
    <StateForm
      panel={panel}
      onClose={onClose}
      action={useUnpublish(toTarget(panel))}
      input={undefined}
      confirmLabel="Unpublish"
      errorTitle="Could not unpublish the entry"
      danger
      onDone={({ cancelled }) => {
        const more = cancelled ? ' Its schedule is cancelled.' : ''
        notifications.show({ message: `“${titleOf(panel)}” is unpublished.${more}` })
      }}
    >
      {links => (
        <>
          <WithdrawnWords links={links} />
          <div>The draft stays, and can be published again.</div>
          {unpublishAt ? (
            <div>The unpublishing that is scheduled for {toExactText(unpublishAt)} will be cancelled.</div>
          ) : null}
        </>
      )}
    </StateForm>
  )
}

/** Describes the consequences of unpublishing for readers. */
export function WithdrawnWords({ links }: { readonly links: LinksView | undefined }) {
  return (
    <>
      <div>This entry will disappear from your site (404).</div>
      {links ? <LiveReferrers links={links} consequence="It will be missing there." /> : null}
    </>
  )
}

export function DiscardDialog(props: DialogProps) {
  return (
    <StateDialog {...props} title={`Discard the changes of “${titleOf(props.panel)}”?`}>
      {seen => <DiscardForm {...props} seen={seen} />}
    </StateDialog>
  )
}

function DiscardForm({ panel, onClose, seen }: FormProps) {
  const changes = seen.live ? listChanges(panel.model.fields, seen, seen.live) : []
  const names = useNames(panel, changes)
  return (
    <StateForm
      panel={panel}
      onClose={onClose}
      action={useDiscard(toUndoable(panel))}
      input={{ draftVersion: seen.draftVersion }}
      confirmLabel="Discard changes"
      errorTitle="Could not discard the changes"
      danger
      onDone={() =>
        notifications.show({ message: 'Changes discarded. You can still find them in the history.' })
      }
    >
      {() => (
        <>
          <div>
            The draft goes back to the published version. Your site does not change, and the changes stay in
            the history.
          </div>
          <ChangeList changes={changes} names={names} />
        </>
      )}
    </StateForm>
  )
}

export function CancelScheduleDialog(props: DialogProps) {
  const { schedule } = props.panel.entry
  const isOver = schedule?.state === 'failed' && schedule.unpublishAt === null
  const label = isOver ? 'Remove the failed schedule' : 'Cancel the schedule'
  return (
    <StateDialog {...props} title={`${label} of “${titleOf(props.panel)}”?`}>
      {() => <CancelScheduleForm {...props} label={label} isOver={isOver} />}
    </StateDialog>
  )
}

interface CancelScheduleFormProps extends Omit<FormProps, 'seen'> {
  readonly label: string
  /** True if the schedule has failed and nothing is pending. */
  readonly isOver: boolean
}

function CancelScheduleForm({ panel, onClose, label, isOver }: CancelScheduleFormProps) {
  const { id, schedule } = panel.entry
  const count = schedule?.group === id ? schedule.with.length : 0
  const others =
    count === 0
      ? ''
      : ` The same goes for the ${count === 1 ? 'entry' : `${count} entries`} scheduled together with it.`
  return (
    <StateForm
      panel={panel}
      onClose={onClose}
      action={useCancelSchedule(toTarget(panel))}
      input={undefined}
      confirmLabel={label}
      closeLabel="Keep it"
      errorTitle={`Could not ${isOver ? 'remove' : 'cancel'} the schedule`}
      danger
      onDone={() => notifications.show({ message: 'The schedule is cancelled.' })}
    >
      {() => (
        <Text size="sm">
          {isOver
            ? 'The entry stays as it is. It is no longer listed among the failed schedules.'
            : `The entry stays as it is: nothing will be published or unpublished at the scheduled time.${others}`}
        </Text>
      )}
    </StateForm>
  )
}
