// Shown in place of an empty list, with an explanation and an action.
import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl" radius="md">
      <Stack gap="sm" align="flex-start" style={{ overflowWrap: 'anywhere' }}>
        <Text fw={600}>{title}</Text>
        {children ? <Text c="dimmed">{children}</Text> : null}
        {action}
      </Stack>
    </Paper>
  )
}
