// A placeholder of about the size of a table while its rows load.
import { Skeleton, Table } from '@mantine/core'

interface TableSkeletonProps {
  readonly columns: number
  readonly rows: number
}

const toNumbers = (count: number) => Array.from({ length: count }, (_, index) => index)

export function TableSkeleton({ columns, rows }: TableSkeletonProps) {
  return (
    <div aria-busy="true">
      <Table aria-hidden="true" verticalSpacing="sm">
        <Table.Tbody>
          {toNumbers(rows + 1).map(row => (
            <Table.Tr key={row}>
              {toNumbers(columns).map(column => (
                <Table.Td key={column}>
                  <Skeleton height={row === 0 ? 14 : 18} my={2} width={column === 0 ? '80%' : '55%'} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
