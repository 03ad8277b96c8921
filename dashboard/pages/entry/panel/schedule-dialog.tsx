// When an entry goes live, and when it is withdrawn: typed in local time, with UTC beside it.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { EntryView } from '../../../../src/authoring/entries.schema.ts'
import { useEntryLinks, useNewest, useSchedule } from '../../../api/entry-actions.ts'
import { ApiProblem } from '../../../api/request.ts'
import { toExactText } from '../../../parts/moment-text.ts'
import { PendingButton } from '../../../parts/pending-button.tsx'
import { useFocusInvalid } from '../../../parts/use-focus-invalid.ts'
import { ActionError, FieldProblems } from './action-error.tsx'
import { listChanges } from './changes.ts'
import { type DialogProps, toTarget } from './dialog-props.ts'
import { DialogButtons, EntryDialog } from './entry-dialog.tsx'
import { ForeignNotes } from './foreign-notes.tsx'
import { type LocalTime, LocalTimeInput } from './local-time.tsx'
import { MissingAlts } from './missing-alts.tsx'
import { titleOf, useNames } from './names.ts'
import { countChanges, describeSize, errorsOf } from './publishing.ts'
import { LiveReferrers } from './referrers.tsx'
import { WithSaved } from './with-saved.tsx'

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
  const links = useEntryLinks(seen.id)
  const problems = errorsOf(seen)
  const form = useFocusInvalid(action.error)
  // The server calls the other time what it is called in requests.
  const messageFor = (field: string) =>
    action.error instanceof ApiProblem
      ? (action.error.messageFor(field)?.replace('publishAt', 'the time of publishing') ?? null)
      : null
  const isNamed = messageFor('publishAt') !== null || messageFor('unpublishAt') !== null
  const done = () => {
    onClose()
    const at = publishAt ?? unpublishAt
    const what = !publishAt ? 'is unpublished' : 'goes live'
    notifications.show({
      message: !at ? 'Scheduled.' : `“${titleOf(panel)}” ${what} on ${toExactText(at)}.`,
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
  }
  const isReady = publishAt !== undefined && unpublishAt !== undefined && Boolean(publishAt ?? unpublishAt)
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
          error={messageFor('publishAt')}
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
        <LocalTimeInput
          label="Unpublish on"
          value={unpublishAt}
          onChange={setUnpublishAt}
          error={messageFor('unpublishAt')}
        />
        {!unpublishAt ? null : (
          <>
            <Text size="sm">
              From then on readers no longer find it: requests for it are a 404, and lists leave it out.
            </Text>
            {links.data ? (
              <LiveReferrers
                links={links.data}
                consequence="There, readers get null in its place, or a list without it."
              />
            ) : null}
          </>
        )}
        <ActionError
          error={isNamed ? null : (newest.error ?? action.error)}
          title="Could not schedule the entry"
          names={names}
          onNewest={showNewest}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton type="submit" pending={action.isPending} disabled={!isReady}>
            Schedule
          </PendingButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}

function describePublication(fields: Parameters<typeof listChanges>[0], seen: EntryView): string {
  const always = 'This version goes live, even if the draft changes before then'
  if (seen.live === null) return `${always}: ${describeSize(seen)}.`
  const { length } = listChanges(fields, seen.live, seen)
  return length === 0
    ? `${always}. It is the same as what is published.`
    : `${always}: ${countChanges(length)}.`
}
