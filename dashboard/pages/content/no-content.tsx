// Shown for a space without collections, with links to add one or import content.
import { Button, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { ImportCommand } from '../../parts/code/import-command.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'

export function NoContent() {
  const paths = useSpacePaths()
  const canModel = useHasRight('model')
  return (
    <EmptyState
      title="No content yet"
      action={
        <Stack gap="xs" w="100%" maw="44rem">
          {canModel ? (
            <Button component={Link} href={`${paths.model}?add`} mb="sm" style={{ alignSelf: 'start' }}>
              Add a collection
            </Button>
          ) : null}
          <ImportCommand />
        </Stack>
      }
    >
      {canModel
        ? 'A collection says which fields its entries have. Add one, or import existing content.'
        : 'An owner or admin can add collections or import content.'}
    </EmptyState>
  )
}
