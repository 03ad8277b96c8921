// One page of API keys as cards, where a table would not fit.
import { Box, Code, Group, Paper, Stack, Text } from '@mantine/core'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { Moment } from '../../parts/moment.tsx'
import { KeyEnd, KeyScopes, KeyStatus } from './key-facts.tsx'
import { type KeyAction, KeyMenu, toKeyNameId } from './key-menu.tsx'

interface KeyCardsProps {
  readonly keys: readonly ApiKeyView[]
  readonly onChoose: (apiKey: ApiKeyView, action: KeyAction) => void
}

const columns = {
  display: 'grid',
  gap: 'var(--mantine-spacing-sm)',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 19rem), 1fr))',
} as const

export function KeyCards({ keys, onChoose }: KeyCardsProps) {
  return (
    <Box component="ul" className="plain-list" role="list" aria-label="API keys" style={columns}>
      {keys.map(apiKey => (
        <KeyCard key={apiKey.id} apiKey={apiKey} onChoose={action => onChoose(apiKey, action)} />
      ))}
    </Box>
  )
}

interface KeyCardProps {
  readonly apiKey: ApiKeyView
  readonly onChoose: (action: KeyAction) => void
}

function KeyCard({ apiKey, onChoose }: KeyCardProps) {
  const { id, name, status, prefix, scopes, lastUsedAt, createdAt, createdBy } = apiKey
  const isRevoked = status === 'revoked'
  return (
    <Paper component="li" withBorder radius="md" p="md" {...(isRevoked ? { c: 'dimmed' } : {})}>
      <Stack gap={6}>
        <Group justify="space-between" align="flex-start" wrap="nowrap" mih={30}>
          <Text
            id={toKeyNameId(id)}
            tabIndex={-1}
            fw={isRevoked ? 400 : 600}
            style={{ overflowWrap: 'anywhere' }}
          >
            {name}
          </Text>
          {isRevoked ? null : <KeyMenu apiKey={apiKey} onChoose={onChoose} />}
        </Group>
        <Group gap="xs">
          <KeyStatus status={status} />
          <Code>{prefix}</Code>
        </Group>
        <KeyScopes scopes={scopes} />
        <Text component="div" size="sm">
          <KeyEnd apiKey={apiKey} asSentence />
        </Text>
        <Text size="sm">
          Last use: <Moment at={lastUsedAt} />
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Created <Moment at={createdAt} /> by {createdBy}
        </Text>
      </Stack>
    </Paper>
  )
}
