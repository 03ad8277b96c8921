// Shows the unsent edits of a deleted entry. They are still on this device and can be copied.
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { UnsentEdit } from '../../../api/local-drafts.ts'
import { CopyTextButton } from '../../../parts/code/copy-button.tsx'
import type { NamedField } from '../../../parts/entries/field-name.ts'
import { namePlace } from '../../../parts/entries/place-name.ts'

interface UnsentTextProps {
  readonly unsent: ReadonlyMap<string, UnsentEdit>
  readonly fields: readonly NamedField[]
  readonly onDiscard: () => void
}

export function UnsentText({ unsent, fields, onDiscard }: UnsentTextProps) {
  return (
    <Paper component="section" withBorder p="md" mb="lg">
      <Stack>
        <div>
          <Title order={2} size="h5">
            What you typed is still on this device
          </Title>
          <Text size="sm" c="dimmed">
            The entry was deleted before it could be saved. Copy what you need.
          </Text>
        </div>
        {[...unsent].map(([path, { value }]) => (
          <div key={path}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" fw={600}>
                {namePlace(path, fields)}
              </Text>
              <CopyTextButton text={toText(value)} what={namePlace(path, fields)} />
            </Group>
            <Text size="sm" className="entry-text">
              {toText(value)}
            </Text>
          </div>
        ))}
        <Group>
          <Button variant="default" onClick={onDiscard}>
            Discard this text
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
