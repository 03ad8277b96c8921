// What is scheduled for an entry: when, which draft, whether it failed, and the way on.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { EntryView } from '../../../../src/authoring/entries.schema.ts'
import { useNewest, useSchedule } from '../../../api/entry-actions.ts'
import type { NamedField } from '../../../parts/field-name.ts'
import { keepFocus } from '../../../parts/keep-focus.ts'
import { PendingButton } from '../../../parts/pending-button.tsx'
import { describeRefusal } from '../../../parts/place-name.ts'
import { useNameOf } from '../../../parts/use-name-of.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { ActionError } from './action-error.tsx'
import { type DialogName, toTarget } from './dialog-props.ts'
import { entryMenuId, LeaveContext } from './entry-dialog.tsx'
import { BothTimes } from './local-time.tsx'
import { useNames } from './names.ts'
import { PanelNote } from './panel-note.tsx'
import { useEntryRights } from './rights.ts'

type Schedule = NonNullable<EntryView['schedule']>

interface ScheduleBarProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

/** Renders nothing if nothing is scheduled. */
export function ScheduleBar({ panel, onOpen }: ScheduleBarProps) {
  const { schedule } = panel.entry
  const { canPublish } = useEntryRights()
  const nameOf = useNameOf()
  if (schedule === null) return null
  const isFailed = schedule.state === 'failed'
  const isOver = isFailed && schedule.unpublishAt === null
  return (
    <PanelNote tone={isFailed ? 'red' : 'blue'} title={isFailed ? 'The schedule failed' : 'Scheduled'}>
      <Times schedule={schedule} isFailed={isFailed} fields={panel.model.fields} />
      {schedule.createdBy ? (
        <Text size="xs" className="entry-text">{`Scheduled by ${nameOf(schedule.createdBy)}.`}</Text>
      ) : null}
      {schedule.changed && !isFailed && schedule.publishAt ? (
        <ChangedSince panel={panel} schedule={schedule} />
      ) : null}
      {canPublish ? (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onOpen('schedule')}>
            {isFailed ? 'Set another time' : 'Change'}
          </Button>
          <Button size="xs" variant="default" onClick={() => onOpen('cancelSchedule')}>
            {isOver ? 'Remove the failed schedule' : 'Cancel the schedule'}
          </Button>
        </Group>
      ) : null}
    </PanelNote>
  )
}

interface TimesProps {
  readonly schedule: Schedule
  readonly isFailed: boolean
  readonly fields: readonly NamedField[]
}

function Times({ schedule, isFailed, fields }: TimesProps) {
  const { publishAt, unpublishAt } = schedule
  return (
    <>
      {publishAt ? (
        <Text size="sm">
          {isFailed ? 'It was not published on ' : 'Goes live on '}
          <BothTimes at={publishAt} />
        </Text>
      ) : null}
      {isFailed ? (
        <Text size="sm" className="entry-text">
          {`${describeRefusal(schedule, fields)} Correct the draft, then publish it or schedule it again.`}
        </Text>
      ) : null}
      {unpublishAt ? (
        <Text size="sm">
          Unpublished on <BothTimes at={unpublishAt} />
        </Text>
      ) : null}
    </>
  )
}

/** What goes live is the draft that was scheduled: an editor decides whether it is the newer one. */
function ChangedSince({ panel, schedule }: { readonly panel: EntryPanelProps; readonly schedule: Schedule }) {
  const { canPublish } = useEntryRights()
  const { entry, unsaved, save } = panel
  const names = useNames(panel, [])
  const action = useSchedule(toTarget(panel))
  const newest = useNewest(toTarget(panel))
  const use = useMutation({
    mutationFn: async () => {
      const { draftVersion } = unsaved ? await save() : entry
      const { publishAt, unpublishAt } = schedule
      return action.mutateAsync({ draftVersion, publishAt, unpublishAt })
    },
    onSuccess: () => {
      notifications.show({ message: 'The draft as it is now goes live at that time.' })
      // The button goes with what it was about.
      keepFocus(() => document.getElementById(entryMenuId))
    },
  })
  const showNewest = () => {
    use.reset()
    newest.mutate(undefined)
  }
  return (
    <>
      <Text size="sm">The draft has changed since. What goes live then is the draft that was scheduled.</Text>
      {canPublish ? (
        <PendingButton size="xs" pending={use.isPending} onClick={() => use.mutate()}>
          Use this draft
        </PendingButton>
      ) : null}
      <LeaveContext value={panel.goTo}>
        <ActionError
          error={use.error}
          title="Could not schedule this draft"
          names={names}
          onNewest={showNewest}
        />
      </LeaveContext>
    </>
  )
}
