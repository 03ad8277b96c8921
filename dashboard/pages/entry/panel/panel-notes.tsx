// What must not be overlooked: problems, a schedule, that the entry is archived, what the role does not allow.
import { Button, Group, Stack, Text } from '@mantine/core'
import { Moment } from '../../../parts/moment.tsx'
import type { EntryPanelProps } from '../panel-props.ts'
import type { DialogName } from './dialog-props.ts'
import { PanelNote } from './panel-note.tsx'
import { useEntryRights } from './rights.ts'
import { ScheduleBar } from './schedule-bar.tsx'

interface PanelNotesProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

/** Renders nothing if there is nothing to note. */
export function PanelNotes({ panel, onOpen }: PanelNotesProps) {
  const { entry } = panel
  const { canPublish, canWrite, why } = useEntryRights()
  const isArchived = entry.state === 'archived'
  if (canPublish && !isArchived && entry.schedule === null) return null
  return (
    <Stack gap="sm">
      {canPublish ? null : (
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      )}
      {isArchived ? (
        <PanelNote tone="gray" title="Archived">
          <Text size="sm">
            It was put out of the way <Moment at={entry.archivedAt} />. Nobody can change or publish it.
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
