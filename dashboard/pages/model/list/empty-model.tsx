// Shown for a space without collections. The user can add an empty collection, use a template, or import a file.
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { ImportCommand } from '../../../parts/code/import-command.tsx'
import { EmptyState } from '../../../parts/lists/empty-state.tsx'
import { Fold } from '../../../parts/page/fold.tsx'
import { TemplateIcon } from './template-icon.tsx'
import { templates } from './templates.ts'

interface EmptyModelProps {
  readonly mayModel: boolean
  /** Called with the id of a template, or with an empty string. */
  readonly onAdd: (template: string) => void
}

export function EmptyModel({ mayModel, onAdd }: EmptyModelProps) {
  if (!mayModel) {
    return <EmptyState title="No collections yet">Collections appear here as they are added.</EmptyState>
  }
  return (
    <Stack gap="lg">
      <Paper withBorder p="xl">
        <Stack gap="md" align="flex-start">
          <div>
            <Title order={2} size="h3">
              Begin with a collection
            </Title>
            <Text c="dimmed" mt={4}>
              It says which fields its entries have. You can change it at any time, and entries are updated.
            </Text>
          </div>
          <Button
            leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
            onClick={() => onAdd('')}
          >
            Add an empty collection
          </Button>
          <Fold label="Import">{() => <ImportCommand />}</Fold>
        </Stack>
      </Paper>
      <section aria-labelledby="templates">
        <Title order={2} size="h4" mb="sm" id="templates">
          Or from a template
        </Title>
        <ul className="plain-list template-list">
          {templates.map(({ id, name, about, collections }) => (
            <li key={id} className="template-card">
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <span className="picture model-tile">
                  <TemplateIcon id={id} />
                </span>
                <div className="model-names">
                  <Title order={3} size="h4">
                    {name}
                  </Title>
                  <Text size="sm" c="dimmed">
                    {about}
                  </Text>
                </div>
              </Group>
              <Text size="xs" c="dimmed">
                {collections.map(collection => collection.name).join(', ')}
              </Text>
              <Button variant="default" onClick={() => onAdd(id)} aria-label={`Use this template: ${name}`}>
                Use this template
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  )
}
