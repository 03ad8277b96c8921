// A card of the home page: its title, a link, and its content or a loading error.
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { ApiProblem } from '../../api/request.ts'

interface CardProps {
  readonly title: string
  /** A link to the complete list. */
  readonly more?: { readonly label: string; readonly href: string } | null
  readonly error: unknown
  readonly onRetry: () => void
  readonly children: ReactNode
}

export function Card({ title, more, error, onRetry, children }: CardProps) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} withBorder className="card">
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {more ? (
          <Link href={more.href} className="card-more">
            {more.label}
          </Link>
        ) : null}
      </Group>
      {error ? <Failed error={error} onRetry={onRetry} /> : children}
    </Paper>
  )
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <Stack gap="xs" align="flex-start" py="xs">
      <Text size="sm" role="alert">
        {error instanceof ApiProblem ? error.detail : 'This could not be loaded.'}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  )
}

export function CardNote({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" py="xs">
      {children}
    </Text>
  )
}
