// The content model of a collection: its fields, in the order of `data`.
import { Anchor, Code, Group, Table, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../src/authoring/models.schema.ts'
import { useSpacePaths } from '../api/space.ts'
import { Fold } from './fold.tsx'
import { ScrollBox } from './scroll-box.tsx'

type Field = CollectionModelView['fields'][number]

export function CollectionModel({ collection }: { readonly collection: CollectionModelView }) {
  const { fields, name } = collection
  return (
    <Fold label={`Content model: ${fields.length} ${fields.length === 1 ? 'field' : 'fields'}`}>
      {() => (
        <ScrollBox label={`Content model of ${name}`}>
          <Table withTableBorder>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Field</Table.Th>
                <Table.Th scope="col">Type</Table.Th>
                <Table.Th scope="col">List</Table.Th>
                <Table.Th scope="col">Refers to</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map(field => (
                <FieldRow key={field.apiName} field={field} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
    </Fold>
  )
}

function FieldRow({ field }: { readonly field: Field }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Code>{field.apiName}</Code>
      </Table.Th>
      <Table.Td>{field.type}</Table.Td>
      <Table.Td>{field.many ? 'yes' : null}</Table.Td>
      <Table.Td>
        <Targets field={field} />
      </Table.Td>
    </Table.Tr>
  )
}

function Targets({ field }: { readonly field: Field }) {
  const paths = useSpacePaths()
  if (field.type !== 'reference') return null
  if (!field.to) return <Text size="sm">any collection</Text>
  return (
    <Group gap="sm">
      {field.to.map(name => (
        <Anchor key={name} component={Link} href={paths.toCollection(name)} size="sm">
          {name}
        </Anchor>
      ))}
    </Group>
  )
}

/** For example `38 of 40 entries live`. */
export function countLive({ entries, live }: CollectionModelView): string {
  if (entries === 0) return 'No entries'
  const noun = entries === 1 ? 'entry' : 'entries'
  return `${live.toLocaleString('en')} of ${entries.toLocaleString('en')} ${noun} live`
}
