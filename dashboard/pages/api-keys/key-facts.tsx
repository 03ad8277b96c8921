// Renders a key's status, scopes and expiry.
import { Code, Group } from '@mantine/core'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { StateBadge } from '../../parts/entries/entry-state.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { endsSoon } from './expiry.ts'

const states = {
  active: { word: 'Active', tone: 'green' },
  expired: { word: 'Expired', tone: 'amber' },
  revoked: { word: 'Revoked', tone: 'gray' },
} as const

export function KeyStatus({ status }: Pick<ApiKeyView, 'status'>) {
  return <StateBadge {...states[status]} />
}

export function KeyScopes({ scopes }: Pick<ApiKeyView, 'scopes'>) {
  return (
    <Group gap={4}>
      {scopes.map(scope => (
        <Code key={scope}>{scope}</Code>
      ))}
    </Group>
  )
}

/** Renders the expiry of the key, as a badge if it expires soon. */
export function KeyEnd({ apiKey }: { readonly apiKey: ApiKeyView }) {
  const { expiresAt, revokedAt } = apiKey
  const moment = <Moment at={revokedAt ?? expiresAt} />
  if (revokedAt !== null) return <span>Revoked {moment}</span>
  if (expiresAt === null) return 'Never'
  if (endsSoon(apiKey, Date.now())) {
    return <StateBadge word={<>Expires {moment}</>} tone="amber" />
  }
  return moment
}
