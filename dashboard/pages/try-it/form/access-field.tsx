// Selects whether the request is sent with the user's session or, like a site, with an API key.
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useSignedIn } from '../../../api/accounts/session.ts'
import { KeyField } from './key-field.tsx'
import type { AccessKind, useAccess } from './use-access.ts'

interface AccessFieldProps {
  /** The space's id. */
  readonly space: string
  readonly access: ReturnType<typeof useAccess>
}

const kinds: { readonly value: AccessKind; readonly label: string }[] = [
  { value: 'session', label: 'Signed in as you' },
  { value: 'key', label: 'With an API key' },
]

export function AccessField({ space, access }: AccessFieldProps) {
  const { kind, chooseKind, choice, choose, error } = access
  const { user } = useSignedIn()
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="How to send it"
        data={kinds}
        value={kind}
        onChange={chooseKind}
        fullWidth
      />
      {kind === 'session' ? (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Sent as {user.email}. The response is what an API key of this space gets: what is published, no
          drafts.
        </Text>
      ) : (
        <KeyField space={space} choice={choice} onChange={choose} error={error} />
      )}
    </Stack>
  )
}
