// Important notes about an entry: an archived state, a schedule, and missing permissions.
import { Button, Group, Stack, Text } from '@mantine/core'
import { Moment } from '../../../parts/time/moment.tsx'
import type { DialogName } from '../dialog/dialog-props.ts'
import { PanelNote } from '../panel-note.tsx'
import type { EntryPanelProps } from '../panel-props.ts'
import { useEntryRights } from '../rights.ts'
import { ScheduleBar } from '../schedule/schedule-bar.tsx'

interface PanelNotesProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

/** Renders nothing if there are no notes. */
export function PanelNotes({ panel, onOpen }: PanelNotesProps) {
  const { entry } = panel
  const { canPublish, canWrite, why } = useEntryRights()
  const isArchived = entry.state === 'archived'
  // Users without write access see their note above the form.
  const note = canWrite ? why : null
  if (note === null && !isArchived && entry.schedule === null) return null
  return (
    <Stack gap="sm">
      {note === null ? null : (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      {isArchived ? (
        <PanelNote tone="gray" title="Archived">
          <Text size="sm">
            It was archived <Moment at={entry.archivedAt} />. Nobody can change or publish it.
          </Text>
          {canWrite ? (
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => onOpen('unarchive')}>
                Unarchive
              </Button>
              {canPublish ? (
                <Button size="xs" variant="default" onClick={() => onOpen('delete')}>
                  Delete for good
                </Button>
              ) : null}
            </Group>
          ) : null}
        </PanelNote>
      ) : null}
      <ScheduleBar panel={panel} onOpen={onOpen} />
    </Stack>
  )
}
