// A link to the first entry, for a collection without entries.
import { Group, Paper, Text } from '@mantine/core'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useHasRight } from '../../../api/space.ts'
import { NewEntryButton } from '../../../parts/entries/new-entry-button.tsx'

interface StartWritingProps {
  readonly model: CollectionModelView
  /** True if there are unapplied changes, whose fields the first entry would lack. */
  readonly isChanging: boolean
}

export function StartWriting({ model, isChanging }: StartWritingProps) {
  const mayWrite = useHasRight('write')
  if (!mayWrite || model.entries > 0) return null
  return (
    <Paper withBorder p="md" className="start-writing">
      <Group justify="space-between" gap="sm">
        <div className="model-names">
          <Text fw={550}>{model.name} has no entries yet</Text>
          <Text size="sm" c="dimmed">
            {isChanging
              ? 'Apply the change first. Entries only have fields that are applied.'
              : 'Write the first one now. You can add fields later.'}
          </Text>
        </div>
        <NewEntryButton collection={model.apiName} name={model.name} disabled={isChanging} />
      </Group>
    </Paper>
  )
}
