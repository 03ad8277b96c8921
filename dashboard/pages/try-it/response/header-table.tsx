// Lists the response headers that the browser exposes to pages.
import { Table } from '@mantine/core'
import type { TryResponse } from '../request/send.ts'

export function HeaderTable({ headers }: Pick<TryResponse, 'headers'>) {
  return (
    <Table withTableBorder layout="fixed" aria-label="Response headers">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w="40%">
            Name
          </Table.Th>
          <Table.Th scope="col">Value</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {headers.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={500} style={wrapping}>
              {name}
            </Table.Th>
            <Table.Td style={wrapping}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const wrapping = { overflowWrap: 'anywhere', verticalAlign: 'top' } as const
