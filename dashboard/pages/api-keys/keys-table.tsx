// The table of one page of API keys.
import { Code, Text } from '@mantine/core'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import {
  CutText,
  StackActions,
  StackCell,
  StackName,
  StackRow,
  StackTable,
} from '../../parts/lists/stack-table.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { KeyEnd, KeyScopes, KeyStatus } from './key-facts.tsx'
import { type KeyAction, KeyMenu, toKeyNameId } from './key-menu.tsx'

interface KeysTableProps {
  readonly keys: readonly ApiKeyView[]
  readonly onChoose: (apiKey: ApiKeyView, action: KeyAction) => void
}

const headings = [
  'Name',
  'Prefix',
  'Scopes',
  'Status',
  'Expires',
  'Last use',
  'Created by',
  'Actions',
] as const

export function KeysTable({ keys, onChoose }: KeysTableProps) {
  return (
    <StackTable label="API keys" headings={headings} fitsFrom="75em">
      {keys.map(apiKey => (
        <KeyRow key={apiKey.id} apiKey={apiKey} onChoose={action => onChoose(apiKey, action)} />
      ))}
    </StackTable>
  )
}

interface KeyRowProps {
  readonly apiKey: ApiKeyView
  readonly onChoose: (action: KeyAction) => void
}

function KeyRow({ apiKey, onChoose }: KeyRowProps) {
  const { id, name, prefix, scopes, status, lastUsedAt, createdAt, createdBy } = apiKey
  const isRevoked = status === 'revoked'
  return (
    <StackRow dimmed={isRevoked}>
      <StackName id={toKeyNameId(id)}>
        <Text component="span" inherit display="block" miw={130} fw={isRevoked ? 400 : 600}>
          {name}
        </Text>
      </StackName>
      <StackCell label="Prefix">
        <Code>{prefix}</Code>
      </StackCell>
      <StackCell label="Scopes">
        <KeyScopes scopes={scopes} />
      </StackCell>
      <StackCell label="Status">
        <KeyStatus status={status} />
      </StackCell>
      <StackCell label="Expires">
        <KeyEnd apiKey={apiKey} />
      </StackCell>
      <StackCell label="Last use">
        <Moment at={lastUsedAt} none="Never" />
      </StackCell>
      <StackCell label="Created by">
        <CutText text={createdBy} />
        <Text size="xs" c="dimmed">
          <Moment at={createdAt} />
        </Text>
      </StackCell>
      <StackActions inCorner>
        {isRevoked ? null : <KeyMenu apiKey={apiKey} onChoose={onChoose} />}
      </StackActions>
    </StackRow>
  )
}
