// A space without collections: how to import content.
import { Stack } from '@mantine/core'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ImportCommand } from '../../parts/import-command.tsx'

export function NoContent() {
  return (
    <EmptyState
      title="No content yet"
      action={
        <Stack gap="xs" w="100%" maw="44rem">
          <ImportCommand />
        </Stack>
      }
    />
  )
}
