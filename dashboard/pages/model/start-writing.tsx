// A collection without entries: the way to its first one.
import { Group, Paper, Text } from '@mantine/core'
import type { CollectionModelView } from '../../../src/authoring/models.schema.ts'
import { useHasRight } from '../../api/space.ts'
import { NewEntryButton } from '../../parts/new-entry-button.tsx'

export function StartWriting({ model }: { readonly model: CollectionModelView }) {
  const mayWrite = useHasRight('write')
  if (!mayWrite || model.entries > 0) return null
  return (
    <Paper withBorder p="md" className="start-writing">
      <Group justify="space-between" gap="sm">
        <div className="model-names">
          <Text fw={550}>{model.name} has no entries yet</Text>
          <Text size="sm" c="dimmed">
            Write the first one now. Fields can be added later: entries follow.
          </Text>
        </div>
        <NewEntryButton collection={model.apiName} name={model.name} />
      </Group>
    </Paper>
  )
}
