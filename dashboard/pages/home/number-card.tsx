// One number with its name and a remark. Its size is the same while it loads, with an error, and with the number.
import { Anchor, Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ApiProblem } from '../../api/request.ts'

interface NumberCardProps {
  readonly label: string
  /** A page of the dashboard with more details. */
  readonly href?: string
  /** Undefined while it loads. */
  readonly value: ReactNode | undefined
  readonly remark?: ReactNode
  readonly error: unknown
  readonly onRetry: () => void
}

const height = '8.75rem'

export function NumberCard({ label, href, value, remark, error, onRetry }: NumberCardProps) {
  return (
    <Paper
      component="section"
      aria-label={label}
      withBorder
      radius="md"
      p={{ base: 'sm', sm: 'md' }}
      mih={height}
    >
      <Text size="sm" fw={500}>
        {href ? (
          <Anchor component={Link} href={href} inherit>
            {label}
          </Anchor>
        ) : (
          label
        )}
      </Text>
      {error ? (
        <Failed error={error} onRetry={onRetry} />
      ) : (
        <>
          <Group fz={26} fw={600} h={36} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {value ?? <Skeleton height={24} width="55%" />}
          </Group>
          <Text component="div" size="xs" c="dimmed" lineClamp={3}>
            {remark}
          </Text>
        </>
      )}
    </Paper>
  )
}

interface FailedProps {
  readonly error: unknown
  readonly onRetry: () => void
}

function Failed({ error, onRetry }: FailedProps) {
  const text = error instanceof ApiProblem ? error.detail : 'This could not be loaded.'
  return (
    <>
      <Text size="xs" role="alert" lineClamp={2} title={text} mt={4} mb={6}>
        {text}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </>
  )
}
