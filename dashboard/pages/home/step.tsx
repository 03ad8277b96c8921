// One numbered step of a list.
import { Box, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

export function Step({ number, title, children }: StepProps) {
  return (
    <Box component="li" style={{ display: 'flex', gap: 'var(--mantine-spacing-md)' }}>
      <ThemeIcon variant="default" radius="xl" size={28} aria-hidden="true">
        <Text size="sm" fw={600}>
          {number}
        </Text>
      </ThemeIcon>
      <Stack gap="xs" style={{ flex: 1, minWidth: 0 }}>
        <Title order={3} size="h5" lh="28px">
          {title}
        </Title>
        {children}
      </Stack>
    </Box>
  )
}
