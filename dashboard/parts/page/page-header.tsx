// The head of a page: its title and actions, below the trail of the pages above it.
import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { TopBarActions, TopBarTrail } from './top-bar.tsx'

interface PageHeaderProps {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
}

/**
 * The header of a page: its title, which is also the document's title, and a description. The actions are in the top
 * bar or, on a phone, below the title.
 */
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

interface TrailProps {
  /** The parent pages, from the top. */
  readonly above: readonly { readonly text: string; readonly path: string }[]
  readonly here: string
  /** Shown after the name of the page, such as its state. */
  readonly aside?: ReactNode
}

/** Breadcrumbs from the parent pages to this one, in the top bar. */
export function Trail({ above, here, aside }: TrailProps) {
  return (
    <TopBarTrail>
      <nav aria-label="Breadcrumb" className="trail">
        <ol className="plain-list">
          {above.map(({ text, path }) => (
            <li key={path} className="trail-above">
              <Link href={path}>
                <IconChevronLeft size={16} stroke={1.7} aria-hidden="true" className="trail-back" />
                {text}
              </Link>
              <IconChevronRight size={14} stroke={1.7} aria-hidden="true" />
            </li>
          ))}
          <li aria-current="page" className="trail-here">
            {here}
          </li>
        </ol>
      </nav>
      {aside}
    </TopBarTrail>
  )
}
