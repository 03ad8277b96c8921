// Renders a key's status, scopes and expiry.
import { Badge, Code, Group } from '@mantine/core'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { Moment } from '../../parts/moment.tsx'
import { endsSoon } from './expiry.ts'

const states = {
  active: { label: 'Active', color: 'green' },
  expired: { label: 'Expired', color: 'orange' },
  revoked: { label: 'Revoked', color: 'gray.6' },
} as const

export function KeyStatus({ status }: Pick<ApiKeyView, 'status'>) {
  const { label, color } = states[status]
  return (
    <Badge variant="dot" color={color} tt="none" fw={500} miw="max-content">
      {label}
    </Badge>
  )
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

/** The expiry of the key; a badge if it is soon. */
export function KeyEnd({ apiKey }: { readonly apiKey: ApiKeyView }) {
  const { expiresAt, revokedAt } = apiKey
  const moment = <Moment at={revokedAt ?? expiresAt} />
  if (revokedAt !== null) return <span>Revoked {moment}</span>
  if (expiresAt === null) return 'Never'
  if (endsSoon(apiKey, Date.now())) {
    return (
      <Badge color="yellow" tt="none" fw={500} miw="max-content">
        Expires {moment}
      </Badge>
    )
  }
  return moment
}
