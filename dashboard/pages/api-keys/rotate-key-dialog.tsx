// Gives an API key a new secret; the one before goes on for as long as is chosen here.
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { useRotateApiKey } from '../../api/api-keys.ts'
import { toExactText } from '../../parts/moment-text.ts'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { useStay } from '../../parts/stay.ts'
import { KeyDialog } from './key-dialog.tsx'
import { NewSecret } from './new-secret.tsx'

interface RotateKeyDialogProps {
  readonly apiKey: ApiKeyView
  /** The id of the space. */
  readonly space: string
  readonly opened: boolean
  readonly onClose: () => void
}

const overlaps = [
  { seconds: 0, label: 'At once', about: 'If the secret has leaked. What still uses it is refused.' },
  { seconds: 3600, label: 'In 1 hour', about: null },
  { seconds: 86_400, label: 'In 1 day', about: null },
  { seconds: 604_800, label: 'In 7 days', about: null },
] as const

/** What became of the old secret, which never outlives the key. */
function describeOld(seconds: number, { updatedAt, expiresAt }: ApiKeyView): string {
  if (seconds === 0) return 'The old secret does not work any more.'
  const overlapEnd = Date.parse(updatedAt) + seconds * 1000
  const end = expiresAt === null ? overlapEnd : Math.min(overlapEnd, Date.parse(expiresAt))
  return `The old secret works until ${toExactText(new Date(end).toISOString())}.`
}

export function RotateKeyDialog({ apiKey, space, opened, onClose }: RotateKeyDialogProps) {
  const [seconds, setSeconds] = useState<number>(86_400)
  const rotate = useRotateApiKey(apiKey.id, space)
  const locked = rotate.isPending || rotate.isSuccess
  useStay(opened && locked)
  return (
    <KeyDialog
      opened={opened}
      onClose={onClose}
      onGone={rotate.reset}
      title={rotate.data ? 'Your new secret' : 'Rotate the secret'}
      locked={locked}
    >
      {rotate.data ? (
        <NewSecret made={rotate.data} onDone={onClose}>
          {describeOld(rotate.variables, rotate.data.doc)}
        </NewSecret>
      ) : (
        <Stack>
          <Text size="sm">
            <b>{apiKey.name}</b> gets a new secret; its name, scopes and expiry stay. The old secret works
            until the time that you choose, so that what uses it can be changed first. One that an earlier
            rotation left ends now.
          </Text>
          <OverlapField value={seconds} onChange={setSeconds} />
          <ProblemAlert error={rotate.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={rotate.isPending}>
              Cancel
            </Button>
            <Button onClick={() => rotate.mutate(seconds)} loading={rotate.isPending}>
              Make a new secret
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
    <Radio.Group label="The old secret ends" value={String(value)} onChange={text => onChange(Number(text))}>
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
