// Shows a secret once, with a copy button and a warning. The button receives the focus, because the focused form that
// created the secret has been removed.
import { Group, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyTextButton } from './copy-button.tsx'

interface SecretOnceProps {
  /** The kind of secret, such as "API key". */
  readonly label: string
  readonly secret: string
  /** Shown beside the warning. */
  readonly children?: ReactNode
}

export function SecretOnce({ label, secret, children }: SecretOnceProps) {
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <TextInput
          label={label}
          value={secret}
          readOnly
          onFocus={event => event.currentTarget.select()}
          spellCheck={false}
          autoComplete="off"
          className="secret"
          style={{ flex: '1 1 14rem', minWidth: 0 }}
        />
        <CopyTextButton text={secret} what={label} takesFocus />
      </Group>
      <Text size="sm">Copy it now. You will not be able to see it again.</Text>
      {children}
    </Stack>
  )
}
