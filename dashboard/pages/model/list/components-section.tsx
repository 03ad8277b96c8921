// The components of the space: where they are used, and how to add one.
import { Anchor, Button, Code, Group, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ComponentModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useHasRight, useSpacePaths } from '../../../api/space.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { formatCount } from '../../../parts/lists/counts.ts'
import { StackCell, StackName, StackRow, StackTable } from '../../../parts/lists/stack-table.tsx'
import { ComponentIcon } from '../../../parts/pictures/component-icon.tsx'
import { UsedIn } from '../used-in.tsx'
import { AddComponentDialog } from './add-component-dialog.tsx'

interface ComponentsSectionProps {
  readonly components: readonly ComponentModelView[]
  readonly error: unknown
}

const headings = ['Component', 'API name', 'Fields', 'Used in'] as const

export function ComponentsSection({ components, error }: ComponentsSectionProps) {
  const mayModel = useHasRight('model')
  const [isAdding, setAdding] = useState(false)
  return (
    <section aria-labelledby="components">
      <Group justify="space-between" mb="sm" mt="lg">
        <div>
          <Title order={2} size="h3" id="components" tabIndex={-1}>
            Components
          </Title>
          <Text size="sm" c="dimmed">
            The blocks of which pages are made: a heading with a picture, a quotation, a gallery.
          </Text>
        </div>
        {mayModel ? (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            Add a component
          </Button>
        ) : null}
      </Group>
      <ProblemAlert error={error} title="Could not load the components" />
      {components.length > 0 ? (
        <StackTable label="Components" headings={headings} hasActions={false} fitsFrom="68em">
          {components.map(component => (
            <Row key={component.apiName} component={component} />
          ))}
        </StackTable>
      ) : null}
      {mayModel ? <AddComponentDialog opened={isAdding} onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function Row({ component }: { readonly component: ComponentModelView }) {
  const { apiName, name, description, icon, fields, usedIn } = component
  const paths = useSpacePaths()
  return (
    <StackRow>
      <StackName>
        <Group gap="sm" wrap="nowrap">
          <span className="picture model-tile">
            <ComponentIcon icon={icon} />
          </span>
          <div className="model-names">
            <Anchor component={Link} href={paths.toModel(apiName)} c="inherit" fw={550} underline="hover">
              {name}
            </Anchor>
            {description ? (
              <Text size="xs" c="dimmed" lineClamp={2}>
                {description}
              </Text>
            ) : null}
          </div>
        </Group>
      </StackName>
      <StackCell label="API name">
        <Code>{apiName}</Code>
      </StackCell>
      <StackCell label="Fields">{formatCount(fields.length)}</StackCell>
      <StackCell label="Used in" wraps>
        {usedIn.length === 0 ? (
          <Text component="span" size="sm" c="dimmed">
            –
          </Text>
        ) : (
          <UsedIn fields={usedIn} />
        )}
      </StackCell>
    </StackRow>
  )
}
