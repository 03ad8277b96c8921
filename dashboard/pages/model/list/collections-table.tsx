// Lists the collections of the space, each with its fields, entries and references.
import { Anchor, Badge, Code, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { countListed, formatCount } from '../../../parts/lists/counts.ts'
import { StackCell, StackName, StackRow, StackTable } from '../../../parts/lists/stack-table.tsx'
import { CollectionIcon } from '../../../parts/pictures/collection-icon.tsx'

interface CollectionsTableProps {
  readonly collections: readonly CollectionModelView[]
}

const headings = ['Collection', 'API name', 'Fields', 'Entries', 'Refers to'] as const

export function CollectionsTable({ collections }: CollectionsTableProps) {
  const nameOf = (apiName: string) => collections.find(one => one.apiName === apiName)?.name ?? apiName
  return (
    <StackTable label="Collections" headings={headings} hasActions={false} fitsFrom="68em">
      {collections.map(collection => (
        <Row key={collection.apiName} collection={collection} nameOf={nameOf} />
      ))}
    </StackTable>
  )
}

interface RowProps {
  readonly collection: CollectionModelView
  readonly nameOf: (apiName: string) => string
}

function Row({ collection, nameOf }: RowProps) {
  const { apiName, name, description, fields, singleton } = collection
  const paths = useSpacePaths()
  const listed = countListed(collection)
  const targets = [...new Set(fields.flatMap(({ to = [] }) => to))]
  return (
    <StackRow>
      <StackName>
        <Group gap="sm" wrap="nowrap">
          <span className="picture model-tile">
            <CollectionIcon collection={collection} />
          </span>
          <div className="model-names">
            <Anchor component={Link} href={paths.toModel(apiName)} c="inherit" fw={550} underline="hover">
              {name}
            </Anchor>
            {singleton ? (
              <Badge variant="default" size="sm" ms={8} className="model-badge">
                Single entry
              </Badge>
            ) : null}
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
      <StackCell label="Entries">
        {listed === 0 ? (
          <Text component="span" size="sm" c="dimmed">
            None
          </Text>
        ) : (
          <Anchor component={Link} href={paths.toCollection(apiName)} size="sm" underline="hover">
            {formatCount(listed)}
          </Anchor>
        )}
      </StackCell>
      <StackCell label="Refers to" wraps>
        <Text component="span" size="sm" c="dimmed">
          {targets.length === 0 ? '–' : targets.map(nameOf).join(', ')}
        </Text>
      </StackCell>
    </StackRow>
  )
}
