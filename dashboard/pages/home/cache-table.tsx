// What the picture shows, as numbers: for who does not see it, and for who wants them exactly.
import { Table } from '@mantine/core'
import type { CacheActivityView } from '../../../src/operations/activity.schema.ts'
import { sumUp, toClockText, toText } from './cache-text.ts'

export function CacheTable({ minutes }: { readonly minutes: CacheActivityView['minutes'] }) {
  const shown = minutes.filter(minute => sumUp([minute]).all > 0).reverse()
  return (
    <Table aria-label="Answers by minute, newest first" maw="30rem" horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Minute</Table.Th>
          <Table.Th scope="col">Straight</Table.Th>
          <Table.Th scope="col">Checked</Table.Th>
          <Table.Th scope="col">Made anew</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map(({ at, hit, checked, miss }) => (
          <Table.Tr key={at}>
            <Table.Th scope="row">{toClockText(at)}</Table.Th>
            <Table.Td>{toText(hit)}</Table.Td>
            <Table.Td>{toText(checked)}</Table.Td>
            <Table.Td>{toText(miss)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
