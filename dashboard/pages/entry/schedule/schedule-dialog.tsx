// Schedules the publication and withdrawal of an entry. Times are typed in local time, with UTC beside them.
import { Alert, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useEntryLinks, useNewest, useSchedule } from '../../../api/content/entry-actions.ts'
import { ApiProblem } from '../../../api/request.ts'
import { DialogActions } from '../../../parts/dialogs.tsx'
import { useFocusInvalid } from '../../../parts/forms/field-errors.ts'
import { findTimeErrors, type LocalTime, LocalTimeInput } from '../../../parts/time/local-time.tsx'
import { toExactText } from '../../../parts/time/moment.tsx'
import { ActionError, FieldProblems, LiveReferrers } from '../dialog/action-error.tsx'
import { type DialogProps, EntryDialog, toTarget } from '../dialog/entry-dialog.tsx'
import { WithSaved } from '../dialog/state-dialog.tsx'
import { listChanges } from '../diff/changes.ts'
import { titleOf, useNames } from '../diff/names.ts'
import { ForeignNotes, MissingAlts } from '../publish/asset-notes.tsx'
import {
  isAboutTargets,
  PublishTargets,
  RefusedTargets,
  useMissingTargets,
} from '../publish/publish-targets.tsx'
import { countChanges, describeSize, errorsOf } from '../publish/publishing.ts'

export function ScheduleDialog({ panel, opened, onClose }: DialogProps) {
  return (
    <EntryDialog opened={opened} onClose={onClose} goTo={panel.goTo} title={`Schedule “${titleOf(panel)}”`}>
      <WithSaved panel={panel}>
        {(seen, see) => <ScheduleForm panel={panel} onClose={onClose} seen={seen} see={see} />}
      </WithSaved>
    </EntryDialog>
  )
}

interface ScheduleFormProps extends Pick<DialogProps, 'panel' | 'onClose'> {
  readonly seen: EntryView
  readonly see: (doc: EntryView) => void
}

function ScheduleForm({ panel, onClose, seen, see }: ScheduleFormProps) {
  const isFailed = seen.schedule?.state === 'failed'
  const [publishAt, setPublishAt] = useState<LocalTime>(isFailed ? null : (seen.schedule?.publishAt ?? null))
  const [unpublishAt, setUnpublishAt] = useState<LocalTime>(seen.schedule?.unpublishAt ?? null)
  const action = useSchedule(toTarget(panel))
  const newest = useNewest(toTarget(panel))
  const names = useNames(panel, [])
  const links = useEntryLinks(seen.id, seen.draftVersion)
  const { schedule } = seen
  const isOwnGroup = schedule?.state === 'pending' && schedule.group === seen.id
  const targets = useMissingTargets(publishAt ? links.data : undefined, {
    own: seen.id,
    at: publishAt ?? null,
    before: isOwnGroup ? schedule.with : [],
  })
  const problems = errorsOf(seen)
  const form = useFocusInvalid(action.error)
  // The server's message contains the request's name of the other time.
  const messageFor = (field: string) =>
    action.error instanceof ApiProblem
      ? (action.error.messageFor(field)?.replace('publishAt', 'the time of publishing') ?? null)
      : null
  const isNamed = messageFor('publishAt') !== null || messageFor('unpublishAt') !== null
  const done = () => {
    onClose()
    const at = publishAt ?? unpublishAt
    const others = publishAt && targets.chosen.length > 0 ? ` and ${countOthers(targets.chosen.length)}` : ''
    const what = !publishAt ? 'will be unpublished' : 'will be published'
    notifications.show({
      message: !at ? 'Scheduled.' : `“${titleOf(panel)}”${others} ${what} on ${toExactText(at)}.`,
    })
  }
  const showNewest = () =>
    newest.mutate(undefined, {
      onSuccess: ({ doc }) => {
        action.reset()
        see(doc)
      },
    })
  const input = {
    draftVersion: seen.draftVersion,
    publishAt: publishAt ?? null,
    unpublishAt: unpublishAt ?? null,
    with: publishAt ? targets.chosen : [],
  }
  const isWaiting = Boolean(publishAt) && targets.isPending
  const wrong = findTimeErrors({ publishAt, unpublishAt }, Date.now())
  const isReady =
    !isWaiting &&
    publishAt !== undefined &&
    unpublishAt !== undefined &&
    Boolean(publishAt ?? unpublishAt) &&
    wrong.publishAt === null &&
    wrong.unpublishAt === null
  return (
    <form
      ref={form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (isReady) action.mutate(input, { onSuccess: done })
      }}
    >
      <Stack>
        <LocalTimeInput
          label="Publish on"
          value={publishAt}
          onChange={setPublishAt}
          error={wrong.publishAt ?? messageFor('publishAt')}
        />
        {!publishAt ? null : <Text size="sm">{describePublication(panel.model.fields, seen)}</Text>}
        {publishAt && problems.length > 0 ? (
          <Alert role="note" color="red" variant="light" title="Correct this first">
            <FieldProblems problems={problems} names={names} />
          </Alert>
        ) : null}
        {publishAt && problems.length === 0 ? (
          <>
            <MissingAlts seen={seen} fields={panel.model.fields} names={names} />
            <ForeignNotes seen={seen} fields={panel.model.fields} names={names} />
          </>
        ) : null}
        {publishAt ? <PublishTargets targets={targets} names={names} isScheduled /> : null}
        <LocalTimeInput
          label="Unpublish on"
          value={unpublishAt}
          onChange={setUnpublishAt}
          error={wrong.unpublishAt ?? messageFor('unpublishAt')}
        />
        {!unpublishAt ? null : (
          <>
            <Text size="sm">This entry will disappear from your site (404).</Text>
            {links.data ? <LiveReferrers links={links.data} consequence="It will be missing there." /> : null}
          </>
        )}
        {action.error instanceof ApiProblem && isAboutTargets(action.error) ? (
          <RefusedTargets
            error={action.error}
            title="Nothing was scheduled"
            targets={targets}
            names={names}
            onNewest={showNewest}
          />
        ) : (
          <ActionError
            error={isNamed ? null : (newest.error ?? action.error)}
            title="Could not schedule the entry"
            names={names}
            onNewest={showNewest}
          />
        )}
        <DialogActions
          onClose={onClose}
          confirmLabel={
            publishAt && targets.chosen.length > 0
              ? `Schedule ${targets.chosen.length + 1} entries`
              : 'Schedule'
          }
          pending={action.isPending}
          disabled={!isReady}
          sticky
        />
      </Stack>
    </form>
  )
}

function countOthers(count: number): string {
  return count === 1 ? '1 other entry' : `${count.toLocaleString('en')} other entries`
}

function describePublication(fields: Parameters<typeof listChanges>[0], seen: EntryView): string {
  const always = 'This version will be published, even if the draft changes before then'
  if (seen.live === null) return `${always}: ${describeSize(seen)}.`
  const { length } = listChanges(fields, seen.live, seen)
  return length === 0
    ? `${always}. It is the same as what is published.`
    : `${always}: ${countChanges(length)}.`
}
