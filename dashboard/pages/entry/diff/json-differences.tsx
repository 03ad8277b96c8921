// Lists the differences between two JSON values.
import { Code, Table, Text } from '@mantine/core'
import { useMemo } from 'react'
import { ScrollBox } from '../../../parts/lists/scroll-box.tsx'
import { listDifferences } from './changes.ts'

interface JsonDifferencesProps {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

const placesShown = 20
const textLengthShown = 160

export function JsonDifferences({ name, before, after }: JsonDifferencesProps) {
  const places = useMemo(() => listDifferences(before, after, placesShown + 1), [before, after])
  if (places.length === 0) return <Text size="sm">Only the order of keys differs.</Text>
  const isMore = places.length > placesShown
  return (
    <ScrollBox label={`Changes in ${name}`}>
      <Table fz="xs" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Path</Table.Th>
            <Table.Th scope="col">Before</Table.Th>
            <Table.Th scope="col">After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {places.slice(0, placesShown).map(place => (
            <Table.Tr key={place.path}>
              <Table.Th scope="row" fw={400}>
                <Code>{place.path}</Code>
              </Table.Th>
              <Table.Td className="entry-text">{toShort(place.before)}</Table.Td>
              <Table.Td className="entry-text">{toShort(place.after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isMore ? <Text size="xs">{`Only the first ${placesShown} changes are shown.`}</Text> : null}
    </ScrollBox>
  )
}

function toShort(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > textLengthShown ? `${text.slice(0, textLengthShown)}…` : text
}
