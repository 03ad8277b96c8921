// One page of API keys as a table.
import { Code, Table, Text, VisuallyHidden } from '@mantine/core'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { Moment } from '../../parts/moment.tsx'
import { ScrollBox } from '../../parts/scroll-box.tsx'
import { KeyEnd, KeyScopes, KeyStatus } from './key-facts.tsx'
import { type KeyAction, KeyMenu, toKeyNameId } from './key-menu.tsx'

interface KeysTableProps {
  readonly keys: readonly ApiKeyView[]
  readonly onChoose: (apiKey: ApiKeyView, action: KeyAction) => void
}

const headings = ['Name', 'Prefix', 'Scopes', 'Status', 'Expires', 'Last use', 'Created by'] as const

export function KeysTable({ keys, onChoose }: KeysTableProps) {
  return (
    <ScrollBox label="API keys">
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {headings.map(heading => (
              <Table.Th key={heading} scope="col">
                {heading}
              </Table.Th>
            ))}
            <Table.Th scope="col" w={50} pos="relative">
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map(apiKey => (
            <KeyRow key={apiKey.id} apiKey={apiKey} onChoose={action => onChoose(apiKey, action)} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  )
}

interface KeyRowProps {
  readonly apiKey: ApiKeyView
  readonly onChoose: (action: KeyAction) => void
}

const inOneLine = { whiteSpace: 'nowrap' } as const
const anywhere = { overflowWrap: 'anywhere' } as const

function KeyRow({ apiKey, onChoose }: KeyRowProps) {
  const { id, name, prefix, scopes, status, lastUsedAt, createdAt, createdBy } = apiKey
  const isRevoked = status === 'revoked'
  return (
    <Table.Tr {...(isRevoked ? { c: 'dimmed' } : {})}>
      <Table.Th
        scope="row"
        id={toKeyNameId(id)}
        tabIndex={-1}
        miw={130}
        maw={260}
        fw={isRevoked ? 400 : 600}
        style={anywhere}
      >
        {name}
      </Table.Th>
      <Table.Td>
        <Code>{prefix}</Code>
      </Table.Td>
      <Table.Td>
        <KeyScopes scopes={scopes} />
      </Table.Td>
      <Table.Td>
        <KeyStatus status={status} />
      </Table.Td>
      <Table.Td style={inOneLine}>
        <KeyEnd apiKey={apiKey} />
      </Table.Td>
      <Table.Td style={inOneLine}>
        <Moment at={lastUsedAt} none="Never" />
      </Table.Td>
      <Table.Td miw={150} maw={190} style={anywhere}>
        {createdBy}
        <Text size="xs" c="dimmed">
          <Moment at={createdAt} />
        </Text>
      </Table.Td>
      <Table.Td>{isRevoked ? null : <KeyMenu apiKey={apiKey} onChoose={onChoose} />}</Table.Td>
    </Table.Tr>
  )
}
