// One collection in the list: its name, how much of it is live, its schema, and a link to its entries.
import { Anchor, Code, Group, Paper, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models.schema.ts'
import { useSpacePaths } from '../../api/space.ts'
import { CollectionModel, countLive } from '../../parts/collection-model.tsx'

export function CollectionCard({ collection }: { readonly collection: CollectionModelView }) {
  const { apiName, name } = collection
  const paths = useSpacePaths()
  return (
    <Paper component="li" withBorder px="md" py="sm" radius="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs" style={{ minWidth: 0 }}>
          <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} href={paths.toCollection(apiName)} inherit>
              {name}
            </Anchor>
          </Title>
          <Code>{apiName}</Code>
        </Group>
        <Text size="sm">{countLive(collection)}</Text>
      </Group>
      <Text component="div" size="sm">
        <CollectionModel collection={collection} />
      </Text>
    </Paper>
  )
}
