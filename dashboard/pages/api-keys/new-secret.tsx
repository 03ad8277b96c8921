// Shows a new secret once, and a request to test it.
import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { NewApiKey } from '../../api/keys/api-keys.ts'
import { FirstRequest } from '../../parts/code/first-request.tsx'
import { SecretOnce } from '../../parts/code/secret-once.tsx'

interface NewSecretProps {
  readonly created: NewApiKey
  readonly onDone: () => void
  /** A note about the old secret. */
  readonly children?: ReactNode
}

export function NewSecret({ created: { doc, key }, onDone, children }: NewSecretProps) {
  const beginning = useRef<HTMLParagraphElement>(null)
  // The form that had the focus has been removed.
  useEffect(() => beginning.current?.focus(), [])
  return (
    <Stack>
      <Text ref={beginning} tabIndex={-1} size="sm">
        This is the secret of <b>{doc.name}</b>. Store it in a safe place, such as a password manager.{' '}
        {children}
      </Text>
      <SecretOnce label="API key" secret={key} />
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          Try it in a terminal
        </Text>
        <FirstRequest secret={key} scopes={doc.scopes} />
      </Stack>
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  )
}
