// What keeps a draft from being published, what is scheduled for the entry, and what the user's role does not allow.
import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { rolesWith } from '../../../src/access/rights.ts'
import type { EntryView } from '../../../src/authoring/entries.schema.ts'
import { useCancelSchedule } from '../../api/content.ts'
import { useHasRight, useSpace } from '../../api/space.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { toExactText } from '../../parts/moment-text.ts'
import { toFieldLabel } from './field-label.ts'

interface EntryNotesProps {
  readonly entry: EntryView
  readonly title: string
}

/** Renders nothing if there is nothing to note. */
export function EntryNotes({ entry, title }: EntryNotesProps) {
  const canPublish = useHasRight('publish')
  const errors = entry.problems.filter(({ severity }) => severity === 'error')
  if (canPublish && errors.length === 0 && entry.schedule === null) return null
  return (
    <Stack gap="sm">
      {canPublish ? null : <RoleNote />}
      {errors.length > 0 ? <Errors errors={errors} /> : null}
      {entry.schedule ? <ScheduleNote entry={entry} schedule={entry.schedule} title={title} /> : null}
    </Stack>
  )
}

/** Why there are no buttons to publish. */
function RoleNote() {
  const space = useSpace()
  const others = rolesWith('publish')
    .join(', ')
    .replace(/, ([^,]+)$/, ' or $1')
  return (
    <Text size="sm" c="dimmed">
      Your role in {space.name} is {space.role}. Ask an {others} to publish or unpublish this entry.
    </Text>
  )
}

const errorsShown = 20

function Errors({ errors }: { readonly errors: EntryView['problems'] }) {
  const rest = errors.length - errorsShown
  return (
    <Alert color="yellow" variant="light" title="This draft cannot be published yet">
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {errors.slice(0, errorsShown).map(({ path, code, message }) => (
          <List.Item key={`${path} ${code}`}>
            {toFieldLabel(path)} {message}.
          </List.Item>
        ))}
      </List>
      {rest > 0 ? <Text size="sm">{`And ${rest} more.`}</Text> : null}
    </Alert>
  )
}

interface ScheduleNoteProps extends EntryNotesProps {
  readonly schedule: NonNullable<EntryView['schedule']>
}

function ScheduleNote({ entry, schedule, title }: ScheduleNoteProps) {
  const canPublish = useHasRight('publish')
  const isFailed = schedule.state === 'failed'
  return (
    <Alert
      color={isFailed ? 'red' : 'blue'}
      variant="light"
      title={isFailed ? 'The schedule failed' : 'Scheduled'}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {describe(schedule)}
        </Text>
        {schedule.createdBy ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            Scheduled by {schedule.createdBy.name}.
          </Text>
        ) : null}
        {canPublish ? (
          <CancelSchedule entry={entry} title={title} isOver={isFailed && schedule.unpublishAt === null} />
        ) : null}
      </Stack>
    </Alert>
  )
}

function describe({
  publishAt,
  unpublishAt,
  draftVersion,
  changed,
  state,
  reason,
}: ScheduleNoteProps['schedule']) {
  const sentences = []
  if (state === 'failed' && publishAt) {
    sentences.push(`Version ${draftVersion} of the draft was not published on ${toExactText(publishAt)}:`)
    sentences.push(`${reason ?? 'it was refused.'} Correct the draft, then publish it or schedule it again.`)
  } else if (publishAt) {
    sentences.push(`Version ${draftVersion} of the draft goes live on ${toExactText(publishAt)}.`)
    if (changed) sentences.push('The draft has changed since; the changes do not go live then.')
  }
  if (unpublishAt) sentences.push(`The entry is unpublished on ${toExactText(unpublishAt)}.`)
  return sentences.join(' ')
}

interface CancelScheduleProps extends EntryNotesProps {
  /** Whether nothing is left to happen. */
  readonly isOver: boolean
}

function CancelSchedule({ entry, title, isOver }: CancelScheduleProps) {
  const [opened, setOpened] = useState(false)
  const label = isOver ? 'Remove the failed schedule' : 'Cancel the schedule'
  const cancel = useCancelSchedule(entry.id)
  const open = () => {
    cancel.reset()
    setOpened(true)
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={`${label} of “${title}”?`}
        confirmLabel={label}
        closeLabel="Keep it"
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setOpened(false) })}
        pending={cancel.isPending}
        error={cancel.error}
        errorTitle={`Could not ${isOver ? 'remove' : 'cancel'} the schedule`}
        danger
      >
        {isOver
          ? 'The entry stays as it is. It is no longer listed among the failed schedules.'
          : 'The entry stays as it is: nothing is published or unpublished at the scheduled time.'}
      </ConfirmDialog>
    </>
  )
}
