// The table of one page of archived entries.
import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { EntryItemView } from '../../../src/authoring/entries/entries.schema.ts'
import { useCollectionNames } from '../../api/content/content.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { StackActions, StackCell, StackName, StackRow, StackTable } from '../../parts/lists/stack-table.tsx'
import { WhoAndWhen } from '../../parts/people/person.tsx'
import { Moment } from '../../parts/time/moment.tsx'

interface ArchiveTableProps {
  readonly entries: readonly EntryItemView[]
  readonly isOld: boolean
  readonly onUnarchive: (entry: EntryItemView) => void
  readonly onDelete: (entry: EntryItemView) => void
}

const headings = ['Title', 'Collection', 'Archived', 'Last changed', 'Actions'] as const

export function ArchiveTable({ entries, isOld, onUnarchive, onDelete }: ArchiveTableProps) {
  const paths = useSpacePaths()
  const nameOf = useCollectionNames()
  const mayWrite = useHasRight('write')
  const mayDelete = useHasRight('publish') && mayWrite
  return (
    <div aria-busy={isOld}>
      <StackTable label="Archived entries" headings={headings} fitsFrom="68em">
        {entries.map(entry => {
          const title = entry.title ?? entry.slug
          return (
            <StackRow key={entry.id}>
              <StackName>
                <Anchor
                  component={Link}
                  href={paths.toEntry(entry.collection, entry.id)}
                  size="sm"
                  fw={600}
                  c="inherit"
                  lineClamp={2}
                >
                  {title}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {entry.slug}
                </Text>
              </StackName>
              <StackCell label="Collection" wraps>
                {nameOf(entry.collection)}
              </StackCell>
              <StackCell label="Archived">
                <Moment at={entry.archivedAt} />
              </StackCell>
              <StackCell label="Last changed">
                <WhoAndWhen by={entry.updatedBy} at={entry.updatedAt} />
              </StackCell>
              <StackActions>
                <Group gap="xs" wrap="nowrap">
                  {mayWrite ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Unarchive ${title}`}
                      onClick={() => onUnarchive(entry)}
                    >
                      Unarchive
                    </Button>
                  ) : null}
                  {mayDelete ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Delete ${title} for good`}
                      onClick={() => onDelete(entry)}
                    >
                      Delete
                    </Button>
                  ) : null}
                </Group>
              </StackActions>
            </StackRow>
          )
        })}
      </StackTable>
      {mayDelete ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          {mayWrite
            ? 'Your role can unarchive entries. Only editors can delete them for good.'
            : 'Your role can view the archive but not change it.'}
        </Text>
      )}
    </div>
  )
}
