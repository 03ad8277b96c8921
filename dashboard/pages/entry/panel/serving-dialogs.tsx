// Unpublishing, discarding changes, cancelling a schedule: each says what readers will get.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { EntryView, LinksView } from '../../../../src/authoring/entries.schema.ts'
import { useCancelSchedule, useDiscard, useUnpublish } from '../../../api/entry-actions.ts'
import { toExactText } from '../../../parts/moment-text.ts'
import { ChangeList } from './change-list.tsx'
import { listChanges } from './changes.ts'
import { type DialogProps, toTarget, toUndoable } from './dialog-props.ts'
import { titleOf, useNames } from './names.ts'
import { LiveReferrers } from './referrers.tsx'
import { StateDialog, StateForm } from './state-dialog.tsx'

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
        const more = cancelled ? ' What was scheduled for it is cancelled.' : ''
        notifications.show({ message: `“${titleOf(panel)}” is unpublished.${more}` })
      }}
    >
      {links => (
        <>
          <WithdrawnWords links={links} />
          <div>The draft stays, and can be published again.</div>
          {unpublishAt ? (
            <div>What is scheduled for {toExactText(unpublishAt)} has happened then, and is cancelled.</div>
          ) : null}
        </>
      )}
    </StateForm>
  )
}

/** What readers get of an entry that is live no more. */
export function WithdrawnWords({ links }: { readonly links: LinksView | undefined }) {
  return (
    <>
      <div>Readers no longer get this entry: a request for it gets a 404, and lists leave it out.</div>
      {links ? (
        <LiveReferrers
          links={links}
          consequence="There, readers get null in its place, or a list without it."
        />
      ) : null}
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
        notifications.show({ message: 'The draft is as it is published. History has the changes.' })
      }
    >
      {() => (
        <>
          <div>
            The draft becomes what is published. Readers notice nothing, and the changes stay in the history.
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
  /** Whether nothing is left to happen. */
  readonly isOver: boolean
}

function CancelScheduleForm({ panel, onClose, label, isOver }: CancelScheduleFormProps) {
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
      onDone={() => notifications.show({ message: 'Nothing is scheduled any more.' })}
    >
      {() => (
        <Text size="sm">
          {isOver
            ? 'The entry stays as it is. It is no longer listed among the failed schedules.'
            : 'The entry stays as it is: nothing is published or unpublished at the scheduled time.'}
        </Text>
      )}
    </StateForm>
  )
}
