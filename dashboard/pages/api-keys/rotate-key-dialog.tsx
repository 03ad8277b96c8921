// Gives an API key a new secret. The old secret remains valid for the chosen time.
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { useRotateApiKey } from '../../api/keys/api-keys.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { useStay } from '../../parts/page/stay.ts'
import { toExactText } from '../../parts/time/moment-text.ts'
import { KeyDialog } from './key-dialog.tsx'
import { NewSecret } from './new-secret.tsx'

interface RotateKeyDialogProps {
  readonly apiKey: ApiKeyView
  readonly opened: boolean
  readonly onClose: () => void
}

const overlaps = [
  {
    seconds: 0,
    label: 'Immediately',
    about: 'Choose this if the secret has leaked. Requests with it are rejected.',
  },
  { seconds: 3600, label: 'After 1 hour', about: null },
  { seconds: 86_400, label: 'After 1 day', about: null },
  { seconds: 604_800, label: 'After 7 days', about: null },
] as const

/** Describes how long the old secret remains valid, at most until the key expires. */
function describeOld(seconds: number, { updatedAt, expiresAt }: ApiKeyView): string {
  if (seconds === 0) return 'The old secret no longer works.'
  const overlapEnd = Date.parse(updatedAt) + seconds * 1000
  const end = expiresAt === null ? overlapEnd : Math.min(overlapEnd, Date.parse(expiresAt))
  return `The old secret works until ${toExactText(new Date(end).toISOString())}.`
}

export function RotateKeyDialog({ apiKey, opened, onClose }: RotateKeyDialogProps) {
  const [seconds, setSeconds] = useState<number>(86_400)
  const rotate = useRotateApiKey(apiKey.id)
  const locked = rotate.isPending || rotate.isSuccess
  useStay(opened && locked)
  return (
    <KeyDialog
      opened={opened}
      onClose={onClose}
      onGone={rotate.reset}
      title={rotate.data ? 'Your new secret' : `Rotate the secret of ${apiKey.name}`}
      locked={locked}
    >
      {rotate.data ? (
        <NewSecret created={rotate.data} onDone={onClose}>
          {describeOld(rotate.variables, rotate.data.doc)}
        </NewSecret>
      ) : (
        <Stack>
          <Text size="sm">
            <b>{apiKey.name}</b> gets a new secret. Its name, scopes and expiry do not change. The old secret
            keeps working for the time that you choose, so that you can replace it where it is used. If a
            secret from an earlier rotation is still valid, it stops working now.
          </Text>
          <OverlapField value={seconds} onChange={setSeconds} />
          <ProblemAlert error={rotate.error} title="Could not rotate the secret" />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={rotate.isPending}>
              Cancel
            </Button>
            <Button onClick={() => rotate.mutate(seconds)} loading={rotate.isPending}>
              Create new secret
            </Button>
          </Group>
        </Stack>
      )}
    </KeyDialog>
  )
}

interface OverlapFieldProps {
  readonly value: number
  readonly onChange: (seconds: number) => void
}

function OverlapField({ value, onChange }: OverlapFieldProps) {
  return (
    <Radio.Group
      label="The old secret stops working"
      value={String(value)}
      onChange={text => onChange(Number(text))}
    >
      <Stack gap="xs" mt={6}>
        {overlaps.map(({ seconds, label, about }) => (
          <Radio
            key={seconds}
            value={String(seconds)}
            label={label}
            description={about}
            data-autofocus={seconds === value || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
