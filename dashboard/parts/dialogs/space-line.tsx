// The first line of a dialog, which names the space that it affects.
import { Text } from '@mantine/core'
import { useSpace } from '../../api/space.ts'

export function SpaceLine() {
  const { name } = useSpace()
  return (
    <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
      Space: {name}
    </Text>
  )
}
