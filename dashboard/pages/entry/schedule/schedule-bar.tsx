// Shows the schedule of an entry: its times, the scheduled draft, a failure, and the available actions.
import { Button, Group, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useNewest, useSchedule } from '../../../api/content/entry-actions.ts'
import { keepFocus } from '../../../parts/dialogs.tsx'
import type { NamedField } from '../../../parts/entries/place-name.ts'
import { describeRefusal } from '../../../parts/entries/place-name.ts'
import { PendingButton } from '../../../parts/forms/pending-button.tsx'
import { useNameOf } from '../../../parts/people/person.tsx'
import { BothTimes } from '../../../parts/time/local-time.tsx'
import { ActionError } from '../dialog/action-error.tsx'
import { type DialogName, entryMenuId, LeaveContext, toTarget } from '../dialog/entry-dialog.tsx'
import { useNames } from '../diff/names.ts'
import { PanelNote } from '../panel-note.tsx'
import type { EntryPanelProps } from '../panel-props.ts'
import { TargetName } from '../publish/publish-targets.tsx'
import { useEntryRights } from '../rights.ts'

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
      <Together schedule={schedule} id={panel.entry.id} />
      {isFailed ? null : <Holes schedule={schedule} />}
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
          {isFailed ? 'It was not published on ' : 'Will be published on '}
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
          Will be unpublished on <BothTimes at={unpublishAt} />
        </Text>
      ) : null}
    </>
  )
}

/** Lists the other entries of the schedule. */
function Together({ schedule, id }: { readonly schedule: Schedule; readonly id: string }) {
  if (schedule.with.length === 0) return null
  const asked = schedule.with.find(one => one.id === schedule.group)
  return (
    <Text size="sm" className="entry-text">
      {asked === undefined || schedule.group === id ? 'Together with ' : 'Part of a schedule with '}
      {schedule.with.map((one, index) => (
        <Fragment key={one.id}>
          {index > 0 ? ', ' : null}
          <TargetName target={{ ...one, state: null, path: '', publishAt: null, unpublishAt: null }} />
        </Fragment>
      ))}
      .
    </Text>
  )
}

/** Lists the targets that readers will miss unless they are published too. */
function Holes({ schedule: { notLive } }: { readonly schedule: Schedule }) {
  if (notLive.length === 0) return null
  return (
    <div className="schedule-holes">
      <Text size="sm" fw={550}>
        {notLive.length === 1
          ? '1 entry that it refers to will not be published by then:'
          : `${notLive.length.toLocaleString('en')} entries that it refers to will not be published by then:`}
      </Text>
      <List size="sm" className="entry-text">
        {notLive.slice(0, holesShown).map(target => (
          <List.Item key={`${target.id} ${target.slug} ${target.path}`}>
            <TargetName target={target} />
          </List.Item>
        ))}
      </List>
      {notLive.length > holesShown ? (
        <Text size="sm">{`And ${(notLive.length - holesShown).toLocaleString('en')} more.`}</Text>
      ) : null}
      <Text size="sm">
        {`${notLive.length === 1 ? 'It' : 'They'} will be missing on the site until published. Use “Change” to publish ${notLive.length === 1 ? 'it' : 'them'} too.`}
      </Text>
    </div>
  )
}

const holesShown = 5

/**
 * Shown if the draft has changed since it was scheduled. The scheduled version will be published unless the user chooses
 * the newer one.
 */
function ChangedSince({ panel, schedule }: { readonly panel: EntryPanelProps; readonly schedule: Schedule }) {
  const { canPublish } = useEntryRights()
  const { entry, unsaved, save } = panel
  const names = useNames(panel, [])
  const action = useSchedule(toTarget(panel))
  const newest = useNewest(toTarget(panel))
  const use = useMutation({
    mutationFn: async () => {
      const { draftVersion } = unsaved ? await save() : entry
      const { publishAt, unpublishAt, group } = schedule
      const others = group === entry.id ? schedule.with : []
      const together = others.map(one => ({ id: one.id, draftVersion: one.draftVersion }))
      return action.mutateAsync({ draftVersion, publishAt, unpublishAt, with: together })
    },
    onSuccess: () => {
      notifications.show({ message: 'The draft as it is now will be published at that time.' })
      // The focused button has disappeared.
      keepFocus(() => document.getElementById(entryMenuId))
    },
  })
  const showNewest = () => {
    use.reset()
    newest.mutate(undefined)
  }
  return (
    <>
      <Text size="sm">The draft has changed since. The version that was scheduled will be published.</Text>
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
