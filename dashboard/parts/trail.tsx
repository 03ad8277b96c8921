// Breadcrumbs from the content page to this one.
import { Anchor, Group, Text } from '@mantine/core'
import { Link } from 'wouter'

interface TrailProps {
  /** The pages above this one, from the top. */
  readonly above: readonly { readonly text: string; readonly path: string }[]
  readonly here: string
}

export function Trail({ above, here }: TrailProps) {
  return (
    <nav aria-label="Breadcrumb">
      <Group component="ol" gap={6} m={0} mb="xs" p={0} style={{ listStyle: 'none' }}>
        {above.map(({ text, path }) => (
          <Group component="li" key={path} gap={6}>
            <Anchor component={Link} href={path} size="sm">
              {text}
            </Anchor>
            <Text size="sm" c="dimmed" aria-hidden="true">
              /
            </Text>
          </Group>
        ))}
        <Text component="li" size="sm" aria-current="page" style={{ overflowWrap: 'anywhere' }}>
          {here}
        </Text>
      </Group>
    </nav>
  )
}
