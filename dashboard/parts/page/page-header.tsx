// The header of a page: its title, which is also the document's title, and a description. The actions are in the top bar
// or, on a phone, below the title.
import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { TopBarActions } from './top-bar.tsx'

interface PageHeaderProps {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
}

export function PageHeader({ title, about, actions }: PageHeaderProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  useDocumentTitle(`${title} · Frontlist`)
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <Stack gap={4} style={{ flex: '1 1 18rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Title order={1}>{title}</Title>
        {about ? <Text c="dimmed">{about}</Text> : null}
      </Stack>
      {actions && isNarrow ? <Group gap="sm">{actions}</Group> : null}
      {actions && !isNarrow ? <TopBarActions>{actions}</TopBarActions> : null}
    </Group>
  )
}
